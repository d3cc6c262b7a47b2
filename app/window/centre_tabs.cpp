#include "app/window/centre_tabs.h"

#include <QApplication>
#include <QTabWidget>

namespace shardlens::app {

CentreTabs::CentreTabs(QWidget* parent) : QSplitter(Qt::Horizontal, parent), tabs_(new QTabWidget(this)), beside_(new QTabWidget(this)) {
  for (QTabWidget* tabs : {tabs_, beside_}) {
    tabs->setDocumentMode(true);
    addWidget(tabs);
  }
  tabs_->setAccessibleName(tr("Views"));
  beside_->setAccessibleName(tr("Views beside"));
  beside_->hide();
  setChildrenCollapsible(false);
  setHandleWidth(1);
}

void CentreTabs::add(QWidget* view, const QString& title) { tabs_->addTab(view, title); }

bool CentreTabs::isBeside(const QWidget* view) const { return beside_->indexOf(const_cast<QWidget*>(view)) >= 0; }

void CentreTabs::bringUp(QWidget* view) { (isBeside(view) ? beside_ : tabs_)->setCurrentWidget(view); }

void CentreTabs::putBeside(QWidget* view, bool beside) {
  if (beside == isBeside(view)) return;
  QTabWidget* from = beside ? tabs_ : beside_;
  QTabWidget* to = beside ? beside_ : tabs_;
  QString title = from->tabText(from->indexOf(view));
  // Back among the others it is in front only where somebody works in it.
  bool inFront = beside || view->isAncestorOf(QApplication::focusWidget());
  to->addTab(view, title);  // leaves the other by it
  if (inFront) to->setCurrentWidget(view);
  beside_->setVisible(beside_->count() > 0);
  if (beside) setSizes({width() / 2, width() - width() / 2});
  emit besideChanged();
}

}  // namespace shardlens::app
