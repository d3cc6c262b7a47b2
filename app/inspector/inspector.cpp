#include "app/inspector/inspector.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "app/inspector/chips_picture.h"
#include "app/inspector/dims_delegate.h"
#include "app/inspector/step_words.h"
#include "app/inspector/value_extras.h"
#include "app/inspector/value_facts.h"
#include "app/theme/count_text.h"
#include "app/theme/style_property.h"

namespace shardlens::app {

namespace {

constexpr int kRow = 25, kHeader = 22, kMostTable = 230, kBar = 13;

QLabel* label(QVBoxLayout* column, const char* property) {
  auto* made = new QLabel;
  made->setProperty(property, true);
  made->setWordWrap(true);
  made->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(made);
  return made;
}

}  // namespace

Inspector::Inspector(const Theme& theme, QWidget* parent)
    : QScrollArea(parent),
      theme_(theme),
      dims_(new DimsModel(this)),
      ruleBefore_(new RuleModel(this)),
      rule_(new RuleModel(this)),
      chips_(new ChipsModel(this)) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Inspector"));
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(12, 8, 12, 12);
  column->setSpacing(2);
  setWidget(page);
  title_ = label(column, "heading");
  facts_ = label(column, "subtle");
  facts_->setFont(Theme::code(12));
  note_ = label(column, "subtle");
  dimsTable_ = addTable(column, dims_, tr("Dimensions"));
  dimsTable_->setItemDelegate(new DimsDelegate(theme_, this));
  dimsTable_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  field_ = new QLineEdit;
  field_->setFont(Theme::code(12));
  field_->setAccessibleName(tr("Sharding"));
  field_->setPlaceholderText(tr("[{\"data\"}, {}] or @sharded(axis=0, mesh=\"data\")"));
  column->addSpacing(5);
  column->addWidget(field_);
  problem_ = label(column, "problem");
  problem_->hide();
  extras_ = new ValueExtras;
  column->addWidget(extras_);
  ruleHeading_ = addHeading(column, tr("Rule"));
  formula_ = label(column, "subtle");
  visit_ = label(column, "subtle");
  before_ = label(column, "subtle");
  before_->setText(tr("before, the source dashed"));
  ruleBeforeTable_ = addTable(column, ruleBefore_, tr("Factors of the rule before the step"));
  after_ = label(column, "subtle");
  after_->setText(tr("after, what is new framed"));
  ruleTable_ = addTable(column, rule_, tr("Factors of the rule"));
  for (QTableView* table : {ruleBeforeTable_, ruleTable_}) {
    table->setItemDelegate(new ChipDelegate(theme_, this));
    table->setShowGrid(true);
  }
  whyHeading_ = addHeading(column, tr("Why"));
  why_ = new WhySection(theme_);
  column->addWidget(why_);
  // Answers come later and move what was scrolled to.
  connect(why_, &WhySection::answered, this, [this] {
    if (keptSection_ == Section::Why) QTimer::singleShot(0, this, [this] { scrollTo(Section::Why); });
  });
  chipsHeading_ = addHeading(column, tr("Chips"));
  picture_ = new ChipsPicture(theme_, *chips_);
  column->addWidget(picture_);
  chipsTable_ = addTable(column, chips_, tr("Boxes by chip"));
  column->addStretch(1);
  connect(field_, &QLineEdit::returnPressed, this, &Inspector::apply);
  connect(field_, &QLineEdit::textEdited, this, [this] { showProblem({}); });
  dimsTable_->setAcceptDrops(true);
  dimsTable_->setDragDropMode(QAbstractItemView::DropOnly);
  dimsTable_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(dimsTable_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    QMenu menu;
    fillAxisMenu(&menu);
    if (!menu.isEmpty()) menu.exec(dimsTable_->viewport()->mapToGlobal(at));
  });
  connect(dims_, &DimsModel::refused, this, [this](const QString& why) {
    extras_->forget();
    showProblem(why);
  });
  connect(extras_, &ValueExtras::refused, this, &Inspector::showProblem);
  connect(extras_, &ValueExtras::edited, this, &Inspector::editMade);
  connect(extras_, &ValueExtras::shardingEdited, this, [this](const QString& sharding) { emit edited(value_, sharding); });
  connect(dims_, &DimsModel::edited, this, [this](const QString& sharding) {
    extras_->forget();
    emit edited(value_, sharding);
  });
  show(nullptr, {}, {});
}

QLabel* Inspector::addHeading(QVBoxLayout* column, const QString& text) {
  column->addSpacing(10);
  QLabel* made = label(column, "heading");
  made->setText(text);
  return made;
}

namespace {

/// All rows are seen, and the scroll bar below them where there is one.
void fitHeight(QTableView* table, bool bar) {
  table->setFixedHeight(std::min(table->model()->rowCount() * kRow + kHeader + 2 + (bar ? kBar : 0), kMostTable));
}

}  // namespace

QTableView* Inspector::addTable(QVBoxLayout* column, QAbstractItemModel* model, const QString& name) {
  auto* table = new QTableView;
  table->setModel(model);
  table->setAccessibleName(name);
  table->setShowGrid(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(kRow);
  table->horizontalHeader()->setFixedHeight(kHeader);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setMinimumSectionSize(40);
  table->setTabKeyNavigation(false);
  column->addWidget(table);
  connect(model, &QAbstractItemModel::modelReset, table, [this, table] { fitTable(table); });
  connect(table->horizontalScrollBar(), &QScrollBar::rangeChanged, table, [table](int, int most) { fitHeight(table, most > 0); });
  return table;
}

void Inspector::fitTable(QTableView* table) {
  table->resizeColumnsToContents();
  fitHeight(table, table->horizontalScrollBar()->maximum() > 0);
  table->horizontalHeader()->setStretchLastSection(true);
}

void Inspector::show(SnapshotPtr snapshot, ValueId value, BoxId box) {
  bool same = value == value_ && box == box_;
  snapshot_ = std::move(snapshot);
  value_ = value;
  box_ = box;
  bool tensor = snapshot_ && value_ && isRankedTensor(snapshot_->context(), snapshot_->module->type(value_));
  dims_->show(snapshot_, tensor ? value_ : ValueId());
  showRule();
  chips_->show(snapshot_, tensor ? value_ : ValueId());
  dimsTable_->setVisible(tensor && dims_->rowCount() > 0);
  field_->setVisible(tensor);
  extras_->show(snapshot_, tensor ? value_ : ValueId(), *dims_);
  for (QWidget* w : {static_cast<QWidget*>(chipsHeading_), static_cast<QWidget*>(picture_), static_cast<QWidget*>(chipsTable_)})
    w->setVisible(!chips_->isEmpty());
  why_->show(snapshot_, value_);
  whyHeading_->setText(snapshot_ && snapshot_->moment ? tr("Why, as it is at the end") : tr("Why"));
  whyHeading_->setVisible(!why_->isHidden());
  if (value_ && snapshot_) {
    showValue();
  } else {
    showBox();
  }
  if (!same) {
    extras_->forget();
    showProblem({});
    if (keptSection_ == Section::Why && value_) {
      scrollTo(Section::Why);
    } else {
      verticalScrollBar()->setValue(0);
    }
  }
}

// The step that is shown, where it concerns what is selected; else the rule of the selected operation.
bool Inspector::visitConcerns() const {
  if (!snapshot_ || !snapshot_->moment || !snapshot_->moment->visit()) return false;
  if (!value_) return true;
  std::vector<ValueId> tensors = snapshot_->moment->tensors();
  OpId op = snapshot_->module->definingOp(value_);
  return (op && op == snapshot_->moment->op()) || std::find(tensors.begin(), tensors.end(), value_) != tensors.end();
}

void Inspector::showRule() {
  bool visit = visitConcerns();
  OpId op = snapshot_ && value_ ? snapshot_->module->definingOp(value_) : OpId();
  if (visit) {
    ruleBefore_->showVisit(snapshot_, RuleModel::Side::Before);
    rule_->showVisit(snapshot_, RuleModel::Side::After);
    visit_->setText(visitSentence(*snapshot_, *snapshot_->moment));
    QString place = placeText(*snapshot_->moment->moments, snapshot_->moment->done);
    ruleHeading_->setText(tr("Rule") + QString::fromUtf8(" · ") + place);
  } else {
    ruleBefore_->show(nullptr, {});
    rule_->show(snapshot_, op);
    ruleHeading_->setText(tr("Rule"));
    visit_->clear();
  }
  formula_->setText(rule_->formula());
  for (QWidget* w : {static_cast<QWidget*>(ruleHeading_), static_cast<QWidget*>(formula_), static_cast<QWidget*>(ruleTable_)})
    w->setVisible(rule_->hasRule());
  for (QWidget* w : {static_cast<QWidget*>(visit_), static_cast<QWidget*>(before_), static_cast<QWidget*>(after_),
                     static_cast<QWidget*>(ruleBeforeTable_)})
    w->setVisible(visit);
}

QString Inspector::stepText() const { return visit_->text(); }

void Inspector::showValue() {
  title_->setText(QString::fromStdString(valuePath(*snapshot_->module, *snapshot_->outline, value_)));
  facts_->setText(typeLine(*snapshot_, value_) + QLatin1Char('\n') + localLine(*snapshot_, value_));
  QString note = noteLine(*snapshot_, value_);
  if (snapshot_->moment) note = placeText(*snapshot_->moment->moments, snapshot_->moment->done) + QString::fromUtf8(" · ") + note;
  note_->setText(note);
  if (!field_->isModified() || !field_->hasFocus())
    field_->setText(QString::fromStdString(printSharding(dims_->sharding(), dims_->scope())));
  field_->setCursorPosition(0);
}

void Inspector::showBox() {
  if (!snapshot_ || !box_) {
    title_->setText(snapshot_ ? tr("Nothing selected") : QString());
    facts_->clear();
    note_->setText(snapshot_ ? tr("Select an operation in the graph, the outline or the source.") : QString());
    return;
  }
  const shardlens::Box& box = snapshot_->outline->box(box_);
  title_->setText(QString::fromStdString(snapshot_->outline->path(box_)));
  facts_->setText(QString::fromUtf8(boxKindName(box.kind).data()) + QString::fromUtf8(" · ") +
                  counted(tr("1 operation"), tr("%1 operations"), box.ops));
  note_->setText(tr("A box has no sharding of its own: open it and select an operation."));
}

void Inspector::scrollTo(Section section) {
  QWidget* to = section == Section::Rule    ? ruleHeading_
                : section == Section::Why   ? whyHeading_
                : section == Section::Chips ? chipsHeading_
                                            : title_;
  keptSection_ = section;
  widget()->layout()->activate();
  verticalScrollBar()->setValue(to->y() - 6);
}

void Inspector::showProblem(const QString& why) {
  QString here = extras_->asked() ? QString() : why;
  extras_->showProblem(extras_->asked() ? why : QString());
  problem_->setText(here);
  problem_->setVisible(!here.isEmpty());
  setStyleProperty(field_, "wrong", !here.isEmpty());
}

void Inspector::fillAxisMenu(QMenu* menu) {
  if (!snapshot_ || dims_->scope().meshes.empty()) return;
  for (const auto& axis : dims_->scope().meshes.front().axes) {
    QString name = QString::fromStdString(axis.name);
    for (int dim = 0; dim < dims_->rowCount(); ++dim) {
      QString choice = dims_->choiceWith(dim, name);
      if (choice.isEmpty()) continue;
      menu->addAction(tr("Add %1 to dimension %2 (%3)").arg(name).arg(dim).arg(dims_->index(dim, DimsModel::kSize).data().toString()), this,
                      [this, dim, choice] { dims_->setData(dims_->index(dim, DimsModel::kAxes), choice, Qt::EditRole); });
    }
  }
}

void Inspector::removeSharding() {
  if (!snapshot_ || !value_) return;
  field_->setModified(false);
  extras_->forget();
  if (!snapshot_->writtenSharding(value_)) return showProblem(tr("no sharding is written for this value"));
  showProblem({});
  emit edited(value_, QString());
}

QString Inspector::problem() const { return extras_->asked() ? extras_->problem() : problem_->text(); }

void Inspector::askConstraint() { extras_->field(ValueExtras::kConstraint).setFocus(); }

void Inspector::applyText(const QString& text) {
  field_->setText(text);
  apply();
}

void Inspector::apply() {
  if (!snapshot_ || !value_) return;
  extras_->forget();
  if (field_->text().trimmed().isEmpty()) return removeSharding();
  ReadSharding read = readSharding(field_->text().toStdString(), dims_->scope());
  if (!read.value) {
    showProblem(QString::fromStdString(read.problem));
    return;
  }
  showProblem({});
  field_->setModified(false);
  if (*read.value != dims_->sharding()) emit edited(value_, QString::fromStdString(printSharding(*read.value, dims_->scope())));
}

}  // namespace shardlens::app
