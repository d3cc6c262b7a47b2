#pragma once

#include "app/inspector/chip_delegate.h"
#include "engine/report/explanation.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// One row of an explanation.
struct WhyRow {
  enum class Kind { Axis, Part, Link, End, Obstacle, Remedy, Note };
  Kind kind = Kind::Note;
  QString title, detail, facts, right;  ///< `title` in the first line, `right` at its end; the others below
  Chips chips;                          ///< in front of the title
  ValueId value;                        ///< that a click selects
  qint64 step = -1;                     ///< index into the trace, that a click goes to
  QString sharding;                     ///< of a remedy with one annotation: what to write on `value`

  [[nodiscard]] QString spoken() const;
};

/// The chains of all axes of a value.
std::vector<WhyRow> chainRows(const Explanation& explanation, const Snapshot& snapshot);
/// The answer to "why not": what else gives the axis, or the obstacles and what would have to change.
std::vector<WhyRow> answerRows(const Explanation& explanation);

}  // namespace shardlens::app
