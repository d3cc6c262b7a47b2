#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace shardlens::app {

class Actions;

/// Finds any command by its name and runs it.
class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  explicit CommandPalette(const Actions& actions, QWidget* parent);
  void open() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& filter);
  void run();

  const Actions& actions_;
  QLineEdit* field_;
  QListWidget* list_;
};

/// Lists every command with its shortcut.
QDialog* makeShortcutsDialog(const Actions& actions, QWidget* parent);

}  // namespace shardlens::app
