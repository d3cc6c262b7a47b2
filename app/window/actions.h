#pragma once

#include <QAction>
#include <QList>
#include <QObject>

#include <functional>

class QMenuBar;
class QWidget;

namespace shardlens::app {

/// Everything that can be done, once: menus, shortcuts, the command palette and the list of shortcuts come from it.
class Actions : public QObject {
  Q_OBJECT
 public:
  explicit Actions(QWidget* window);

  /// Adds an action to `menu` (made when it is new); `name` finds it again.
  QAction* add(const QString& menu, const QString& name, const QString& text, const QKeySequence& keys, std::function<void()> run);
  /// Adds an action made elsewhere, under its object name.
  void add(const QString& menu, QAction* action);
  void addSeparator(const QString& menu);
  QMenu* menu(const QString& title);
  [[nodiscard]] QAction* find(const QString& name) const;
  [[nodiscard]] const QList<QAction*>& all() const { return actions_; }
  /// Menu under which `action` stands.
  [[nodiscard]] static QString menuOf(const QAction* action);

 private:
  QWidget* window_;
  QMenuBar* bar_;
  QList<QAction*> actions_;
};

}  // namespace shardlens::app
