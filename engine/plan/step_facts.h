#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/moments.h"
#include "engine/support/progress.h"

namespace shardlens {

/// Ways that new axes took through an operation, as bits.
enum StepWay : std::uint8_t { kForward = 1, kBackward = 2, kAcross = 4 };  // across: between two operands or two results

/// What is true of a pure step wherever it is met.
struct PureFacts {
  std::vector<AxisSource> gains;  ///< every new axis: tensor, the tensor that gave it, factor
  std::uint8_t ways = 0;          ///< of StepWay
  Conflict conflict;
};

/// Facts of all pure steps of a trace, each computed once.
class StepFacts {
 public:
  explicit StepFacts(const Moments& moments) : StepFacts(moments, moments.plan().trace.table.get(), nullptr) {}
  /// Decodes by `table`, a copy of the trace's: another thread may look at that one. Stops early when `progress` is cancelled.
  StepFacts(const Moments& moments, const StepTable* table, const Progress* progress);

  [[nodiscard]] const PureFacts& of(const Step& step) const { return facts_[index_[step.pure]]; }
  /// Moments that left a conflict, in order.
  [[nodiscard]] const std::vector<std::uint32_t>& conflicts() const { return conflicts_; }

 private:
  std::vector<std::uint32_t> index_;  // by pure step
  std::vector<PureFacts> facts_;
  std::vector<std::uint32_t> conflicts_;
};

}  // namespace shardlens
