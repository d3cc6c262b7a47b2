#pragma once

#include "engine/verify/infer.h"

namespace shardlens {

// Rows of the tables of StableHLO's checks: which functions an operation has, by what they do.

template <bool (*Infer)(const OpCheck&)>
constexpr OpChecks infers() {
  return {nullptr, checked<Infer>};
}

template <bool (*Verify)(const OpCheck&)>
constexpr OpChecks verifies() {
  return {checked<Verify>};
}

template <bool (*Verify)(const OpCheck&), bool (*Infer)(const OpCheck&)>
constexpr OpChecks both() {
  return {checked<Verify>, checked<Infer>};
}

constexpr OpChecks withConstants(OpChecks checks) {
  checks.readsConstants = true;
  return checks;
}

constexpr OpChecks withGroups(OpChecks checks) {
  checks.symbolUses = checked<checkReplicaGroupSymbols>;
  return checks;
}

}  // namespace shardlens
