#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/outline/box_tree.h"

namespace shardlens {

/// Makes the boxes of single operations and keeps which box each operation and each value lies in.
class Leaves {
 public:
  Leaves(const Module& module, BoxTree& tree);
  /// The box of a function that calls lead to.
  void addFunction(const std::string& name, std::uint32_t box) { functions_.emplace(name, box); }
  /// The box of the function, or UINT32_MAX.
  [[nodiscard]] std::uint32_t function(const std::string& name) const;
  /// A box for `op`: a loop where it opens, a call where the callee is known. All that lies inside the operation counts as in it.
  std::uint32_t make(OpId op);
  void setBox(ValueId value, std::uint32_t box) { boxOfValue_[value.value] = box; }
  /// Boxes by operation and by value, UINT32_MAX where there is none.
  [[nodiscard]] const std::vector<std::uint32_t>& boxOfOp() const { return boxOfOp_; }
  [[nodiscard]] const std::vector<std::uint32_t>& boxOfValue() const { return boxOfValue_; }

 private:
  void setBoxOf(OpId op, std::uint32_t leaf);
  const Module& module_;
  BoxTree& tree_;
  std::vector<std::uint32_t> boxOfOp_, boxOfValue_;
  std::unordered_map<std::string, std::uint32_t> functions_;
};

}  // namespace shardlens
