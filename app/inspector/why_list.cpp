#include "app/inspector/why_list.h"

#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <array>

namespace shardlens::app {

namespace {

constexpr int kLine = 16, kRowPad = 4, kSide = 6, kStep = 12;

QFont titleFont(const WhyRow& row) {
  bool strong = row.kind == WhyRow::Kind::Link || row.kind == WhyRow::Kind::End || row.kind == WhyRow::Kind::Axis;
  return Theme::text(12, strong ? QFont::DemiBold : QFont::Normal);
}

bool wraps(const WhyRow& row) {
  return row.kind == WhyRow::Kind::Obstacle || row.kind == WhyRow::Kind::Remedy || row.kind == WhyRow::Kind::Note;
}

int indent(const WhyRow& row) { return kSide + (row.kind == WhyRow::Kind::Link || row.kind == WhyRow::Kind::End ? kStep : 0); }

int rightWidth(const WhyRow& row) { return row.right.isEmpty() ? 0 : QFontMetrics(Theme::text(11)).horizontalAdvance(row.right) + kSide; }

int wrappedHeight(const QString& text, const QFont& font, int room) {
  if (text.isEmpty()) return 0;
  return std::max(kLine, QFontMetrics(font).boundingRect(QRect(0, 0, std::max(60, room), 10000), Qt::TextWordWrap, text).height());
}

int titleHeight(const WhyRow& row, int width) {
  return wraps(row) ? wrappedHeight(row.title, titleFont(row), width - indent(row) - kSide - rightWidth(row)) : kLine;
}

/// Lines below the title, each with its font.
struct Below {
  const QString& text;
  QFont font;
};
std::array<Below, 2> below(const WhyRow& row) { return {Below{row.detail, Theme::code(11)}, Below{row.facts, Theme::text(11)}}; }

}  // namespace

void WhyModel::show(std::vector<WhyRow> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

QVariant WhyModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const WhyRow& at = row(index.row());
  if (role == Qt::DisplayRole) return at.title;
  if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole) return at.spoken();
  return {};
}

Qt::ItemFlags WhyModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QSize WhyDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const WhyRow& row = model_.row(index.row());
  const auto* list = qobject_cast<const QListView*>(option.widget);
  int width = list ? list->viewport()->width() : option.rect.width();
  int height = titleHeight(row, width) + 2 * kRowPad;
  for (const Below& line : below(row)) height += wrappedHeight(line.text, line.font, width - indent(row) - kSide);
  return {std::max(width, 60), height};
}

void WhyDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const WhyRow& row = model_.row(index.row());
  const Palette& p = theme_.palette();
  painter->save();
  bool selected = option.state & QStyle::State_Selected;
  painter->fillRect(option.rect, selected ? p.selection : option.state & QStyle::State_MouseOver ? p.folded : p.pane);
  QRect box = option.rect.adjusted(indent(row), kRowPad, -kSide, -kRowPad);
  if (row.kind == WhyRow::Kind::Axis && index.row() > 0) {
    painter->setPen(p.line);
    painter->drawLine(option.rect.left(), option.rect.top(), option.rect.right(), option.rect.top());
  }
  if (row.kind == WhyRow::Kind::Link || row.kind == WhyRow::Kind::End) {
    painter->setPen(p.nodeLine);
    int x = option.rect.left() + kSide + 3;
    painter->drawLine(x, option.rect.top(), x,
                      row.kind == WhyRow::Kind::End ? option.rect.top() + kRowPad + kLine / 2 : option.rect.bottom());
    painter->setBrush(row.kind == WhyRow::Kind::End ? p.accent : p.pane);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->drawEllipse(QPointF(x + 0.5, option.rect.top() + kRowPad + kLine / 2.0), 3, 3);
    painter->setRenderHint(QPainter::Antialiasing, false);
  }
  int right = rightWidth(row), high = titleHeight(row, option.rect.width());
  QRect head(box.left(), box.top(), box.width() - right, high);
  if (!row.chips.empty()) {
    int width = chipsWidth(row.chips) + 10;
    paintChips(*painter, QRect(head.left() - 6, head.top(), width, kLine), row.chips, p);
    head.setLeft(head.left() + width - 2);
  }
  painter->setPen(row.kind == WhyRow::Kind::Part || row.kind == WhyRow::Kind::Note ? p.subtle : p.text);
  painter->setFont(titleFont(row));
  if (wraps(row)) {
    painter->drawText(head, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, row.title);
  } else {
    painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(row.title, Qt::ElideMiddle, head.width()));
  }
  painter->setPen(p.subtle);
  painter->setFont(Theme::text(11));
  painter->drawText(QRect(box.right() - right + 1, box.top(), right, kLine), Qt::AlignRight | Qt::AlignVCenter, row.right);
  int y = box.top() + high;
  for (const Below& line : below(row)) {
    int height = wrappedHeight(line.text, line.font, box.width());
    painter->setFont(line.font);
    painter->drawText(QRect(box.left(), y, box.width(), height), Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter, line.text);
    y += height;
  }
  painter->restore();
}

WhyList::WhyList(const Theme& theme, const QString& name, int most, QWidget* parent)
    : QListView(parent), model_(new WhyModel(this)), most_(most) {
  setModel(model_);
  setItemDelegate(new WhyDelegate(theme, *model_, this));
  setAccessibleName(name);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setResizeMode(QListView::Adjust);
  connect(this, &QListView::clicked, this, [this](const QModelIndex& index) { emit picked(index.row()); });
  connect(this, &QListView::activated, this, [this](const QModelIndex& index) { emit picked(index.row()); });
  connect(&theme, &Theme::changed, viewport(), QOverload<>::of(&QWidget::update));
}

void WhyList::show(std::vector<WhyRow> rows) {
  model_->show(std::move(rows));
  fit();
  verticalScrollBar()->setValue(0);
}

void WhyList::fit() {
  doItemsLayout();
  int height = 0;
  for (int row = 0; row < model_->rowCount(); ++row) height += sizeHintForRow(row);
  setFixedHeight(std::min(height + 2, most_));
}

void WhyList::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fit();
}

}  // namespace shardlens::app
