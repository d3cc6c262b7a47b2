#pragma once

#include <QStyle>
#include <QWidget>

namespace shardlens::app {

/// Frames `field` as one whose text was refused, or no longer.
inline void setWrong(QWidget* field, bool wrong) {
  if (field->property("wrong").toBool() == wrong) return;
  field->setProperty("wrong", wrong);
  field->style()->unpolish(field);
  field->style()->polish(field);
}

}  // namespace shardlens::app
