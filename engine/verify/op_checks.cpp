#include "engine/verify/op_checks.h"

#include <algorithm>
#include <array>

#include "engine/verify/ods.h"

namespace shardlens {

namespace {

void fill(OpChecks& into, const OpChecks& from) {
  if (from.verify != nullptr) into.verify = from.verify;
  if (from.infer != nullptr) into.infer = from.infer;
  if (from.verifyRegions != nullptr) into.verifyRegions = from.verifyRegions;
  if (from.symbolUses != nullptr) into.symbolUses = from.symbolUses;
  into.readsConstants = into.readsConstants || from.readsConstants;
}

/// `sdy` operations look at what stands around them (parents, users, meshes); theirs are never taken as known from an equal one.
OpChecks sdyChecks(OpKind kind) { return {sdyVerify(kind), nullptr, sdyVerifySymbolUses(kind), true, sdyVerifyRegions(kind)}; }

bool inferFromOperands(Verifier& v, OpId op) { return checkInferredFromOperands({v, op}); }

/// The family of operations whose result is what the operands agree on has its inference from the trait.
bool infersFromOperands(OpKind kind) {
  return std::ranges::any_of(odsSpec(kind).traits,
                             [](const OdsTraitUse& use) { return use.trait->name == "CompatibleOperandsAndResultType"; });
}

}  // namespace

std::span<const OpChecks> allChecks() {
  static const std::array<OpChecks, kOpKinds + 1> all = [] {
    std::array<OpChecks, kOpKinds + 1> made;
    for (std::size_t i = 0; i < kOpKinds; ++i) {
      auto k = static_cast<OpKind>(i);
      fill(made[i], builtinChecks(k));
      fill(made[i], arithChecks(k));
      fill(made[i], interpreterChecks(k));
      fill(made[i], stablehloChecksA(k));
      fill(made[i], stablehloChecksB(k));
      fill(made[i], chloChecks(k));
      if (made[i].infer == nullptr && infersFromOperands(k)) made[i].infer = inferFromOperands;
      if (opInfo(k).name.starts_with("sdy.")) fill(made[i], sdyChecks(k));
    }
    return made;
  }();
  return all;
}

const OpChecks& checksOf(OpKind kind) { return allChecks()[static_cast<std::size_t>(kind)]; }

}  // namespace shardlens
