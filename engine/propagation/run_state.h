#pragma once

#include <functional>
#include <memory>

#include "engine/propagation/write_back.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

/// What runs over one module share: made once, remembered between runs.
struct RunContext {
  RunContext(const Module& module, PropagationOptions options);

  const Module& module;
  PropagationOptions options;
  Flow flow;
  ShardingGroups groups;
  RuleBook rules;
  Schedule schedule;
  Listeners listeners;
  std::shared_ptr<StepTable> steps;
  std::vector<AttrId> ruleOf;
  ShardingState written;  ///< as the text has them
};

/// Called with the state after each user priority but the last.
using AfterPriority = std::function<void(std::int64_t priority, const ShardingState& state, const Liveness& live)>;

/// Runs all phases that the options ask for over `state`. What comes out as in `earlier`, when given, is taken from there. False when
/// cancelled.
bool runPhases(RunContext& context, ShardingState& state, Liveness& live, Trace* trace, Progress* progress, const Trace* earlier = nullptr,
               const AfterPriority& after = nullptr);

/// Dimensions with a priority above 0 wait for their turn: until then they are closed and empty, their axes kept from other dimensions.
class UserPriorities {
 public:
  /// Remembers the shardings of `state` that have such dimensions and closes these.
  UserPriorities(Context& c, const StepTable& steps, ShardingState& state);
  [[nodiscard]] std::vector<std::int64_t> priorities() const;
  /// Opens the dimensions of `priority`. `trace`, when given, holds the changes after those of the last step.
  void release(std::int64_t priority, ShardingState& state, Trace* trace) const;

 private:
  struct Reference {
    ValueId value;
    OpId func;
    std::uint32_t result = 0;
    AttrId original;
  };
  AttrId initialise(AttrId sharding, const Reference& where);
  [[nodiscard]] AttrId updated(AttrId now, AttrId original, std::int64_t priority) const;
  static AttrId* place(ShardingState& state, const Reference& where);

  Context& c_;
  const StepTable& steps_;
  std::vector<std::pair<std::int64_t, Reference>> references_;
};

/// Gives the members of each sharding group without a conflict the one sharding that they have.
void syncGroups(const RunContext& context, ShardingState& state);

/// Adds a diagnostic at the place of `op`.
void reportAt(Diagnostics& diagnostics, Severity severity, const Module& module, OpId op, std::string message);

/// Reports the first result of a type that propagation refuses: a tensor without a static shape, a tuple. True when there is none.
bool checkShapes(const Module& module, Diagnostics& diagnostics);

/// Warns once of an operation and once of a custom call that have no rule although nothing says that they should not.
void warnOfUnknown(RunContext& context, Diagnostics& diagnostics);

}  // namespace shardlens
