#include <QMenu>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>

#include "app/annotations/annotations_panel.h"
#include "app/annotations/mesh_panel.h"
#include "app/inspector/inspector.h"
#include "app/source/source_panel.h"
#include "app/source/source_view.h"
#include "app/window/actions.h"
#include "app/window/bottom_dock.h"
#include "app/window/centre_tabs.h"
#include "app/window/docks.h"
#include "app/window/main_window.h"
#include "app/window/strategy_button.h"

namespace shardlens::app {

namespace {

constexpr int kLayoutVersion = 1;
const QString kVersionKey = QStringLiteral("layout/version"), kGeometryKey = QStringLiteral("layout/geometry"),
              kStateKey = QStringLiteral("layout/state"), kBesideKey = QStringLiteral("layout/beside");

}  // namespace

void MainWindow::makeEditDocks() {
  annotations_ = new AnnotationsPanel(theme_);
  annotationsDock_ = new TitledDock(QStringLiteral("annotations"), tr("Annotations"), annotations_, this);
  addDockWidget(Qt::LeftDockWidgetArea, annotationsDock_);
  mesh_ = new MeshPanel(theme_);
  meshDock_ = new TitledDock(QStringLiteral("mesh"), tr("Mesh"), mesh_, this);
  addDockWidget(Qt::LeftDockWidgetArea, meshDock_);
  resizeDocks({outlineDock_, annotationsDock_, meshDock_}, {240, 180, 260}, Qt::Vertical);
}

void MainWindow::makeEditActions() {
  Actions& a = *actions_;
  QString edit = tr("&Edit"), plan = tr("&Plan");
  a.addSeparator(edit);
  a.add(edit, QStringLiteral("addAxis"), tr("&Add an axis to a dimension…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), [this] {
    QMenu menu;
    inspector_->fillAxisMenu(&menu);
    if (menu.isEmpty())
      statusBar()->showMessage(tr("Select a tensor that has room for an axis."), kSayMs);
    else
      menu.exec(inspector_->mapToGlobal(QPoint(12, 90)));
  });
  a.add(edit, QStringLiteral("addConstraint"), tr("Add a &constraint here"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] {
    inspectorDock_->show();
    inspector_->askConstraint();
  });
  a.add(edit, QStringLiteral("removeSharding"), tr("Re&move the annotation"), QKeySequence(Qt::CTRL | Qt::Key_Backspace),
        [this] { inspector_->removeSharding(); });
  for (QAction* choice : strategy_->choices()) a.add(plan, choice);
}

void MainWindow::connectEdits() {
  connect(&session_, &SessionBridge::refused, this, &MainWindow::showRefusal);
  connect(inspector_, &Inspector::editMade, &session_, &SessionBridge::apply);
  connect(annotations_, &AnnotationsPanel::edited, &session_, &SessionBridge::apply);
  connect(mesh_, &MeshPanel::edited, &session_, &SessionBridge::apply);
  connect(strategy_, &StrategyButton::edited, &session_, &SessionBridge::apply);
  connect(mesh_, &MeshPanel::troublesAsked, this, [this] { bottom_->openProblems(); });
  auto pick = [this](ValueId value) {
    if (!shown_ || value.value >= shown_->outline->boxOfValue.size()) return;
    selection_.select(value, shown_->outline->boxOfValue[value.value]);
  };
  connect(annotations_, &AnnotationsPanel::valueActivated, this, pick);
  connect(annotations_, &AnnotationsPanel::sourceAsked, this, [this, pick](ValueId value) {
    pick(value);
    openPanel(QStringLiteral("source"));
  });
}

// Said where a person may have asked for it: beside the field, and in the list or the mesh.
void MainWindow::showRefusal(const QString& why, const Edit& edit) {
  switch (edit.kind) {
    case EditKind::Mesh:
    case EditKind::AxisName: return mesh_->showProblem(why);
    case EditKind::Options: return statusBar()->showMessage(why, kSayMs);
    default: break;
  }
  ValueId value = shown_ ? findValue(*shown_->module, *shown_->outline, edit.path) : ValueId();
  if (value && value == selection_.value()) inspector_->showProblem(why);
  bool listed = annotations_->isAncestorOf(focusWidget());
  if (listed || !value || value != selection_.value()) annotations_->showProblem(why);
  annotations_->show(shown_);
}

void MainWindow::keepLayout() {
  keepsLayout_ = true;
  QSettings settings;
  if (settings.value(kVersionKey).toInt() != kLayoutVersion) return;
  restoreGeometry(settings.value(kGeometryKey).toByteArray());
  restoreState(settings.value(kStateKey).toByteArray(), kLayoutVersion);
  tabs_->putBeside(source_, settings.value(kBesideKey).toBool());
}

void MainWindow::saveLayout() const {
  QSettings settings;
  settings.setValue(kVersionKey, kLayoutVersion);
  settings.setValue(kGeometryKey, saveGeometry());
  settings.setValue(kStateKey, saveState(kLayoutVersion));
  settings.setValue(kBesideKey, tabs_->isBeside(source_));
}

}  // namespace shardlens::app
