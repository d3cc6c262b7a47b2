#include "app/annotations/mesh_panel.h"

#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

#include "app/annotations/device_grid.h"
#include "app/graph/look_maker.h"
#include "app/inspector/chip_delegate.h"
#include "app/theme/count_text.h"
#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

constexpr int kAxisRow = 25, kHeader = 22;

QString orderText(const MeshText& mesh) {
  QStringList ids;
  for (std::int64_t id : mesh.deviceIds) ids << QString::number(id);
  return ids.join(QStringLiteral(", "));
}

}  // namespace

MeshPanel::MeshPanel(const Theme& theme, QWidget* parent)
    : QScrollArea(parent),
      axes_(new AxesModel(this)),
      choice_(new QComboBox),
      table_(new QTableView),
      order_(new QLineEdit),
      grid_(new DeviceGrid(theme)),
      problem_(new QLabel),
      troubles_(new QLabel),
      none_(new QLabel),
      inline_(new QLabel(tr("This mesh stands inline in each annotation and has no name by which it could be changed. "
                            "shardlens-cli opt -sdy-lift-inlined-meshes gives it one: open what that writes."))),
      page_(new QWidget) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Mesh"));
  auto* column = new QVBoxLayout(page_);
  column->setContentsMargins(8, 4, 8, 8);
  column->setSpacing(4);
  setWidget(page_);
  choice_->setAccessibleName(tr("Mesh that is shown"));
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice_->setMinimumContentsLength(8);
  table_->setModel(axes_);
  table_->setItemDelegateForColumn(AxesModel::kName, new ChipDelegate(theme, this));
  table_->setAccessibleName(tr("Axes of the mesh"));
  table_->setShowGrid(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setDragEnabled(true);
  table_->setDragDropMode(QAbstractItemView::DragOnly);
  table_->setTabKeyNavigation(false);
  table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(kAxisRow);
  table_->horizontalHeader()->setFixedHeight(kHeader);
  table_->horizontalHeader()->setHighlightSections(false);
  // There is no bar to scroll by: the names give way.
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(AxesModel::kName, QHeaderView::Stretch);
  table_->horizontalHeader()->setSectionResizeMode(AxesModel::kSize, QHeaderView::Fixed);
  table_->horizontalHeader()->resizeSection(AxesModel::kSize, 56);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  order_->setFont(Theme::code(11));
  order_->setAccessibleName(tr("Order of the devices"));
  order_->setPlaceholderText(tr("devices in order: 0, 1, 2…"));
  problem_->setProperty("problem", true);
  problem_->setWordWrap(true);
  problem_->hide();
  troubles_->setWordWrap(true);
  troubles_->setTextFormat(Qt::RichText);
  troubles_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  troubles_->setAccessibleName(tr("Annotations that are left out"));
  none_->setProperty("subtle", true);
  inline_->setProperty("subtle", true);
  inline_->setWordWrap(true);
  inline_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  for (QWidget* part :
       {static_cast<QWidget*>(none_), static_cast<QWidget*>(choice_), static_cast<QWidget*>(table_), static_cast<QWidget*>(inline_),
        static_cast<QWidget*>(order_), static_cast<QWidget*>(problem_), static_cast<QWidget*>(troubles_), static_cast<QWidget*>(grid_)})
    column->addWidget(part);
  column->addStretch(1);
  setFocusProxy(table_);
  auto add = [this](const QString& text, const QKeySequence& keys, void (MeshPanel::*run)()) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
  };
  add(tr("&Add an axis"), QKeySequence(Qt::Key_Insert), &MeshPanel::addAxis);
  add(tr("&Remove the axis"), QKeySequence::Delete, &MeshPanel::removeAxis);
  connect(choice_, &QComboBox::activated, this, &MeshPanel::showMesh);
  connect(order_, &QLineEdit::returnPressed, this, &MeshPanel::applyOrder);
  connect(order_, &QLineEdit::textEdited, this, [this] { showProblem({}); });
  connect(troubles_, &QLabel::linkActivated, this, &MeshPanel::troublesAsked);
  connect(axes_, &AxesModel::refused, this, &MeshPanel::showProblem);
  connect(axes_, &AxesModel::edited, this, [this](const Edit& edit) {
    showProblem({});
    emit edited(edit);
  });
  show(nullptr);
}

void MeshPanel::show(SnapshotPtr snapshot) {
  snapshot_ = std::move(snapshot);
  showProblem({});
  QString now = choice_->currentText();
  choice_->clear();
  if (snapshot_)
    for (const MeshTable::Entry& entry : snapshot_->meshes->entries())
      choice_->addItem(QLatin1Char('@') + QString::fromUtf8(entry.name.data(), static_cast<qsizetype>(entry.name.size())));
  if (snapshot_)
    for (const Mesh* mesh : inlineMeshes(*snapshot_))
      choice_->addItem(QStringLiteral("mesh<%1>").arg(QString::fromStdString(printMesh(toText(snapshot_->context(), *mesh)))));
  choice_->setCurrentIndex(std::max(0, choice_->findText(now)));
  choice_->setVisible(choice_->count() > 1);
  showMesh();
}

void MeshPanel::showMesh() {
  axes_->show(snapshot_, choice_->currentIndex());
  bool any = axes_->rowCount() > 0;
  none_->setText(snapshot_ ? tr("The program has no mesh.") : tr("No program is open."));
  none_->setVisible(!any);
  for (QWidget* part : {static_cast<QWidget*>(table_), static_cast<QWidget*>(order_), static_cast<QWidget*>(grid_)}) part->setVisible(any);
  inline_->setVisible(any && !axes_->editable());
  order_->setReadOnly(!axes_->editable());
  for (QAction* action : actions()) action->setEnabled(axes_->editable());
  table_->setFixedHeight(axes_->rowCount() * kAxisRow + kHeader + 2);
  order_->setText(orderText(axes_->mesh()));
  order_->setCursorPosition(0);
  grid_->show(axes_->mesh());
  int left = 0;
  if (snapshot_)
    for (const Annotation& a : *snapshot_->annotations) left += a.on && !a.trouble.empty() ? 1 : 0;
  troubles_->setVisible(left > 0);
  troubles_->setText(QStringLiteral("<a href=\"#\">") +
                     counted(tr("1 annotation does not fit and is left out"), tr("%1 annotations do not fit and are left out"), left) +
                     QStringLiteral("</a>"));
}

void MeshPanel::applyOrder() {
  MeshText changed = axes_->mesh();
  QString ids = order_->text().trimmed();
  ReadMesh read = readMesh(printMesh({changed.axes, {}}) + (ids.isEmpty() ? std::string() : ", device_ids=[" + ids.toStdString() + "]"));
  if (!read.value) return showProblem(QString::fromStdString(read.problem));
  showProblem({});
  axes_->ask(*read.value);
}

void MeshPanel::addAxis() {
  MeshText changed = axes_->mesh();
  QString name;
  for (int n = 1; name.isEmpty(); ++n) {
    name = tr("axis%1").arg(n);
    for (const MeshText::Axis& axis : changed.axes)
      if (axis.name == name.toStdString()) name.clear();
  }
  changed.axes.push_back({name.toStdString(), 2});
  axes_->ask(changed);
}

void MeshPanel::removeAxis() {
  MeshText changed = axes_->mesh();
  int row = table_->currentIndex().row();
  if (row < 0 || row >= static_cast<int>(changed.axes.size())) return;
  changed.axes.erase(changed.axes.begin() + row);
  axes_->ask(changed);
}

void MeshPanel::contextMenuEvent(QContextMenuEvent* event) { QMenu::exec(actions(), event->globalPos(), nullptr, this); }

void MeshPanel::showProblem(const QString& why) {
  problem_->setText(why);
  problem_->setVisible(!why.isEmpty());
}

QString MeshPanel::problem() const { return problem_->text(); }

QString MeshPanel::summary() const {
  if (axes_->rowCount() == 0) return {};
  return counted(tr("1 device"), tr("%1 devices"), axes_->mesh().deviceCount());
}

}  // namespace shardlens::app
