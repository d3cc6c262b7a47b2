#include "app/stepper/steps_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

#include "app/inspector/chip_delegate.h"
#include "app/inspector/step_words.h"
#include "app/theme/count_text.h"

namespace shardlens::app {

namespace {

constexpr int kTypingMs = 150, kSideWidth = 272;
constexpr double kSpeeds[] = {1, 2, 5, 20, 100, 1000};

/// Rows of one height, chips in the column of axes.
class StepDelegate : public ChipDelegate {
 public:
  using ChipDelegate::ChipDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {40, 23}; }

 protected:
  // The end of a long path tells steps apart, not its beginning.
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    ChipDelegate::initStyleOption(option, index);
    if (index.column() == StepsModel::kOperation) option->textElideMode = Qt::ElideLeft;
  }
};

QLabel* subtle(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setProperty("subtle", true);
  return label;
}

}  // namespace

StepsPanel::StepsPanel(Stepper& stepper, const Theme& theme, QWidget* parent)
    : QWidget(parent), stepper_(stepper), theme_(theme), model_(new StepsModel(this)), list_(new QTreeView(this)) {
  makeList();
  auto* left = new QVBoxLayout;
  left->setSpacing(0);
  left->addWidget(makeControls());
  left->addWidget(list_, 1);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addLayout(left, 1);
  row->addWidget(makeSide());
  setFocusProxy(list_);
  delay_.setSingleShot(true);
  delay_.setInterval(kTypingMs);
  connect(&delay_, &QTimer::timeout, this, &StepsPanel::filter);
  connect(&sieve_, &StepSieve::sieved, this, &StepsPanel::sieved);
  connect(&stepper_, &Stepper::planChanged, this, [this] {
    stale_ = true;
    sieve_.drop();
    model_->show(nullptr, nullptr, nullptr);
    if (isVisible() && stepper_.indexed()) load();
  });
  connect(&stepper_, &Stepper::indexArrived, this, [this] {
    if (isVisible() && stale_) load();
  });
  connect(&stepper_, &Stepper::moved, this, &StepsPanel::follow);
  connect(&stepper_, &Stepper::breakpointsChanged, this, &StepsPanel::showBreakpoints);
  connect(&stepper_, &Stepper::told, told_, &QLabel::setText);
  connect(&stepper_, &Stepper::moved, told_, &QLabel::clear);
  connect(&stepper_, &Stepper::playingChanged, this, &StepsPanel::paintIcons);
  connect(&theme_, &Theme::changed, this, &StepsPanel::paintIcons);
  paintIcons();
  showBreakpoints();
}

void StepsPanel::makeList() {
  list_->setModel(model_);
  list_->setItemDelegate(new StepDelegate(theme_, this));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setItemsExpandable(false);
  list_->setAllColumnsShowFocus(true);
  list_->setSelectionBehavior(QAbstractItemView::SelectRows);
  list_->setAccessibleName(tr("Steps"));
  list_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  const int widths[] = {60, 290, 110, 50, 104, 104, 112, 70, 84, 78, 92};
  for (int c = 0; c < StepsModel::kRemark; ++c) list_->header()->resizeSection(c, widths[c]);
  list_->header()->setStretchLastSection(true);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
    if (!moving_ && now.isValid()) stepper_.jump(model_->momentOf(now.row()) + 1);
  });
}

QToolButton* StepsPanel::addButton(const QString& text, const QString& name) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setProperty("flat", true);
  button->setAccessibleName(name);
  button->setToolTip(name);
  return button;
}

QWidget* StepsPanel::makeControls() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 3, 10, 3);
  row->setSpacing(6);
  row->addWidget(new Transport(stepper_, theme_, bar));
  slider_ = new QSlider(Qt::Horizontal, bar);
  slider_->setAccessibleName(tr("Step"));
  slider_->setMinimumWidth(80);
  row->addWidget(slider_, 1);
  play_ = addButton({}, tr("Play or pause (F9)"));
  row->addWidget(play_);
  speed_ = new QComboBox(bar);
  speed_->setAccessibleName(tr("Speed"));
  for (double speed : kSpeeds) speed_->addItem(tr("%L1 steps/s").arg(speed), speed);
  speed_->setCurrentIndex(2);
  row->addWidget(speed_);
  auto addMove = [&](const QString& text, const QString& name, auto move) {
    QToolButton* button = addButton(text, name);
    connect(button, &QToolButton::clicked, this, move);
    row->addWidget(button);
  };
  addMove(QString::fromUtf8("‹ ") + tr("value"), tr("To the previous change of the selected value (Ctrl+F7)"),
          [this] { stepper_.previousChange(selected_); });
  addMove(tr("value") + QString::fromUtf8(" ›"), tr("To the next change of the selected value (Ctrl+F8)"),
          [this] { stepper_.nextChange(selected_); });
  addMove(tr("conflict") + QString::fromUtf8(" ›"), tr("To the next conflict (Ctrl+F9)"), [this] { stepper_.nextConflict(); });
  addMove(tr("break") + QString::fromUtf8(" ›"), tr("Run to the next breakpoint (Shift+F9)"), [this] { stepper_.runToBreakpoint(); });
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    if (moving_) return;
    bool end = value == slider_->maximum();
    end ? stepper_.last()
        : stepper_.jump(static_cast<std::size_t>(value), slider_->isSliderDown() ? Stepper::Way::Passing : Stepper::Way::Stopped);
  });
  connect(slider_, &QSlider::sliderReleased, this, [this] {
    if (stepper_.stepping()) stepper_.jump(stepper_.done());
  });
  connect(play_, &QToolButton::clicked, this, [this] { stepper_.play(!stepper_.playing()); });
  connect(speed_, &QComboBox::currentIndexChanged, this, [this] { stepper_.setSpeed(speed_->currentData().toDouble()); });
  return bar;
}

QWidget* StepsPanel::makeSide() {
  auto* side = new QWidget(this);
  side->setFixedWidth(kSideWidth);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(8, 4, 12, 6);
  column->setSpacing(4);
  text_ = new QLineEdit(side);
  text_->setPlaceholderText(tr("Filter: op, %value, scope, axis"));
  text_->setAccessibleName(tr("Filter steps by text"));
  text_->setClearButtonEnabled(true);
  column->addWidget(text_);
  auto* choices = new QHBoxLayout;
  op_ = new QComboBox(side);
  op_->setAccessibleName(tr("Only steps of this operation"));
  axis_ = new QComboBox(side);
  axis_->setAccessibleName(tr("Only steps that give this axis"));
  for (QComboBox* box : {op_, axis_})
    box->setMinimumContentsLength(6), box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choices->addWidget(op_, 3);
  choices->addWidget(axis_, 2);
  column->addLayout(choices);
  auto* checks = new QHBoxLayout;
  ofValue_ = new QCheckBox(tr("selected value"), side);
  ofValue_->setToolTip(tr("Only steps that change the value selected now"));
  conflicts_ = new QCheckBox(tr("conflicts"), side);
  conflicts_->setToolTip(tr("Only steps that left a conflict"));
  count_ = subtle(side);
  count_->hide();
  checks->addWidget(ofValue_);
  checks->addWidget(conflicts_);
  checks->addStretch(1);
  column->addLayout(checks);
  column->addWidget(count_);
  auto* breaks = new QHBoxLayout;
  auto* heading = new QLabel(tr("Breakpoints"), side);
  heading->setProperty("heading", true);
  break_ = addButton(tr("+ add"), tr("Add a breakpoint"));
  break_->setPopupMode(QToolButton::InstantPopup);
  break_->setMenu(new QMenu(break_));
  remove_ = addButton(tr("remove"), tr("Remove the chosen breakpoint (Delete)"));
  breaks->addWidget(heading, 1);
  breaks->addWidget(break_);
  breaks->addWidget(remove_);
  column->addLayout(breaks);
  breakpoints_ = new QListWidget(side);
  breakpoints_->setAccessibleName(tr("Breakpoints"));
  column->addWidget(breakpoints_, 1);
  told_ = subtle(side);
  told_->setWordWrap(true);
  column->addWidget(told_);
  connect(text_, &QLineEdit::textChanged, &delay_, qOverload<>(&QTimer::start));
  connect(op_, &QComboBox::currentIndexChanged, this, &StepsPanel::filter);
  connect(axis_, &QComboBox::currentIndexChanged, this, &StepsPanel::filter);
  connect(conflicts_, &QCheckBox::toggled, this, &StepsPanel::filter);
  connect(ofValue_, &QCheckBox::toggled, this, [this](bool on) {
    filtered_ = on ? selected_ : ValueId();
    filter();
  });
  connect(break_->menu(), &QMenu::aboutToShow, this, &StepsPanel::fillBreakMenu);
  connect(remove_, &QToolButton::clicked, this, &StepsPanel::removeChosenBreakpoints);
  connect(breakpoints_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
    stepper_.enableBreakpoint(static_cast<std::size_t>(breakpoints_->row(item)), item->checkState() == Qt::Checked);
  });
  auto* remove = new QAction(breakpoints_);
  remove->setShortcut(QKeySequence::Delete);
  remove->setShortcutContext(Qt::WidgetShortcut);
  breakpoints_->addAction(remove);
  connect(remove, &QAction::triggered, this, &StepsPanel::removeChosenBreakpoints);
  return side;
}

void StepsPanel::paintIcons() {
  const Palette& p = theme_.palette();
  play_->setIcon(transportIcon(stepper_.playing() ? TransportIcon::Pause : TransportIcon::Play, p.text, p.nodeLine));
}

void StepsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_ && stepper_.indexed()) load();
}

void StepsPanel::load() {
  stale_ = false;
  model_->show(stepper_.base(), stepper_.moments(), stepper_.facts());
  int digits = list_->fontMetrics().horizontalAdvance(QLocale().toString(static_cast<qulonglong>(stepper_.size())));
  list_->header()->resizeSection(0, std::max(60, digits + 24));  // the last step's number is the widest
  fillChoices();
  filter();
  follow();
}

void StepsPanel::fillChoices() {
  std::vector<std::string_view> ops;
  if (stepper_.ready()) {
    const Plan& plan = *stepper_.base()->plan;
    for (const Step& step : plan.trace.steps) {
      std::string_view name = plan.imported->name(step.op);
      if (std::find(ops.begin(), ops.end(), name) == ops.end()) ops.push_back(name);
    }
  }
  std::sort(ops.begin(), ops.end());
  auto fill = [](QComboBox* box, const QString& all, const QStringList& names) {
    QSignalBlocker quiet(box);
    QString chosen = box->currentData().toString();
    box->clear();
    box->addItem(all, QString());
    for (const QString& name : names) box->addItem(name, name);
    box->setCurrentIndex(std::max(0, box->findData(chosen)));
  };
  QStringList opNames, axisNames;
  for (std::string_view op : ops) opNames << QString::fromUtf8(op.data(), static_cast<qsizetype>(op.size()));
  if (stepper_.ready())
    for (const MeshTable::Entry& entry : stepper_.base()->meshes->entries())
      for (const MeshAxis& axis : entry.mesh.axes) {
        auto name = stepper_.base()->context().str(axis.name);
        QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        if (!axisNames.contains(text)) axisNames << text;
      }
  fill(op_, tr("all operations"), opNames);
  fill(axis_, tr("all axes"), axisNames);
}

void StepsPanel::filter() {
  delay_.stop();
  if (stale_ || !stepper_.ready()) return;
  StepFilter wanted{
      text_->text().trimmed(),
      {op_->currentData().toString().toStdString(), axis_->currentData().toString().toStdString(), filtered_, conflicts_->isChecked()}};
  if (wanted.empty()) {
    sieve_.drop();
    if (model_->narrowed()) model_->narrow(std::nullopt);
    showCount();
    return follow();
  }
  sieve_.ask(wanted, stepper_.base(), stepper_.moments(), stepper_.facts());
}

void StepsPanel::sieved(const std::vector<std::uint32_t>& moments) {
  model_->narrow(moments);
  showCount();
  follow();
}

void StepsPanel::showCount() {
  int rows = model_->rowCount();
  count_->setText(tr("%L1 of %L2").arg(rows).arg(stepper_.size()));
  count_->setVisible(model_->narrowed());
}

void StepsPanel::follow() {
  if (stale_ || !isVisible()) return;
  moving_ = true;
  slider_->setRange(0, static_cast<int>(stepper_.size()));
  slider_->setPageStep(std::max(1, static_cast<int>(stepper_.size() / 20)));
  slider_->setValue(static_cast<int>(stepper_.done()));
  int row = stepper_.stepping() && stepper_.done() > 0 ? model_->rowOf(stepper_.done() - 1) : -1;
  if (row >= 0) {
    QModelIndex index = model_->index(row, 0);
    list_->setCurrentIndex(index);
    bool seen = list_->viewport()->rect().contains(list_->visualRect(index));
    if (!seen) list_->scrollTo(index, QAbstractItemView::PositionAtCenter);
  } else {
    list_->setCurrentIndex({});
    stepper_.stepping() ? list_->scrollToTop() : list_->scrollToBottom();
  }
  moving_ = false;
}

void StepsPanel::setSelected(ValueId value) { selected_ = value; }

void StepsPanel::breakAtSelected() {
  if (!stepper_.ready() || !selected_) {
    told_->setText(tr("Select a value first."));
    return;
  }
  StepQuery query;
  query.value = selected_;
  stepper_.addBreakpoint(query, tr("change of %1").arg(valueName(*stepper_.base()->module, selected_)));
}

void StepsPanel::fillBreakMenu() {
  QMenu* menu = break_->menu();
  menu->clear();
  if (selected_ && stepper_.ready())
    menu->addAction(tr("On a change of %1").arg(valueName(*stepper_.base()->module, selected_)), this, &StepsPanel::breakAtSelected);
  QMenu* ops = menu->addMenu(tr("On an operation"));
  for (int i = 1; i < op_->count(); ++i) {
    QString name = op_->itemText(i);
    ops->addAction(name, this, [this, name] { stepper_.addBreakpoint({name.toStdString(), {}, {}, false}, name); });
  }
  QMenu* axes = menu->addMenu(tr("On an axis"));
  for (int i = 1; i < axis_->count(); ++i) {
    QString name = axis_->itemText(i);
    axes->addAction(name, this, [this, name] { stepper_.addBreakpoint({{}, name.toStdString(), {}, false}, tr("axis %1").arg(name)); });
  }
  menu->addAction(tr("On a conflict"), this, [this] { stepper_.addBreakpoint({{}, {}, {}, true}, tr("a conflict")); });
}

void StepsPanel::showBreakpoints() {
  QSignalBlocker quiet(breakpoints_);
  breakpoints_->clear();
  for (const Breakpoint& b : stepper_.breakpoints()) {
    auto* item = new QListWidgetItem(b.text, breakpoints_);
    item->setCheckState(b.enabled ? Qt::Checked : Qt::Unchecked);
  }
  remove_->setEnabled(breakpoints_->count() > 0);
}

void StepsPanel::removeChosenBreakpoints() {
  int row = breakpoints_->currentRow();
  stepper_.removeBreakpoint(static_cast<std::size_t>(row < 0 ? breakpoints_->count() - 1 : row));
}

QString StepsPanel::told() const { return told_->text(); }

}  // namespace shardlens::app
