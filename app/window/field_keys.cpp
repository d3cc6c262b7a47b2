#include "app/window/field_keys.h"

#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

namespace shardlens::app {

namespace {

/// Alt+Down and Alt+Up open and close the list of a box to choose from, whatever else they do.
bool opensList(const QObject* watched, const QKeyEvent& key) {
  bool upOrDown = key.key() == Qt::Key_Down || key.key() == Qt::Key_Up;
  return upOrDown && key.modifiers() == Qt::AltModifier && qobject_cast<const QComboBox*>(watched);
}

}  // namespace

FieldKeys::FieldKeys(QObject* parent) : QObject(parent) { QApplication::instance()->installEventFilter(this); }

bool FieldKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  auto* key = static_cast<QKeyEvent*>(event);
  if (opensList(watched, *key)) {
    key->accept();
    return true;
  }
  const auto* field = qobject_cast<QLineEdit*>(watched);
  if (!field) return false;
  bool control = key->modifiers() == Qt::ControlModifier;
  bool window = (key->matches(QKeySequence::Undo) && !field->isUndoAvailable()) ||
                (key->matches(QKeySequence::Redo) && !field->isRedoAvailable()) ||
                (control && (key->key() == Qt::Key_E || key->key() == Qt::Key_K));
  if (window) key->ignore();
  return window;
}

}  // namespace shardlens::app
