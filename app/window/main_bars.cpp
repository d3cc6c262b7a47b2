#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include <QFileInfo>

#include <utility>

#include "app/graph/export_graph.h"
#include "app/source/source_panel.h"
#include "app/source/source_view.h"
#include "app/stepper/transport.h"
#include "app/theme/count_text.h"
#include "app/theme/elided_label.h"
#include "app/window/actions.h"
#include "app/window/bottom_dock.h"
#include "app/window/command_palette.h"
#include "app/window/docks.h"
#include "app/window/file_desk.h"
#include "app/window/main_window.h"
#include "app/window/strategy_button.h"

namespace shardlens::app {

void MainWindow::makeToolBar() {
  QToolBar* bar = toolBar_ = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  fileName_ = new ElidedLabel(nullptr, 110);
  fileName_->setProperty("heading", true);
  editCount_ = new QLabel;
  editCount_->setProperty("subtle", true);
  auto button = [&](const QString& text, const QString& name) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setAccessibleName(name);
    bar->addWidget(made);
    return made;
  };
  bar->addWidget(fileName_);
  bar->addWidget(editCount_);
  undo_ = button(QString::fromUtf8("↶ ") + tr("Undo"), tr("Undo"));
  redo_ = button(QString::fromUtf8("↷ ") + tr("Redo"), tr("Redo"));
  connect(undo_, &QToolButton::clicked, &session_, &SessionBridge::undo);
  connect(redo_, &QToolButton::clicked, &session_, &SessionBridge::redo);
  strategy_ = new StrategyButton;
  bar->addWidget(strategy_);
  bar->addWidget(new Transport(stepper_, theme_));
  auto* space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  hits_ = new ElidedLabel(nullptr, 70);  // a short answer is seen whole
  hits_->setProperty("subtle", true);
  bar->addWidget(hits_);
  search_ = new SearchField;
  search_->setPlaceholderText(tr("Search values, ops, layers…   Ctrl+K"));
  search_->setAccessibleName(tr("Search"));
  search_->setToolTip(
      tr("Words, /regular expressions/, axis:NAME, op:NAME, kind:layer, bytes>100M, partial, annotated, changed,\nproducers:%12:3, "
         "consumers:%12:3 (so many operations away)"));
  search_->setMinimumWidth(160);
  search_->setMaximumWidth(300);
  search_->setClearButtonEnabled(true);
  bar->addWidget(search_);
}

void MainWindow::makeStatusBar() {
  QStatusBar* bar = statusBar();
  bar->setSizeGripEnabled(false);
  ops_ = new QLabel;
  place_ = new ElidedLabel;
  time_ = new QLabel;
  time_->setProperty("subtle", true);
  place_->setProperty("subtle", true);
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setFixedWidth(180);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of opening"));
  cancel_ = new QToolButton;
  cancel_->setText(tr("Cancel"));
  bar->addWidget(ops_);
  bar->addWidget(place_, 1);
  bar->addPermanentWidget(progress_);
  bar->addPermanentWidget(cancel_);
  bar->addPermanentWidget(time_);
  progress_->hide();
  cancel_->hide();
  QString invitation = tr("Open a program with Ctrl+O, or drop its file here.");
  graph_->view().setInvitation(invitation);
  connect(files_, &FileDesk::wrote, this, [bar](const QString& path) { bar->showMessage(tr("Wrote %1").arg(path), kSayMs); });
  connect(cancel_, &QToolButton::clicked, &session_, &SessionBridge::cancelOpening);
  connect(&session_, &SessionBridge::progressed, this, [this](double f) { progress_->setValue(static_cast<int>(f * 1000)); });
  connect(&session_, &SessionBridge::openingChanged, this, [this, invitation](bool opening, const QString& path) {
    progress_->setVisible(opening);
    graph_->view().setInvitation(opening ? QString() : invitation);
    progress_->setValue(0);
    cancel_->setVisible(opening);
    if (opening)
      place_->say(tr("opening %1").arg(QFileInfo(path).fileName()));
    else
      place_->say({});
  });
}

void MainWindow::showEdits() {
  QString name = session_.hasDocument() ? QFileInfo(session_.path()).fileName() : tr("Shardlens");
  fileName_->say(name);
  int edits = shown_ ? static_cast<int>(shown_->edits.size()) : 0;
  editCount_->setText(edits == 0 ? QString() : counted(tr("1 edit"), tr("%1 edits"), edits));
  undo_->setEnabled(session_.canUndo());
  redo_->setEnabled(session_.canRedo());
  actions_->find(QStringLiteral("undo"))->setEnabled(session_.canUndo());
  actions_->find(QStringLiteral("redo"))->setEnabled(session_.canRedo());
  for (const char* action : {"saveAs", "export", "reload"}) actions_->find(QLatin1String(action))->setEnabled(session_.hasDocument());
  setWindowTitle(session_.hasDocument() ? tr("%1[*] - Shardlens").arg(name) : tr("Shardlens"));
  setWindowModified(session_.modified());
}

void MainWindow::makeActions() {
  Actions& a = *actions_;
  QString file = tr("&File"), edit = tr("&Edit"), view = tr("&View"), go = tr("&Go"), help = tr("&Help");
  a.add(file, QStringLiteral("open"), tr("&Open…"), QKeySequence::Open, [this] { files_->askOpen(); });
  files_->addRecentMenu(a.menu(file));
  a.add(file, QStringLiteral("reload"), tr("&Reload"), QKeySequence(Qt::Key_F5), [this] { session_.reload(); });
  a.add(file, QStringLiteral("cancel"), tr("&Cancel opening"), {}, [this] { session_.cancelOpening(); });
  a.addSeparator(file);
  a.add(file, QStringLiteral("saveAs"), tr("Save &As…"), QKeySequence(Qt::CTRL | Qt::Key_S), [this] { files_->askSaveAs(); });
  a.add(file, QStringLiteral("export"), tr("&Export graph…"), QKeySequence(Qt::CTRL | Qt::Key_E), [this] {
    files_->askExport([this] {
      // Copies: the scene's looks change with the plan.
      return [scene = Scene(*graph_->model().scene()), legend = graph_->model().legend(), palette = theme_.palette()](
                 const QString& file, const std::atomic<bool>& stop) { return exportGraph(scene, legend, palette, file, &stop); };
    });
  });
  a.addSeparator(file);
  a.add(file, QStringLiteral("quit"), tr("&Quit"), QKeySequence::Quit, [this] { close(); });

  a.add(edit, QStringLiteral("undo"), tr("&Undo"), QKeySequence::Undo, [this] { session_.undo(); });
  a.add(edit, QStringLiteral("redo"), tr("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [this] { session_.redo(); });
  a.addSeparator(edit);
  a.add(edit, QStringLiteral("search"), tr("&Search"), QKeySequence(Qt::CTRL | Qt::Key_K), [this] {
    search_->setFocus();
    search_->selectAll();
  });
  a.add(edit, QStringLiteral("nextHit"), tr("&Next found"), QKeySequence(Qt::Key_F3), [this] { nextHit(1); });
  a.add(edit, QStringLiteral("previousHit"), tr("&Previous found"), QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { nextHit(-1); });
  a.add(edit, QStringLiteral("find"), tr("&Find in the source"), QKeySequence::Find, [this] {
    showCentre(source_);
    source_->openFind();
  });

  makeGraphActions();
  a.add(view, QStringLiteral("unfold"), tr("&Unfold the source"), {}, [this] { source_->view().unfoldAll(); });
  a.addSeparator(view);
  a.add(view, QStringLiteral("theme"), tr("Light or &dark"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), [this] {
    theme_.apply(theme_.isDark() ? Theme::Look::Light : Theme::Look::Dark);
    if (keepsLayout_) keepLook(theme_.look());
  });

  a.menu(tr("&Plan"));
  struct Panel {
    const char* name;
    QString text;
    int key;
  };
  const Panel panels[] = {{"graph", tr("&Graph"), Qt::Key_1},     {"source", tr("&Source"), Qt::Key_2},
                          {"outline", tr("&Outline"), Qt::Key_3}, {"inspector", tr("&Inspector"), Qt::Key_4},
                          {"rule", tr("&Rule"), Qt::Key_5},       {"why", tr("&Why"), Qt::Key_8},
                          {"chips", tr("&Chips"), Qt::Key_6},     {"problems", tr("&Problems"), Qt::Key_7},
                          {"steps", tr("S&teps"), Qt::Key_9},     {"annotations", tr("&Annotations"), Qt::Key_A},
                          {"mesh", tr("&Mesh"), Qt::Key_M}};
  for (const Panel& panel : panels) {
    QString name = QLatin1String(panel.name);
    a.add(go, QStringLiteral("go-") + name, panel.text, QKeySequence(Qt::ALT | static_cast<Qt::Key>(panel.key)),
          [this, name] { openPanel(name); });
  }
  a.add(go, QStringLiteral("definition"), tr("&Definition"), {}, [this] { source_->view().goToDefinition(); });

  makeStepActions();

  a.add(help, QStringLiteral("palette"), tr("&Command palette"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
        [this] { palette_->open(); });
  a.add(help, QStringLiteral("shortcuts"), tr("&Shortcuts"), QKeySequence(Qt::Key_Question),
        [this] { makeShortcutsDialog(*actions_, this)->show(); });
  a.add(help, QStringLiteral("about"), tr("&About Shardlens"), {}, [this] {
    QMessageBox::about(this, tr("About Shardlens"),
                       tr("<b>Shardlens %1</b><p>A workbench for tensor-sharding plans: StableHLO programs with Shardy annotations.</p>"
                          "<p>Apache License 2.0</p>")
                           .arg(QApplication::applicationVersion()));
  });
}

void MainWindow::connectSearch() {
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    hit_ = -1;
    awaitedHit_ = 0;
    searcher_.search(text);
  });
  connect(search_, &QLineEdit::returnPressed, this, [this] { nextHit(1); });
  connect(search_, &SearchField::left, this, [this] { graph_->view().setFocus(); });
  connect(&searcher_, &Searcher::found, this, [this](const auto& highlight, const QString& problem) {
    graph_->view().setMatches(highlight);
    auto count = static_cast<int>(searcher_.hits().size());
    hits_->say(!problem.isEmpty() ? problem : highlight ? tr("%L1 found").arg(count) : QString());
    if (searcher_.pending() || awaitedHit_ == 0) return;
    nextHit(std::exchange(awaitedHit_, 0));
  });
}

void MainWindow::nextHit(int by) {
  if (searcher_.pending()) {
    awaitedHit_ = by;
    return searcher_.hurry();
  }
  auto count = static_cast<int>(searcher_.hits().size());
  if (count == 0 || !shown_) return;
  hit_ = (hit_ + by + count) % count;
  BoxId box = searcher_.hits()[static_cast<std::size_t>(hit_)];
  hits_->say(tr("%1 of %2").arg(hit_ + 1).arg(count));
  selection_.select(valueOfLeaf(*shown_->module, shown_->outline->box(box)), box);
}

}  // namespace shardlens::app
