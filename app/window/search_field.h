#pragma once

#include <QKeyEvent>
#include <QLineEdit>

namespace shardlens::app {

/// The field that is searched by: Escape takes the search back, and leaves the field where there is none.
class SearchField : public QLineEdit {
  Q_OBJECT
 public:
  using QLineEdit::QLineEdit;

 signals:
  void left();

 protected:
  bool event(QEvent* event) override {
    auto* key = event->type() == QEvent::ShortcutOverride ? static_cast<QKeyEvent*>(event) : nullptr;
    if (!key || key->key() != Qt::Key_Escape) return QLineEdit::event(event);
    key->accept();
    return true;
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() != Qt::Key_Escape) return QLineEdit::keyPressEvent(event);
    if (text().isEmpty()) emit left();
    clear();
  }
};

}  // namespace shardlens::app
