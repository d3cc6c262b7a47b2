#pragma once

#include <QStyledItemDelegate>

#include <vector>

#include "app/graph/node_look.h"
#include "app/theme/theme.h"

namespace shardlens::app {

using Chips = std::vector<ChipLook>;

enum InspectorRole {
  kChipsRole = Qt::UserRole + 1,  ///< Chips of a cell
  kMarkRole,                      ///< how a cell is marked, see CellMark
};

enum class CellMark { None, Absent, Source, Gained, Conflict };

/// Width of a row of chips at the inspector's size.
int chipsWidth(const Chips& chips);
void paintChips(QPainter& painter, QRect cell, const Chips& chips, const Palette& palette);

/// Draws cells that hold chips; all others as usual.
class ChipDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit ChipDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  const Theme& theme_;
};

}  // namespace shardlens::app

Q_DECLARE_METATYPE(shardlens::app::Chips)
