#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/plan/plan.h"

namespace shardlens {

/// Makes plans of one program while its annotations change.
///
/// It keeps what the import passes made of the program, and the propagator with all that it remembers. The passes hand most annotations on
/// as they are; where only such ones change, the next plan needs no import. One thread at a time.
class Planner {
 public:
  Planner();
  ~Planner();
  /// Started as `like` was, but with other options: what the import passes made of the program does not depend on them.
  Planner(const Planner& like, const PlanOptions& options);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  /// As if started with `opened`, which differs from the program last started with in constraints that were put in or left out, and in
  /// annotations that are handed on: those are for the next `follow`. Null where it has to be started.
  std::unique_ptr<Planner> restructured(const std::shared_ptr<const Module>& opened);

  /// The plan of `opened` as it stands, from scratch; what the passes made of it is kept. Null when cancelled.
  PlanPtr start(std::shared_ptr<const Module> opened, const PlanOptions& options, Diagnostics& diagnostics, Progress* progress = nullptr);

  /// True when the import passes hand on the sharding of `value` (of the program last started with) and look at it for nothing else.
  bool handsOn(ValueId value);
  /// The same for the shardings of a function's results.
  bool handsOn(OpId func);
  /// The program last started with.
  [[nodiscard]] const Module& opened() const;

  /// The plan of `opened`, which differs from the program last started with in these annotations only; each is handed on. Equal to what
  /// `start` gives. Null when cancelled.
  PlanPtr follow(std::shared_ptr<const Module> opened, std::span<const ShardingOverride> values,
                 std::span<const FuncResultSharding> results, Diagnostics& diagnostics, Progress* progress = nullptr);

 private:
  struct Kept;
  std::unique_ptr<Kept> kept_;
};

}  // namespace shardlens
