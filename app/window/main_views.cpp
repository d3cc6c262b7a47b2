#include <QAction>
#include <QLineEdit>
#include <QRegularExpression>

#include "app/source/source_panel.h"
#include "app/theme/elided_label.h"
#include "app/window/actions.h"
#include "app/window/centre_tabs.h"
#include "app/window/main_window.h"
#include "app/window/neighbourhood.h"

namespace shardlens::app {

void MainWindow::makeCentre() {
  graph_ = new GraphPanel(theme_, layouts_);
  source_ = new SourcePanel(theme_);
  tabs_ = new CentreTabs(this);
  tabs_->add(graph_, tr("Graph"));
  tabs_->add(source_, tr("Source"));
  setCentralWidget(tabs_);
}

void MainWindow::showCentre(QWidget* view) {
  tabs_->bringUp(view);
  view->setFocus();
}

void MainWindow::makeGraphActions() {
  Actions& a = *actions_;
  QString view = tr("&View");
  a.add(view, QStringLiteral("zoomIn"), tr("Zoom &in"), QKeySequence::ZoomIn, [this] { graph_->view().zoomBy(1.25); });
  a.add(view, QStringLiteral("zoomOut"), tr("Zoom &out"), QKeySequence::ZoomOut, [this] { graph_->view().zoomBy(0.8); });
  a.add(view, QStringLiteral("fit"), tr("&Whole picture"), QKeySequence(Qt::CTRL | Qt::Key_0), [this] { graph_->view().fit(); });
  a.add(view, QStringLiteral("closeAll"), tr("&Close all boxes"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Minus), [this] {
    graph_->model().closeAll();
    graph_->view().showBeginning();
  });
  a.add(view, QStringLiteral("zoomSelection"), tr("Zoom to the &selection"), QKeySequence(Qt::CTRL | Qt::Key_9),
        [this] { graph_->view().zoomToSelected(); });
  a.addSeparator(view);
  for (ColourBy by : kColourings)
    a.add(view, QStringLiteral("colour-%1").arg(static_cast<int>(by)), tr("Colour by %1").arg(colourName(by)), {},
          [this, by] { graph_->colourBy(by); });
  a.addSeparator(view);
  a.add(view, QStringLiteral("producers"), tr("Highlight what the selection is &made from, and one further each time"),
        QKeySequence(Qt::ALT | Qt::Key_Up), [this] { searchFlow(QStringLiteral("producers")); });
  a.add(view, QStringLiteral("consumers"), tr("Highlight what is made &of the selection, and one further each time"),
        QKeySequence(Qt::ALT | Qt::Key_Down), [this] { searchFlow(QStringLiteral("consumers")); });
  a.addSeparator(view);
  QAction* beside = a.add(view, QStringLiteral("beside"), tr("Source &beside the graph"), QKeySequence(Qt::CTRL | Qt::Key_Backslash),
                          [this] { tabs_->putBeside(source_, !tabs_->isBeside(source_)); });
  beside->setCheckable(true);
  connect(tabs_, &CentreTabs::besideChanged, beside, [this, beside] { beside->setChecked(tabs_->isBeside(source_)); });
}

// The search field says what lights up, and can be changed there.
void MainWindow::searchFlow(const QString& side) {
  QString name = shown_ && selection_.value() ? searchName(*shown_, selection_.value()) : QString();
  if (name.isEmpty()) return hits_->say(tr("select a value first"));
  QString start = side + QLatin1Char(':') + name + QLatin1Char(':');
  int depth = search_->text().startsWith(start) ? search_->text().mid(start.size()).toInt() + 1 : 1;
  search_->setText(start + QString::number(depth));
}

}  // namespace shardlens::app
