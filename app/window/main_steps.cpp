#include <QAction>

#include <algorithm>

#include "app/inspector/inspector.h"
#include "app/inspector/step_words.h"
#include "app/source/source_panel.h"
#include "app/source/source_view.h"
#include "app/stepper/steps_panel.h"
#include "app/stepper/strategies_panel.h"
#include "app/window/actions.h"
#include "app/window/docks.h"
#include "app/window/main_window.h"
#include "engine/plan/calls_around.h"

namespace shardlens::app {

void MainWindow::makeStepActions() {
  Actions& a = *actions_;
  QString menu = tr("&Steps");
  auto key = [](Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) { return QKeySequence(QKeyCombination(with, key)); };
  a.add(menu, QStringLiteral("stepBack"), tr("Step &back"), key(Qt::Key_F7), [this] { stepper_.back(); });
  a.add(menu, QStringLiteral("stepForward"), tr("Step &forward"), key(Qt::Key_F8), [this] { stepper_.forward(); });
  a.add(menu, QStringLiteral("stepFirst"), tr("Before the f&irst step"), key(Qt::Key_F7, Qt::ShiftModifier), [this] { stepper_.first(); });
  a.add(menu, QStringLiteral("stepLast"), tr("To the &end"), key(Qt::Key_F8, Qt::ShiftModifier), [this] { stepper_.last(); });
  a.add(menu, QStringLiteral("stepLeave"), tr("&Leave stepping"), key(Qt::Key_Escape), [this] { stepper_.last(); })->setEnabled(false);
  a.addSeparator(menu);
  a.add(menu, QStringLiteral("stepPreviousChange"), tr("&Previous change of the selected value"), key(Qt::Key_F7, Qt::ControlModifier),
        [this] { stepper_.previousChange(selection_.value()); });
  a.add(menu, QStringLiteral("stepNextChange"), tr("&Next change of the selected value"), key(Qt::Key_F8, Qt::ControlModifier),
        [this] { stepper_.nextChange(selection_.value()); });
  a.add(menu, QStringLiteral("stepPreviousConflict"), tr("Previous conflic&t"), key(Qt::Key_F9, Qt::ControlModifier | Qt::ShiftModifier),
        [this] { stepper_.previousConflict(); });
  a.add(menu, QStringLiteral("stepNextConflict"), tr("Next &conflict"), key(Qt::Key_F9, Qt::ControlModifier),
        [this] { stepper_.nextConflict(); });
  a.addSeparator(menu);
  a.add(menu, QStringLiteral("stepPlay"), tr("Pl&ay or pause"), key(Qt::Key_F9), [this] { stepper_.play(!stepper_.playing()); });
  a.add(menu, QStringLiteral("stepRun"), tr("&Run to the next breakpoint"), key(Qt::Key_F9, Qt::ShiftModifier),
        [this] { stepper_.runToBreakpoint(); });
  QAction* open = a.add(menu, QStringLiteral("stepOpens"), tr("&Open the boxes that are stepped into"), {},
                        [this] { opensOnTheWay_ = !opensOnTheWay_; });
  open->setCheckable(true);
  open->setChecked(opensOnTheWay_);
  a.add(menu, QStringLiteral("compareStrategies"), tr("Co&mpare strategies"), {}, [this] {
    openPanel(QStringLiteral("strategies"));
    strategies_->ask();
  });
  a.add(menu, QStringLiteral("stepBreak"), tr("Brea&kpoint at the selected value"), key(Qt::Key_B, Qt::ControlModifier), [this] {
    openPanel(QStringLiteral("steps"));
    steps_->breakAtSelected();
  });
}

void MainWindow::connectSteps() {
  indexDelay_.setSingleShot(true);
  connect(&indexDelay_, &QTimer::timeout, &session_, &SessionBridge::indexSteps);
  connect(&session_, &SessionBridge::stepsIndexed, &stepper_, &Stepper::setIndex);
  // The refused edit stopped the worker on its way, and no other snapshot comes.
  connect(&session_, &SessionBridge::refused, this, [this] {
    if (!stepper_.indexed()) session_.indexSteps();
  });
  connect(&stepper_, &Stepper::indexArrived, this, &MainWindow::colourGraph);
  connect(graph_, &GraphPanel::coloursAsked, this, &MainWindow::colourGraph);
  connect(strategies_, &StrategiesPanel::asked, &session_, &SessionBridge::compare);
  connect(&session_, &SessionBridge::compared, strategies_, &StrategiesPanel::show);
  connect(strategies_, &StrategiesPanel::picked, this, [this](ValueId value) {
    if (shown_ && value) selection_.select(value, shown_->outline->boxOfValue[value.value]);
  });
  connect(&stepper_, &Stepper::moved, this, &MainWindow::showMoment);
  connect(&stepper_, &Stepper::planChanged, this, [this] {
    graph_->view().setBanner({});
    actions_->find(QStringLiteral("stepLeave"))->setEnabled(false);
  });
}

// All panels look at the snapshot of the moment; only the layout of the graph stays that of the end.
void MainWindow::showMoment(Stepper::Way way, ValueId value) {
  shown_ = stepper_.shown();
  actions_->find(QStringLiteral("stepLeave"))->setEnabled(stepper_.stepping());
  graph_->view().setBanner(stepper_.stepping()
                               ? placeText(*stepper_.moments(), stepper_.done()) + QString::fromUtf8(" · ") + tr("Esc: back to the end")
                               : QString());
  graph_->model().showMoment(shown_);
  const Step* visit = stepper_.stepping() ? shown_->moment->visit() : nullptr;
  graph_->lookThrough(visit ? callsAround(*shown_->plan, visit->op) : std::vector<OpId>());
  outline_->show(shown_);
  searcher_.setSnapshot(shown_);
  passing_ = way == Stepper::Way::Passing || (!opensOnTheWay_ && stepper_.stepping());
  ValueId before = selection_.value();
  BoxId boxBefore = selection_.box();
  if (stepper_.stepping()) selectVisited(value);
  if (selection_.value() == before && selection_.box() == boxBefore) {
    inspector_->show(shown_, before, boxBefore);
    if (!passing_ && stepper_.stepping() && boxBefore) graph_->select(before, boxBefore, true);
  }
  passing_ = false;
}

void MainWindow::colourGraph() {
  ColourBy by = graph_->wantedColours();
  auto moments = by == ColourBy::Sharding ? nullptr : stepper_.moments();
  graph_->setTones(moments ? std::make_shared<Tones>(by, *stepper_.base(), *moments) : nullptr);
}

// What is followed, else the visited operation by the first of its results that the visit looked at, else what the step changed.
void MainWindow::selectVisited(ValueId value) {
  const ShownMoment& at = *shown_->moment;
  const Step* visit = at.visit();
  if (!visit) return;
  const Outline& outline = *shown_->outline;
  OpId op = at.op();
  const Module& m = *shown_->module;
  if (!value && op && op.value < outline.boxOfOp.size() && m.op(op).resultCount > 0) {
    std::vector<ValueId> tensors = at.tensors();
    auto seen = std::ranges::find_if(tensors, [&](ValueId v) { return v && v.value < m.valueCount() && m.definingOp(v) == op; });
    value = seen != tensors.end() ? *seen : m.result(op);
  }
  auto boxOf = [&](ValueId v) { return v && v.value < outline.boxOfValue.size() ? outline.boxOfValue[v.value] : BoxId(); };
  if (!boxOf(value)) {
    for (ValueId tensor : at.tensors())
      if (boxOf(tensor)) value = tensor;
  }
  if (boxOf(value)) selection_.select(value, boxOf(value));
}

}  // namespace shardlens::app
