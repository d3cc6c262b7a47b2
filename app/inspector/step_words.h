#pragma once

#include <QString>

#include "app/inspector/chip_delegate.h"
#include "engine/session/shown_moment.h"

namespace shardlens::app {

// Moments in a reader's words, for the list of steps and the inspector alike.

/// `step 120 of 4,310`, `after step 119: user priority 1 opens`, `before the first step`.
QString placeText(const Moments& moments, std::size_t done);
/// `forward`, `backward`, `between operands`
QString wayText(std::uint8_t ways);
/// Why a factor stayed in conflict; empty where none did.
QString conflictText(const Conflict& conflict);
/// The same in three words, for a list; empty where there is none.
QString conflictMark(const Conflict& conflict);
/// `%1210`, or what stands for a value without a name.
QString valueName(const Module& opened, ValueId value);
/// Scope and name of the operation: `layer_3/attention/dot_general %1210`; without a counterpart in the program what the import made.
QString visitName(const Snapshot& snapshot, const Moments& moments, const Step& step);
/// New axes as chips, each once.
Chips gainChips(const Snapshot& snapshot, const PureFacts& facts);
/// Factors, receiving or giving tensors of a visit, each once: `k`, `%1210`.
QString gainFactors(const PureFacts& facts);
QString gainTensors(const Snapshot& snapshot, const Moments& moments, const Step& step, const PureFacts& facts, bool giving);
/// One sentence with all that a visit is: way, axes, factor, from where, iteration, priorities, strategy.
QString visitSentence(const Snapshot& snapshot, const ShownMoment& shown);

}  // namespace shardlens::app
