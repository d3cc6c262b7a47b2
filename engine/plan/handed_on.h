#pragma once

#include <optional>

#include "engine/plan/origins.h"
#include "engine/propagation/flow.h"

namespace shardlens {

/// Tells which annotations the import passes hand on as they are and look at for nothing else. When in doubt: not.
///
/// Passes look at shardings of called functions, at what is grouped, goes into a manual computation or comes out of an operation with
/// regions, at constants (which are split), and at all where a mesh has axes of size one (which are taken out) or is written twice (all
/// use the first then). A constraint
/// that is alone on its input is handed on, too, but lays itself over an input without a sharding of its own.
class HandedOn {
 public:
  HandedOn(const Module& opened, const Module& imported, const Origins& origins);

  [[nodiscard]] bool value(ValueId opened) const;
  [[nodiscard]] bool results(OpId func) const;

  /// A constraint and what it constrains.
  struct Constrained {
    ValueId result, input;
  };
  /// The constraint whose result or input `opened` is, for a value that is handed on; empty where there is none.
  [[nodiscard]] std::optional<Constrained> constrained(ValueId opened) const;

 private:
  [[nodiscard]] bool freeFunction(OpId func) const;
  struct Uses {
    bool plain = true;
    OpId constraint;  ///< the only one; all other uses are plain
  };
  [[nodiscard]] Uses usesOf(ValueId value, BlockId block) const;
  [[nodiscard]] BlockId blockOf(ValueId value) const;
  [[nodiscard]] bool plainInput(ValueId value, BlockId block) const;
  [[nodiscard]] bool plainConstraint(OpId constraint, BlockId block) const;
  [[nodiscard]] bool made(ValueId value) const;
  [[nodiscard]] bool mayBeConstant(OpId op, int* budget) const;
  [[nodiscard]] bool plainOp(OpId op) const;

  const Module& m_;
  const Module& imported_;
  const Origins& origins_;
  Flow flow_;
  bool plainMeshes_ = true;
};

}  // namespace shardlens
