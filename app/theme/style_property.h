#pragma once

#include <QStyle>
#include <QVariant>
#include <QWidget>

namespace shardlens::app {

/// Sets a property that the style sheet looks at, and lets the widget look as it says then.
inline void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
  if (widget->property(name) == value) return;
  widget->setProperty(name, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace shardlens::app
