#include "app/window/field_keys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace shardlens::app {

FieldKeys::FieldKeys(QObject* parent) : QObject(parent) { QApplication::instance()->installEventFilter(this); }

bool FieldKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto* field = qobject_cast<QLineEdit*>(watched);
  if (!field) return false;
  auto* key = static_cast<QKeyEvent*>(event);
  bool control = key->modifiers() == Qt::ControlModifier;
  bool window = (key->matches(QKeySequence::Undo) && !field->isUndoAvailable()) ||
                (key->matches(QKeySequence::Redo) && !field->isRedoAvailable()) ||
                (control && (key->key() == Qt::Key_E || key->key() == Qt::Key_K));
  if (window) key->ignore();
  return window;
}

}  // namespace shardlens::app
