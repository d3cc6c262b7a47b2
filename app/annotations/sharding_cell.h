#pragma once

#include <QString>
#include <QStyledItemDelegate>

#include <vector>

#include "app/inspector/chip_delegate.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// A piece of a sharding as a cell shows it: text, or the chip of an axis.
struct ShardingPiece {
  QString text;
  bool isChip = false;
  ChipLook chip;
};
using ShardingPieces = std::vector<ShardingPiece>;

/// `[{`, a chip, `}, {}]`: a sharding in pieces.
ShardingPieces piecesOf(const Context& context, const MeshTable& meshes, AttrId sharding);

enum ShardingCellRole {
  kPiecesRole = Qt::UserRole + 40,  ///< ShardingPieces of a cell
  kLeftOutRole,                     ///< true: the annotation does not count now
};

/// Draws cells that hold shardings, and edits them as text.
class ShardingCellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit ShardingCellDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override;

 private:
  void paintChecked(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

  const Theme& theme_;
};

}  // namespace shardlens::app

Q_DECLARE_METATYPE(shardlens::app::ShardingPieces)
