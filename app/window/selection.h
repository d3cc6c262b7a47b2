#pragma once

#include <QObject>

#include "engine/session/snapshot.h"

namespace shardlens::app {

/// The one selection that graph, outline, source and inspector share: a value, or a box without one.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  void select(ValueId value, BoxId box) {
    if (value == value_ && box == box_) return;
    value_ = value;
    box_ = box;
    emit changed();
  }
  void clear() { select({}, {}); }
  [[nodiscard]] ValueId value() const { return value_; }
  [[nodiscard]] BoxId box() const { return box_; }

 signals:
  void changed();

 private:
  ValueId value_;
  BoxId box_;
};

}  // namespace shardlens::app
