#pragma once

#include <QObject>

namespace shardlens::app {

/// Gives keys to the window that a text field would take and do nothing with: undo where nothing was typed, and Ctrl+E and Ctrl+K, which
/// are End and Delete there on some desktops. Watches all fields of the application.
class FieldKeys : public QObject {
 public:
  explicit FieldKeys(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace shardlens::app
