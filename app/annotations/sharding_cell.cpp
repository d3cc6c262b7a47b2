#include "app/annotations/sharding_cell.h"

#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>

#include "app/graph/look_maker.h"
#include "app/graph/paint.h"

namespace shardlens::app {

namespace {

constexpr int kChip = 16, kPad = 5;
constexpr double kBox = 13;

QRectF checkBoxOf(const QRect& cell) { return {cell.left() + kPad + 1.0, cell.center().y() - kBox / 2 + 0.5, kBox, kBox}; }

int widthOf(const ShardingPiece& piece) {
  if (piece.isChip) return static_cast<int>(QFontMetricsF(Theme::text(11, QFont::DemiBold)).horizontalAdvance(piece.text)) + 9;
  return static_cast<int>(QFontMetricsF(Theme::code(11)).horizontalAdvance(piece.text)) + 1;
}

/// Builds the pieces, texts that follow each other as one.
class PieceMaker {
 public:
  PieceMaker(const Context& c, const Mesh* mesh) : c_(c), mesh_(mesh) {}
  void text(const QString& text) {
    if (pieces_.empty() || pieces_.back().isChip)
      pieces_.push_back({text, false, {}});
    else
      pieces_.back().text += text;
  }
  void axes(const std::vector<AxisRef>& axes) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (i) text(QStringLiteral(" "));
      ChipLook chip = chipOf(c_, mesh_, axes[i]);
      pieces_.push_back({chip.text, true, chip});
    }
  }
  ShardingPieces take() { return std::move(pieces_); }

 private:
  const Context& c_;
  const Mesh* mesh_;
  ShardingPieces pieces_;
};

}  // namespace

ShardingPieces piecesOf(const Context& c, const MeshTable& meshes, AttrId attr) {
  TensorSharding s = decodeSharding(const_cast<Context&>(c), attr);
  PieceMaker made(c, meshes.find(s.mesh));
  made.text(QStringLiteral("["));
  for (std::size_t d = 0; d < s.dims.size(); ++d) {
    const DimSharding& dim = s.dims[d];
    made.text(d ? QStringLiteral(", {") : QStringLiteral("{"));
    made.axes(dim.axes);
    if (!dim.closed) made.text(dim.axes.empty() ? QStringLiteral("?") : QStringLiteral(" ?"));
    made.text(QStringLiteral("}"));
    if (dim.priority) made.text(QStringLiteral("p%1").arg(*dim.priority));
  }
  made.text(QStringLiteral("]"));
  if (!s.replicated.empty()) {
    made.text(QStringLiteral(" = "));
    made.axes(s.replicated);
  }
  if (!s.unreduced.empty()) {
    made.text(QString::fromUtf8(" Σ "));
    made.axes(s.unreduced);
  }
  return made.take();
}

void ShardingCellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  auto pieces = index.data(kPiecesRole).value<ShardingPieces>();
  if (pieces.empty())
    return index.data(Qt::CheckStateRole).isValid() ? paintChecked(*painter, option, index)
                                                    : QStyledItemDelegate::paint(painter, option, index);
  const Palette& p = theme_.palette();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setClipRect(option.rect);
  painter->fillRect(option.rect, option.state & QStyle::State_Selected ? p.selection : p.pane);
  if (index.data(kLeftOutRole).toBool()) painter->setOpacity(0.45);
  int x = option.rect.left() + kPad;
  for (const ShardingPiece& piece : pieces) {
    int width = widthOf(piece);
    QRectF cell(x, option.rect.center().y() - kChip / 2.0 + 0.5, width, kChip - 1);
    if (piece.isChip) {
      paintChip(*painter, cell, piece.chip, p);
    } else {
      painter->setFont(Theme::code(11));
      painter->setPen(p.text);
      painter->drawText(cell.adjusted(0, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter, piece.text);
    }
    x += width;
  }
  painter->restore();
}

// The style's own box cannot be seen on a dark ground.
void ShardingCellDelegate::paintChecked(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell(option);
  initStyleOption(&cell, index);
  QRectF box = checkBoxOf(option.rect);
  const Palette& p = theme_.palette();
  bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(option.rect, option.state & QStyle::State_Selected ? p.selection : p.pane);
  painter.setPen(QPen(on ? p.accent : p.subtle, 1));
  painter.setBrush(on ? p.accent : p.pane);
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setPen(QPen(Palette::textOn(p.accent), 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  QPointF tick[] = {box.topLeft() + QPointF(3.2, 6.8), box.topLeft() + QPointF(5.6, 9.2), box.topLeft() + QPointF(9.8, 4.2)};
  if (on) painter.drawPolyline(tick, 3);
  QRectF text(box.right() + 6, option.rect.top(), option.rect.right() - box.right() - 8, option.rect.height());
  painter.setFont(cell.font);
  painter.setPen(on ? p.text : p.subtle);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                   cell.fontMetrics.elidedText(cell.text, cell.textElideMode, static_cast<int>(text.width())));
  painter.restore();
}

bool ShardingCellDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                       const QModelIndex& index) {
  QVariant state = index.data(Qt::CheckStateRole);
  bool mouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease ||
               event->type() == QEvent::MouseButtonDblClick;
  if (!state.isValid() || !mouse) return QStyledItemDelegate::editorEvent(event, model, option, index);
  const auto* click = static_cast<QMouseEvent*>(event);
  if (click->button() != Qt::LeftButton || !checkBoxOf(option.rect).adjusted(-4, -4, 4, 4).contains(click->position())) return false;
  if (event->type() == QEvent::MouseButtonPress) return false;
  return model->setData(index, state.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

QSize ShardingCellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  auto pieces = index.data(kPiecesRole).value<ShardingPieces>();
  int width = 2 * kPad;
  for (const ShardingPiece& piece : pieces) width += widthOf(piece);
  if (!pieces.empty()) size.setWidth(width);
  return size;
}

QWidget* ShardingCellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
  if (auto* field = qobject_cast<QLineEdit*>(editor)) field->setFont(Theme::code(11));
  if (editor) editor->setAccessibleName(tr("Sharding"));
  return editor;
}

}  // namespace shardlens::app
