#pragma once

#include <string>

#include "engine/propagation/run_state.h"

namespace shardlens {

/// Number of the first step of a run: one more than the largest that the text's `sdy.propagation_edges` have.
std::int64_t firstStepNumber(const Module& module);

/// Attributes that explain where shardings came from: `sdy.sharding_origins` (debug-sharding-origins) names the annotation, and
/// `sdy.propagation_edges` (debug-propagation-edge-sharding) the tensor of the operation. Made before a run, written after it from its
/// trace.
class DebugAttributes {
 public:
  DebugAttributes(Module& module, const PropagationOptions& options);
  void write(Module& module, const RunContext& context, const Trace& trace, const Liveness& live);

  // The same where constraints give their inputs their sharding, before any run: each is a step of its own.
  void addConstraint(const Module& module, OpId constraint, AttrId sharding);
  void write(Module& module) const;

 private:
  using Origins = std::vector<std::pair<AxisRef, std::string>>;  ///< of one value, an axis once
  struct Edge {
    AxisRef axis;
    std::int64_t step = 0;
    bool fromResult = false, toResult = false;
    std::uint32_t from = 0, to = 0;
  };
  using EdgesOf = std::unordered_map<OpId, std::vector<Edge>>;

  void prepareOrigins(Module& module);
  void prepareFunctions(const Module& module);
  void remember(const Module& module, ValueId value, AttrId sharding, const std::string& name);
  void addOrigin(ValueId slot, const AxisRef& axis, const std::string& name);
  [[nodiscard]] const std::string* originOf(ValueId slot, const AxisRef& axis) const;
  void follow(const RunContext& context, const Trace& trace, std::size_t step);
  void writeOrigins(Module& module, const Liveness* live) const;
  void writeEdges(Module& module, const Liveness* live) const;

  bool origins_, edges_;
  std::int64_t nextStep_ = 0;                         ///< of constraints
  std::vector<std::pair<ValueId, Origins>> byValue_;  ///< in order of first mention
  std::unordered_map<ValueId, std::size_t> placeOf_;
  EdgesOf edgesOf_;
};

}  // namespace shardlens
