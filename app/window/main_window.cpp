#include "app/window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>

#include "app/annotations/annotations_panel.h"
#include "app/annotations/mesh_panel.h"
#include "app/inspector/inspector.h"
#include "app/source/source_panel.h"
#include "app/source/source_view.h"
#include "app/stepper/steps_panel.h"
#include "app/stepper/strategies_panel.h"
#include "app/theme/count_text.h"
#include "app/theme/elided_label.h"
#include "app/window/actions.h"
#include "app/window/bottom_dock.h"
#include "app/window/box_path.h"
#include "app/window/centre_tabs.h"
#include "app/window/command_palette.h"
#include "app/window/docks.h"
#include "app/window/field_keys.h"
#include "app/window/file_desk.h"
#include "app/window/strategy_button.h"
#include "app/window/tab_order.h"
#include "app/window/why_service.h"

namespace shardlens::app {

namespace {

constexpr int kLeastOutline = 230, kLeastInspector = 314;  // what they hold reads from these widths on
constexpr int kEditPauseMs = 250;

}  // namespace

MainWindow::MainWindow(Theme& theme, const QString& layoutHelper, QWidget* parent)
    : QMainWindow(parent), theme_(theme), layouts_(layoutHelper, {QStringLiteral("--layout-helper")}) {
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  actions_ = new Actions(this);
  new FieldKeys(this);
  files_ = new FileDesk(session_, this);
  palette_ = new CommandPalette(*actions_, this);
  makeCentre();
  makeDocks();
  makeToolBar();
  makeStatusBar();
  makeActions();
  makeEditActions();
  connectSession();
  connectEdits();
  connectSelection();
  connectSearch();
  connectSteps();
  showEdits();
  orderTabs({toolBar_, outlineDock_, annotationsDock_, meshDock_, tabs_, inspectorDock_, bottom_, statusBar()});
  resize(1600, 1000);
  graph_->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeDocks() {
  outline_ = new OutlinePanel(theme_);
  outlineDock_ = new TitledDock(QStringLiteral("outline"), tr("Outline"), outline_, this);
  addDockWidget(Qt::LeftDockWidgetArea, outlineDock_);
  makeEditDocks();
  inspector_ = new Inspector(theme_);
  inspectorDock_ = new TitledDock(QStringLiteral("inspector"), tr("Inspector"), inspector_, this);
  addDockWidget(Qt::RightDockWidgetArea, inspectorDock_);
  bottom_ = new BottomDock(this);
  steps_ = new StepsPanel(stepper_, theme_);
  bottom_->addPage(steps_, tr("Steps"));
  strategies_ = new StrategiesPanel;
  bottom_->addPage(strategies_, tr("Strategies"));
  bottom_->openPage(steps_);
  addDockWidget(Qt::BottomDockWidgetArea, bottom_);
  inspector_->setMinimumWidth(kLeastInspector);
  outline_->setMinimumWidth(kLeastOutline);
  resizeDocks({outlineDock_, inspectorDock_}, {272, 334}, Qt::Horizontal);
  resizeDocks({bottom_}, {220}, Qt::Vertical);
}

void MainWindow::connectSession() {
  connect(&session_, &SessionBridge::opened, this, [this](const SnapshotPtr& snapshot) { showSnapshot(snapshot, false); });
  connect(&session_, &SessionBridge::reloaded, this, &MainWindow::showReloaded);
  connect(&session_, &SessionBridge::changed, this, [this](const SnapshotPtr& snapshot) {
    SnapshotPtr before = stepper_.base();
    showSnapshot(snapshot, true);
    showChange(before, snapshot);
  });
  connect(&session_, &SessionBridge::editsChanged, this, &MainWindow::showEdits);
  connect(&session_, &SessionBridge::openFailed, this, [this](const QString&, const std::vector<Diagnostic>& diagnostics) {
    if (diagnostics.empty()) return;
    bottom_->showProblems(diagnostics);
    bottom_->openProblems();
  });
  connect(inspector_, &Inspector::edited, &session_, &SessionBridge::edit);
  why_ = new WhyService(session_, this);
  connect(&inspector_->why(), &WhySection::asked, why_, &WhyService::ask);
  connect(why_, &WhyService::answered, &inspector_->why(), &WhySection::answer);
  connect(&inspector_->why(), &WhySection::stepPicked, this, [this](std::uint32_t step) {
    // The step's own moment; whatever is picked with it is selected after.
    stepper_.jumpToStep(step + 1);
  });
  connect(&inspector_->why(), &WhySection::remedyApplied, &session_, &SessionBridge::edit);
}

/// What was selected is so again where there still is something of that path.
void MainWindow::showReloaded(const SnapshotPtr& snapshot) {
  std::string value, box;
  if (shown_ && selection_.value()) value = valuePath(*shown_->module, *shown_->outline, selection_.value());
  if (shown_ && selection_.box()) box = shown_->outline->path(selection_.box());
  showSnapshot(snapshot, false);
  statusBar()->showMessage(tr("%1 was read again").arg(QFileInfo(session_.path()).fileName()), kSayMs);
  const Outline& outline = *snapshot->outline;
  ValueId found = value.empty() ? ValueId() : findValue(*snapshot->module, outline, value);
  BoxId around = found ? outline.boxOfValue[found.value] : box.empty() ? BoxId() : findBoxByPath(outline, box);
  if (around) selection_.select(found, around);
}

void MainWindow::showSnapshot(const SnapshotPtr& snapshot, bool keep) {
  shown_ = snapshot;
  if (!keep) {
    selection_.clear();
    bottom_->clearChanges();
  }
  stepper_.setSnapshot(snapshot);
  // Who types on after an edit does not wait for the steps of plans that nobody looks at.
  indexDelay_.start(keep ? kEditPauseMs : 0);
  strategies_->setSnapshot(snapshot);
  graph_->model().show(snapshot, keep);
  source_->view().show(snapshot, keep);
  outline_->show(snapshot);
  inspector_->show(snapshot, selection_.value(), selection_.box());
  annotations_->show(snapshot);
  annotations_->select(selection_.value());
  annotationsDock_->setRight(annotations_->summary());
  mesh_->show(snapshot);
  meshDock_->setRight(mesh_->summary());
  strategy_->show(snapshot->plan->options);
  bottom_->showProblems(snapshot->diagnostics);
  searcher_.setSnapshot(snapshot);
  ops_->setText(counted(tr("1 operation"), tr("%1 operations"), static_cast<qint64>(snapshot->module->opCount())));
  const Timings& t = snapshot->timings;
  time_->setText(t.edit > 0 ? tr("last edit %1 ms").arg(t.edit, 0, 'f', 1)
                            : tr("opened in %1 ms").arg(t.read + t.outline + t.propagate, 0, 'f', 0));
}

void MainWindow::showChange(const SnapshotPtr& before, const SnapshotPtr& after) {
  bottom_->showChanges(before, after);
  std::unordered_set<std::uint32_t> values;
  for (ValueId value : after->changed) values.insert(value.value);
  graph_->view().flash(std::move(values));
}

void MainWindow::connectSelection() {
  connect(graph_, &GraphPanel::picked, this, [this](ValueId value, BoxId box) {
    fromGraph_ = true;
    selection_.select(value, box);
    fromGraph_ = false;
  });
  auto pickBox = [this](BoxId box) {
    if (!shown_) return;
    selection_.select(valueOfLeaf(*shown_->module, shown_->outline->box(box)), box);
  };
  connect(outline_, &OutlinePanel::picked, this, pickBox);
  connect(outline_, &OutlinePanel::activated, this, [this](BoxId) { graph_->view().setFocus(); });
  auto pickValue = [this](ValueId value) {
    if (!shown_ || !value) return;
    const Outline& outline = *shown_->outline;
    selection_.select(value, value.value < outline.boxOfValue.size() ? outline.boxOfValue[value.value] : BoxId());
  };
  connect(&source_->view(), &SourceView::valuePicked, this, pickValue);
  connect(&inspector_->why(), &WhySection::valuePicked, this, pickValue);
  connect(bottom_, &BottomDock::valueActivated, this, pickValue);
  connect(bottom_, &BottomDock::problemActivated, this, [this](const Diagnostic& diagnostic) {
    if (diagnostic.at.line == 0) return;
    if (!shown_ || diagnostic.file != shown_->source->name()) {
      QString file = QFileInfo(QString::fromStdString(diagnostic.file)).fileName();
      return statusBar()->showMessage(tr("%1 is not what the window shows.").arg(file), kSayMs);
    }
    openPanel(QStringLiteral("source"));
    source_->view().goTo(diagnostic.at);
  });
  connect(&source_->view(), &SourceView::placeChanged, this, [this](const QString& text) { place_->say(text); });
  connect(&selection_, &Selection::changed, this, [this] {
    ValueId value = selection_.value();
    BoxId box = selection_.box();
    if (passing_)
      graph_->showNearest(box);
    else if (!fromGraph_)
      graph_->select(value, box, true);
    steps_->setSelected(value);
    outline_->select(box);
    source_->view().setSelected(value);
    annotations_->select(value);
    inspector_->show(shown_, value, box);
    if (!shown_ || !box) return;
    if (!value) place_->say(tr("%1: no line of the source stands for a box").arg(QString::fromStdString(shown_->outline->box(box).name)));
  });
}

bool MainWindow::openPanel(const QString& name) {
  struct Panel {
    const char* name;
    std::function<void()> open;
  };
  auto inspect = [this](Inspector::Section section) {
    inspectorDock_->show();
    inspector_->scrollTo(section);
    inspector_->setFocus();
  };
  const Panel panels[] = {
      {"graph", [this] { showCentre(graph_); }},
      {"source", [this] { showCentre(source_); }},
      {"outline", [this] { outlineDock_->show(), outline_->setFocus(); }},
      {"annotations", [this] { annotationsDock_->show(), annotationsDock_->raise(), annotations_->setFocus(); }},
      {"mesh", [this] { meshDock_->show(), meshDock_->raise(), mesh_->setFocus(); }},
      {"inspector", [inspect] { inspect(Inspector::Section::Value); }},
      {"value", [inspect] { inspect(Inspector::Section::Value); }},
      {"rule", [inspect] { inspect(Inspector::Section::Rule); }},
      {"why", [inspect] { inspect(Inspector::Section::Why); }},
      {"chips", [inspect] { inspect(Inspector::Section::Chips); }},
      {"problems", [this] { bottom_->openProblems(); }},
      {"strategies", [this] { bottom_->openPage(strategies_), strategies_->setFocus(); }},
      {"steps", [this] { bottom_->openPage(steps_), steps_->setFocus(); }},
  };
  for (const Panel& panel : panels) {
    if (name != QLatin1String(panel.name)) continue;
    panel.open();
    return true;
  }
  return false;
}

bool MainWindow::settled() const {
  return !strategies_->waiting() && (stepper_.indexed() || !stepper_.ready()) && !steps_->sieving() && !session_.opening() &&
         !session_.working() && !layouts_.busy() && !inspector_->why().waiting();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (files_->mayDiscard()) {
    session_.cancelOpening();
    if (keepsLayout_) saveLayout();
    event->accept();
  } else {
    event->ignore();
  }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  files_->open(event->mimeData()->urls().front().toLocalFile());
}

}  // namespace shardlens::app
