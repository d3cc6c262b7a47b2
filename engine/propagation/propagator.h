#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/ir/module.h"
#include "engine/propagation/strategy.h"
#include "engine/propagation/trace.h"
#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"

namespace shardlens {

/// A sharding that a person gave to a value in place of what the text says; an invalid `sharding` removes the one in the text.
struct ShardingOverride {
  ValueId value;
  AttrId sharding;
};

/// The same for a function's result.
struct FuncResultSharding {
  OpId func;
  std::uint32_t index = 0;
  AttrId sharding;
};

/// A fixpoint: the sharding of every value, without a change to the module it belongs to.
struct ShardingPlan {
  std::vector<AttrId> shardings;                ///< by ValueId::value; invalid: none
  std::vector<FuncResultSharding> funcResults;  ///< of the functions that have some
  std::vector<OpId> dead;                       ///< unused operations that propagation removes from the program
  bool complete = false;                        ///< false: cancelled or refused (see the diagnostics)

  [[nodiscard]] AttrId of(ValueId value) const { return value.value < shardings.size() ? shardings[value.value] : AttrId(); }
};

/// Computes sharding plans of one immutable module again and again; rules and pure steps are made once and remembered.
///
/// The module must outlive it and stay as it is. Interns into the module's context: one run at a time a context.
class Propagator {
 public:
  Propagator(const Module& module, const PropagationOptions& options = {});
  /// Takes over the rules and steps that `like` remembers; what its program has keeps its ids in `module`.
  Propagator(const Module& module, const Propagator& like);
  ~Propagator();
  Propagator(const Propagator&) = delete;
  Propagator& operator=(const Propagator&) = delete;

  /// The plan of the module with `values` and `results` laid over its own annotations; `trace`, when given, records each step.
  /// `earlier`, when given, is the trace with a log of another run of this propagator: what comes out the same is taken from there.
  ShardingPlan run(std::span<const ShardingOverride> values, std::span<const FuncResultSharding> results, Diagnostics& diagnostics,
                   Trace* trace = nullptr, Progress* progress = nullptr, const Trace* earlier = nullptr);
  /// The trace of a run of `from` as one that this may repeat parts of. This one's program has other operations, and others look at `seen`
  /// now (carry_over.h); it took over from `from`.
  [[nodiscard]] Trace carriedOver(const Trace& earlier, const Propagator& from, std::vector<ValueId> seen) const;
  /// Rule of an operation as propagation uses it; invalid where it has none.
  AttrId ruleOf(OpId op);
  [[nodiscard]] const Module& module() const;
  /// The value that carries the sharding for each value, by ValueId::value; invalid where none can.
  [[nodiscard]] std::vector<ValueId> slotOf() const;
  /// Sharding that each value has before any run, by ValueId::value.
  [[nodiscard]] std::vector<AttrId> written() const;
  /// Every pure step met so far.
  [[nodiscard]] const StepTable& steps() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace shardlens
