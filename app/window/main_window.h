#pragma once

#include <QMainWindow>

#include "app/graph/graph_panel.h"
#include "app/graph/layout_service.h"
#include "app/stepper/stepper.h"
#include "app/window/search_field.h"
#include "app/window/searcher.h"
#include "app/window/selection.h"
#include "app/window/session_bridge.h"

class QLabel;
class QProgressBar;
class QToolBar;
class QToolButton;

namespace shardlens::app {

class Actions;
class AnnotationsPanel;
class BottomDock;
class CentreTabs;
class CommandPalette;
class ElidedLabel;
class FileDesk;
class Inspector;
class MeshPanel;
class OutlinePanel;
class SourcePanel;
class StepsPanel;
class StrategiesPanel;
class Transport;
class StrategyButton;
class TitledDock;
class WhyService;

/// Puts the parts side by side and joins their signals; what the parts do is theirs.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  /// `layoutHelper` starts the process that runs dot; empty: none.
  MainWindow(Theme& theme, const QString& layoutHelper, QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] SessionBridge& session() { return session_; }
  [[nodiscard]] Selection& selection() { return selection_; }
  [[nodiscard]] GraphPanel& graph() { return *graph_; }
  [[nodiscard]] SourcePanel& source() { return *source_; }
  [[nodiscard]] OutlinePanel& outline() { return *outline_; }
  [[nodiscard]] Inspector& inspector() { return *inspector_; }
  [[nodiscard]] AnnotationsPanel& annotations() { return *annotations_; }
  [[nodiscard]] MeshPanel& mesh() { return *mesh_; }
  [[nodiscard]] StrategyButton& strategy() { return *strategy_; }
  [[nodiscard]] BottomDock& bottom() { return *bottom_; }
  [[nodiscard]] Stepper& stepper() { return stepper_; }
  [[nodiscard]] StepsPanel& stepsPanel() { return *steps_; }
  [[nodiscard]] StrategiesPanel& strategies() { return *strategies_; }
  [[nodiscard]] FileDesk& files() { return *files_; }
  [[nodiscard]] Actions& actions() { return *actions_; }
  [[nodiscard]] Searcher& searcher() { return searcher_; }
  [[nodiscard]] QLineEdit& searchField() { return *search_; }
  [[nodiscard]] Theme& theme() { return theme_; }

  /// Puts size and docks as they were when a window that keeps its layout was closed, and keeps them from now on.
  void keepLayout();

  /// Brings a part into view: graph, source, outline, annotations, mesh, inspector, value, rule, why, chips, problems, steps, strategies.
  /// False where there is none of that name.
  bool openPanel(const QString& name);
  /// Nothing is being opened, propagated, laid out or searched.
  [[nodiscard]] bool settled() const;

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeCentre();
  void makeDocks();
  void makeToolBar();
  void makeStatusBar();
  void makeActions();
  void makeGraphActions();
  void makeStepActions();
  void makeEditDocks();
  void makeEditActions();
  void connectEdits();
  void showRefusal(const QString& why, const Edit& edit);
  void saveLayout() const;
  void connectSession();
  void connectSelection();
  void connectSearch();
  void connectSteps();
  void showMoment(Stepper::Way way, ValueId value);
  void selectVisited(ValueId value);
  void colourGraph();
  void showReloaded(const SnapshotPtr& snapshot);
  void showSnapshot(const SnapshotPtr& snapshot, bool keep);
  void showEdits();
  void showChange(const SnapshotPtr& before, const SnapshotPtr& after);
  void nextHit(int by);
  void searchFlow(const QString& side);
  void showCentre(QWidget* view);

  Theme& theme_;
  SessionBridge session_;
  Selection selection_;
  Stepper stepper_;
  LayoutService layouts_;
  Searcher searcher_;
  QTimer indexDelay_;
  Actions* actions_;
  FileDesk* files_;
  CommandPalette* palette_;
  GraphPanel* graph_;
  SourcePanel* source_;
  OutlinePanel* outline_;
  AnnotationsPanel* annotations_;
  MeshPanel* mesh_;
  StrategyButton* strategy_;
  Inspector* inspector_;
  BottomDock* bottom_;
  StepsPanel* steps_;
  StrategiesPanel* strategies_;
  WhyService* why_;
  CentreTabs* tabs_;
  TitledDock *outlineDock_, *annotationsDock_, *meshDock_, *inspectorDock_;
  ElidedLabel *fileName_, *hits_, *place_;
  QLabel *editCount_, *ops_, *time_;
  QToolButton *undo_, *redo_, *cancel_;
  SearchField* search_;
  QProgressBar* progress_;
  QToolBar* toolBar_;
  SnapshotPtr shown_;
  static constexpr int kSayMs = 8000;  ///< how long the status bar tells something
  int hit_ = -1;
  int awaitedHit_ = 0;  ///< how far to go on once what is searched for is found
  bool fromGraph_ = false, passing_ = false, keepsLayout_ = false, opensOnTheWay_ = true;
};

}  // namespace shardlens::app
