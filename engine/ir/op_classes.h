#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/intern.h"
#include "engine/ir/module.h"
#include "engine/support/sequence_guess.h"

namespace shardlens {

/// Tells operations apart by what they are, whatever values they work on: equal kind, attributes, types of operands and results make one
/// class. Real programs of many thousand operations have some hundred classes, and what is true of one operation (that it is right, how
/// it is written) holds for its class.
///
/// Operations with regions, with successors or of unknown dialects have no class, but for those whose region is one operation on two
/// arguments.
class OpClasses {
 public:
  static constexpr std::uint32_t kNone = InternTable::kEmpty;

  explicit OpClasses(const Module& module) : m_(module) {}
  /// The dense number of the operation's class, or kNone.
  std::uint32_t of(OpId op);
  [[nodiscard]] std::size_t count() const { return classes_.size(); }

 private:
  [[nodiscard]] bool hasClass(OpId op) const;
  [[nodiscard]] TypeId typeOf(ValueId value) const { return value ? m_.type(value) : TypeId(); }
  [[nodiscard]] std::uint64_t hashOf(OpId op) const;
  [[nodiscard]] bool same(OpId a, OpId b) const;
  [[nodiscard]] bool sameTypes(OpId a, OpId b) const;

  const Module& m_;
  std::vector<OpId> classes_;  ///< the first operation of each
  InternTable table_;
  SequenceGuess order_;
};

}  // namespace shardlens
