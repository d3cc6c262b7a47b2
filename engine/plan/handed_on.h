#pragma once

#include "engine/plan/origins.h"
#include "engine/propagation/flow.h"

namespace shardlens {

/// Tells which annotations the import passes hand on as they are and look at for nothing else. When in doubt: not.
///
/// Passes look at shardings of called functions, at what is constrained, grouped or flows into an operation with regions, at constants
/// (which are split), and at all where a mesh has axes of size one (which are taken out) or is written twice (all use the first then).
class HandedOn {
 public:
  HandedOn(const Module& opened, const Module& imported, const Origins& origins);

  [[nodiscard]] bool value(ValueId opened) const;
  [[nodiscard]] bool results(OpId func) const;

 private:
  [[nodiscard]] bool freeFunction(OpId func) const;
  [[nodiscard]] bool plainUses(ValueId value, BlockId block) const;
  [[nodiscard]] bool mayBeConstant(OpId op, int* budget) const;
  [[nodiscard]] bool plainOp(OpId op) const;

  const Module& m_;
  const Module& imported_;
  const Origins& origins_;
  Flow flow_;
  bool plainMeshes_ = true;
};

}  // namespace shardlens
