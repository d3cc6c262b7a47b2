#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Tells which of two operations of one block comes first while operations are moved and added: positions are counted when a block is
/// first asked about, with room between them for what comes later.
class BlockOrder {
 public:
  explicit BlockOrder(const Module& module) : module_(module) {}
  [[nodiscard]] bool isBefore(OpId a, OpId b);
  /// `op` has just been put where it is.
  void moved(OpId op);

 private:
  static constexpr std::uint64_t kGap = std::uint64_t{1} << 24;
  void count(BlockId block);
  [[nodiscard]] bool isCounted(BlockId block) const { return block.value < counted_.size() && counted_[block.value] != 0; }

  const Module& module_;
  std::vector<std::uint64_t> positions_;  ///< by operation; 0: none
  std::vector<char> counted_;             ///< by block
};

}  // namespace shardlens
