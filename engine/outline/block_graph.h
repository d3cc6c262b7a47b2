#pragma once

#include <span>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Dataflow between the operations of one block; an operation with regions uses what is used inside them.
/// Items are the block's operations in program order, the terminator among them.
struct BlockGraph {
  std::vector<OpId> ops;
  std::vector<std::uint32_t> predBegin, preds;  ///< rows by item: items whose values it uses, each once
  std::vector<std::uint32_t> succBegin, succs;  ///< rows by item: items that use its values, in program order

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ops.size()); }
  [[nodiscard]] std::span<const std::uint32_t> predsOf(std::uint32_t item) const {
    return std::span(preds).subspan(predBegin[item], predBegin[item + 1] - predBegin[item]);
  }
  [[nodiscard]] std::span<const std::uint32_t> succsOf(std::uint32_t item) const {
    return std::span(succs).subspan(succBegin[item], succBegin[item + 1] - succBegin[item]);
  }
};

/// `itemOf` (by OpId) receives the item of each operation of the block and must be as long as the module has operations.
BlockGraph makeBlockGraph(const Module& module, BlockId block, std::vector<std::uint32_t>& itemOf);

/// Calls `visit(ValueId)` for each value that `op` or an operation in its regions takes as operand.
template <typename Visit>
void forEachUsedValue(const Module& module, OpId op, Visit&& visit) {
  if (module.op(op).regionCount == 0) {
    for (std::uint32_t i = 0; i < module.op(op).operandCount; ++i) visit(module.operand(op, i));
    return;
  }
  walk(module, op, [&](OpId inner) {
    for (std::uint32_t i = 0; i < module.op(inner).operandCount; ++i) visit(module.operand(inner, i));
  });
}

}  // namespace shardlens
