#pragma once

#include "engine/ir/module.h"
#include "engine/propagation/factors.h"

namespace shardlens {

/// True for operations whose result elements come from the operands' elements at the same place, constraints and barriers among them.
bool isElementwise(const Module& module, OpId op);

/// Rounds of op-priority propagation: pass-through operations whose operands have one use; all of them; pass-through factors; everything
/// but broadcasts forward; everything.
inline constexpr int kOpPriorities = 5;

/// One part of a run: a strategy and which operations may pass shardings on.
struct Phase {
  bool aggressive = false;
  std::int32_t userPriority = 0;
  std::int8_t opPriority = -1;  ///< -1: all operations at once
};

/// What of an operation decides how it passes factors in a phase; a program has few different ones.
struct PassClass {
  Direction passesThrough = Direction::None;  ///< the direction in which it passes in the first rounds
  bool elementwise = false;
  bool broadcasts = false;
  bool shared = false;  ///< an operand has other uses: no use may decide before the others

  static constexpr std::size_t kCount = 32;
  [[nodiscard]] std::uint8_t index() const {
    return static_cast<std::uint8_t>(static_cast<unsigned>(passesThrough) | static_cast<unsigned>(elementwise) << 2 |
                                     static_cast<unsigned>(broadcasts) << 3 | static_cast<unsigned>(shared) << 4);
  }
  static PassClass at(std::size_t index) {
    return {static_cast<Direction>(index & 3U), (index >> 2 & 1U) != 0, (index >> 3 & 1U) != 0, (index >> 4 & 1U) != 0};
  }
};

/// Class of `op` where the values have these numbers of uses.
PassClass passClassOf(const Module& module, const std::vector<std::uint32_t>& uses, OpId op);

/// How an operation of class `c` may pass shardings on in `phase`; a round includes those before it.
FactorMode modeOf(PassClass c, const Phase& phase);

}  // namespace shardlens
