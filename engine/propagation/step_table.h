#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/ir/intern.h"
#include "engine/propagation/conflict.h"

namespace shardlens {

/// New sharding of one tensor of an operation; operands are numbered before results.
struct TensorUpdate {
  std::uint32_t tensor = 0;
  AttrId sharding;
};

/// Where one new axis of a tensor came from.
struct AxisSource {
  std::uint32_t tensor = 0;
  std::uint32_t source = 0;  ///< tensor that had the axis before
  std::int64_t factor = 0;
  AxisRef axis;
};

/// Remembers steps of propagation as what they are: pure functions of a rule, a mode and the shardings of the tensors.
///
/// Equal layers meet equal inputs, so most visits are one look-up here.
class StepTable {
 public:
  StepTable(Context& context, std::shared_ptr<const MeshTable> meshes) : context_(context), meshes_(std::move(meshes)) {}

  /// A table of the steps met so far that no later run adds to: another thread may look at it while one runs.
  [[nodiscard]] std::shared_ptr<const StepTable> frozen(const Module& module) const;

  /// The step that `rule` makes of the shardings `in` (invalid: none) of its operands and results.
  std::uint32_t find(AttrId rule, const FactorMode& mode, std::span<const AttrId> in);

  [[nodiscard]] AttrId rule(std::uint32_t step) const { return AttrId(keys_[entries_[step].firstKey]); }
  [[nodiscard]] std::vector<AttrId> in(std::uint32_t step) const;
  /// Strategy and the directions in which the step may pass factors on.
  [[nodiscard]] FactorMode mode(std::uint32_t step) const { return modeOf(keys_[entries_[step].firstKey + 1]); }
  [[nodiscard]] std::span<const TensorUpdate> updates(std::uint32_t step) const;
  /// What the step could not settle, if anything.
  [[nodiscard]] Conflict conflict(std::uint32_t step) const { return entries_[step].conflict; }
  /// Sources of all axes that the step's projection has more than before, in order of tensors; computed afresh.
  [[nodiscard]] std::vector<AxisSource> sources(std::uint32_t step) const;
  /// Sizes of the rule's factors, its mappings, and the projections before and after the step.
  struct Picture {
    ShardingRule rule;
    Projection before, after;
  };
  [[nodiscard]] Picture picture(std::uint32_t step) const;

  /// Steps met so far, equal ones counted once.
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  const TensorSharding& decoded(AttrId sharding) const;
  const ShardingRule& decodedRule(AttrId rule) const;
  /// Mesh that all of `in` share and how to name it; null where they have none or different ones, or one of a single device.
  const Mesh* commonMesh(std::span<const AttrId> in, AttrId* meshRef) const;

 private:
  struct Entry {
    std::uint32_t firstKey = 0, keySize = 0;  ///< rule, mode, shardings
    std::uint32_t firstUpdate = 0, updateCount = 0;
    Conflict conflict;
  };
  void compute(Entry& entry, AttrId rule, const FactorMode& mode, std::span<const AttrId> in);
  [[nodiscard]] FactorMode modeOf(std::uint32_t bits) const;
  [[nodiscard]] bool isRun(std::uint32_t step, AttrId rule, const FactorMode& mode, std::span<const AttrId> in) const;
  std::vector<const TensorSharding*> decodedAll(std::span<const AttrId> in) const;

  Context& context_;
  std::shared_ptr<const MeshTable> meshes_;
  InternTable table_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> keys_;
  std::vector<TensorUpdate> updates_;
  mutable std::unordered_map<AttrId, std::unique_ptr<TensorSharding>> shardings_;
  mutable std::unordered_map<AttrId, std::unique_ptr<ShardingRule>> rules_;
};

}  // namespace shardlens
