#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Which value or block stands for which while operations are copied; what was not set stands for itself.
///
/// Dense by value id between the lowest and the highest that was set; `clear` costs only what was set.
class CloneMap {
 public:
  void set(ValueId from, ValueId to);
  [[nodiscard]] ValueId get(ValueId from) const {
    ValueId to = find(from);
    return to ? to : from;
  }
  [[nodiscard]] bool has(ValueId from) const { return find(from).valid(); }
  void set(BlockId from, BlockId to) { blocks_[from] = to; }
  [[nodiscard]] BlockId get(BlockId from) const;
  void clear();

 private:
  [[nodiscard]] ValueId find(ValueId from) const {
    std::size_t at = std::size_t{from.value} - first_;
    return at < values_.size() ? values_[at] : ValueId();
  }

  std::vector<ValueId> values_;
  std::size_t first_ = 0;  ///< id of the first in `values_`
  std::vector<ValueId> touched_;
  std::unordered_map<BlockId, BlockId> blocks_;
};

// Copies keep attributes, location and source of the operation, its results and its blocks' arguments. Uses are added in the order in
// which MLIR adds them. Operands that `map` does not know are used as they are; `map` learns every copied result, argument and block.

/// An unlinked copy of `op` with its regions.
OpId cloneOp(Module& module, OpId op, CloneMap& map);
/// Appends copies of the blocks of `from` to `to`.
void cloneRegion(Module& module, RegionId from, RegionId to, CloneMap& map);
/// Inserts copies of the operations of `from` before `anchor`, the terminator left out; arguments of `from` should be in `map`.
void cloneBodyBefore(Module& module, BlockId from, OpId anchor, CloneMap& map);

/// Moves the operations of `from` before `anchor`, without the terminator unless asked; uses and ids stay.
void moveBodyBefore(Module& module, BlockId from, OpId anchor, bool withTerminator = false);
/// Moves all blocks of `from` to the end of `to`; uses and ids stay.
void moveBlocks(Module& module, RegionId from, RegionId to);
/// An operation in the place of `op` (before it) with the same kind, attributes, location, source and regions (taken from it, not copied)
/// but other operands and results; the caller replaces the old results and erases `op`. Sources of the old results are kept by position.
OpId rebuildOp(Module& module, OpId op, std::span<const ValueId> operands, std::span<const TypeId> results);

/// Replaces the results of `op` by `values` (one each) and erases it.
void replaceAndErase(Module& module, OpId op, std::span<const ValueId> values);
/// Makes every use of `from` one of `to`, newest still first (replaceAllUses turns the order around, as MLIR's does).
void moveUses(Module& module, ValueId from, ValueId to);
/// Erases the arguments of `block` for which `drop` is true; they must have no uses. The others keep order, uses and sources, not ids.
void eraseArguments(Module& module, BlockId block, const std::vector<bool>& drop);

}  // namespace shardlens
