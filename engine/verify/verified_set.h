#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Operations that passed, so that equal ones need no look: same kind, attributes, types of operands and results, and surroundings.
///
/// Real programs repeat each layer many times; most operations of the second layer are met again here.
class VerifiedSet {
 public:
  explicit VerifiedSet(const Module& module) : m_(module), slots_(1024) {}
  /// True when an operation equal to `op` was added under the same `surroundings`.
  [[nodiscard]] bool contains(OpId op, std::uint32_t surroundings) const;
  void add(OpId op, std::uint32_t surroundings);

 private:
  struct Slot {
    OpId op;
    std::uint32_t surroundings = 0;
    std::uint64_t hash = 0;
  };
  [[nodiscard]] std::uint64_t hashOf(OpId op, std::uint32_t surroundings) const;
  [[nodiscard]] bool same(OpId a, OpId b) const;
  void grow();

  const Module& m_;
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace shardlens
