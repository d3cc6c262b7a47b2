#include "app/window/actions.h"

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace shardlens::app {

Actions::Actions(QWidget* window) : QObject(window), window_(window), bar_(static_cast<QMainWindow*>(window)->menuBar()) {
  bar_->setAccessibleName(tr("Menu bar"));
}

QMenu* Actions::menu(const QString& title) {
  for (QAction* action : bar_->actions())
    if (action->menu() && action->menu()->title() == title) return action->menu();
  return bar_->addMenu(title);
}

QAction* Actions::add(const QString& title, const QString& name, const QString& text, const QKeySequence& keys, std::function<void()> run) {
  QAction* action = menu(title)->addAction(text);
  action->setObjectName(name);
  action->setShortcut(keys);
  action->setProperty("menu", QString(title).remove(QLatin1Char('&')));
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  window_->addAction(action);
  actions_ << action;
  return action;
}

void Actions::add(const QString& title, QAction* action) {
  menu(title)->addAction(action);
  action->setProperty("menu", QString(title).remove(QLatin1Char('&')));
  window_->addAction(action);
  actions_ << action;
}

void Actions::addSeparator(const QString& title) { menu(title)->addSeparator(); }

QAction* Actions::find(const QString& name) const {
  for (QAction* action : actions_)
    if (action->objectName() == name) return action;
  return nullptr;
}

QString Actions::menuOf(const QAction* action) { return action->property("menu").toString(); }

}  // namespace shardlens::app
