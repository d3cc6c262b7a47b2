#pragma once

#include <string>
#include <vector>

#include "engine/plan/step_facts.h"

namespace shardlens {

/// One new axis of a step in words.
struct GainText {
  std::string axis, factor, to, from;  ///< `"model"`, `k`, `%12`, `%w`
};

/// One moment in words that need no program beside them.
struct StepText {
  std::string op;         ///< `stablehlo.dot_general`, `func.func`; of an opening empty
  bool inProgram = true;  ///< false: an import pass made the operation, the program as opened does not have it
  std::string rule;       ///< as the reference prints it
  std::vector<GainText> gains;
  std::string ways;  ///< `forward`, `backward, across`
  std::string conflict;
  std::string strategy;  ///< `basic`, `aggressive`
  std::size_t changes = 0;
  int iteration = 0, opPriority = -1, userPriority = 0;  ///< opPriority -1: all operations at once
};

StepText textOf(const Moments& moments, const StepFacts& facts, std::size_t moment);
/// `step 12: stablehlo.dot_general, "model" on factor k from %w to %12, forward, iteration 1, ...`
std::string lineOf(const Moments& moments, const StepFacts& facts, std::size_t moment);
/// `%12`, or a role where the program as opened has no name for it.
std::string nameOf(const Moments& moments, ValueId opened);

}  // namespace shardlens
