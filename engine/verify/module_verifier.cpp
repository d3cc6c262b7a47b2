// Verifies a module operation by operation in the reference's order: an operation, then its blocks and all in them, then what it
// demands of its regions. What is isolated from above waits until its parent's other operations are done, and has its uses checked
// for dominance on its own.
#include "engine/ir/op_classes.h"
#include "engine/verify/ods.h"
#include "engine/verify/op_checks.h"
#include "engine/verify/structure.h"
#include "engine/verify/verified_set.h"

namespace shardlens {

namespace {

class ModuleVerifier {
 public:
  ModuleVerifier(const Module& module, Diagnostics& diagnostics)
      : v_(module, diagnostics), m_(module), dominance_(v_), constraintsHold_(module), classes_(module) {}

  /// An operation with all in it, its uses of values last.
  bool isolated(OpId op) { return operation(op) && (m_.op(op).regionCount == 0 || dominance_.check(op)); }

 private:
  bool operation(OpId op);
  bool regions(OpId op);
  bool block(BlockId block);
  bool entry(OpId op);
  bool entryOfKnown(OpId op, const OdsSpec& spec);
  bool exit(OpId op);
  bool isolatedInside(OpId op);
  bool regionDemands(OpId op);
  bool unknown(OpId op);
  [[nodiscard]] bool isSelfContained(OpId op) const;
  [[nodiscard]] const OpChecks& checks(OpKind kind) const { return checks_[static_cast<std::size_t>(kind)]; }

  Verifier v_;
  const Module& m_;
  DominanceChecker dominance_;
  VerifiedSet constraintsHold_;  ///< of operations with regions, or that look around themselves
  OpClasses classes_;
  std::vector<std::uint32_t> allHolds_;  ///< by class: one more than the surroundings in which an operation of it passed last
  std::span<const OpChecks> checks_ = allChecks();
  std::uint32_t manual_ = 0;  ///< the manual computation around, on whose axes shardings inside must not lie
};

bool isIsolated(const Module& m, OpId op) { return m.op(op).regionCount > 0 && hasTrait(m.op(op).kind, kIsolatedFromAbove); }

/// Whether nothing but its class decides if an operation is right that has one.
bool ModuleVerifier::isSelfContained(OpId op) const {
  const Operation& o = m_.op(op);
  return o.kind != OpKind::Unknown && !hasTrait(o.kind, kTerminator) && !checks(o.kind).readsConstants;
}

bool ModuleVerifier::operation(OpId op) {
  std::uint32_t kind = isSelfContained(op) ? classes_.of(op) : OpClasses::kNone;
  if (kind != OpClasses::kNone && kind < allHolds_.size() && allHolds_[kind] == manual_ + 1) return true;
  if (!entry(op) || !regions(op) || !exit(op)) return false;
  if (kind == OpClasses::kNone) return true;
  if (kind >= allHolds_.size()) allHolds_.resize(classes_.count() + classes_.count() / 2);
  allHolds_[kind] = manual_ + 1;
  return true;
}

bool ModuleVerifier::regions(OpId op) {
  std::uint32_t outer = manual_;
  if (m_.op(op).kind == OpKind::SdyManualComputation) manual_ = op.value;
  bool holds = true;
  for (std::uint32_t r = 0; holds && r < m_.op(op).regionCount; ++r) {
    for (BlockId b = m_.entry(m_.regionOf(op, r)); holds && b; b = m_.block(b).next) holds = block(b);
  }
  manual_ = outer;
  return holds;
}

bool ModuleVerifier::block(BlockId block) {
  if (!verifyBlockEntry(v_, block)) return false;
  for (OpId op = m_.block(block).firstOp; op; op = m_.op(op).next) {
    if (!isIsolated(m_, op) && !operation(op)) return false;
  }
  return verifyBlockExit(v_, block);
}

bool ModuleVerifier::entry(OpId op) {
  OpKind kind = m_.op(op).kind;
  const OdsSpec& spec = odsSpec(kind);
  if (spec.known) return entryOfKnown(op, spec) && verifyEntryBlocks(v_, op);
  return verifySdyAttributes(v_, op) && verifyEntryBlocks(v_, op);
}

bool ModuleVerifier::entryOfKnown(OpId op, const OdsSpec& spec) {
  OpCheck o(v_, op);
  bool known = m_.op(op).regionCount > 0 && constraintsHold_.contains(op, manual_);
  if (!known && !verifySdyAttributes(v_, op)) return false;
  if (!checkOdsCounts(o, spec) || !checkOdsTraits(o, spec, OdsStage::Structure)) return false;
  if (!known && !checkOdsConstraints(o, spec)) return false;
  if (!checkOdsRegions(o, spec)) return false;
  if (hasTrait(m_.op(op).kind, kTerminator) && m_.op(op).next) return o.failOp("must be the last operation in the parent block");
  if (!known && !checkOdsTraits(o, spec, OdsStage::Native)) return false;
  if (!known && m_.op(op).regionCount > 0) constraintsHold_.add(op, manual_);
  VerifyFn own = checks(m_.op(op).kind).verify;
  return own == nullptr || own(v_, op);
}

bool ModuleVerifier::exit(OpId op) {
  if (!isolatedInside(op)) return false;
  return odsSpec(m_.op(op).kind).known ? regionDemands(op) : unknown(op);
}

/// All of them are looked at even when one is wrong: the errors of several functions are told at once, in their order.
bool ModuleVerifier::isolatedInside(OpId op) {
  std::uint32_t outer = manual_;
  if (m_.op(op).kind == OpKind::SdyManualComputation) manual_ = op.value;
  bool holds = true;
  for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) {
    for (BlockId b = m_.entry(m_.regionOf(op, r)); b; b = m_.block(b).next) {
      for (OpId inner = m_.block(b).firstOp; inner; inner = m_.op(inner).next) {
        if (isIsolated(m_, inner) && !isolated(inner)) holds = false;
      }
    }
  }
  manual_ = outer;
  return holds;
}

bool ModuleVerifier::regionDemands(OpId op) {
  OpKind kind = m_.op(op).kind;
  const OpChecks& own = checks(kind);
  if (m_.op(op).regionCount > 0 && !checkOdsContents({v_, op}, odsSpec(kind))) return false;
  if (own.infer != nullptr && !own.infer(v_, op)) return failedToInfer({v_, op});
  if (hasTrait(m_.op(op).kind, kSymbolTable) && !verifySymbolTable(v_, op)) return false;
  return own.verifyRegions == nullptr || own.verifyRegions(v_, op);
}

bool ModuleVerifier::unknown(OpId op) {
  std::string_view name = m_.name(op);
  std::string_view dialect = name.substr(0, name.find('.'));
  if (m_.op(op).kind != OpKind::Unknown || !isKnownDialect(dialect)) return true;
  return v_.error(op, say("unregistered operation '", name, "' found in dialect ('", dialect, "') that does not allow unknown operations"));
}

}  // namespace

bool verifyModule(const Module& module, Diagnostics& diagnostics) { return ModuleVerifier(module, diagnostics).isolated(module.root()); }

}  // namespace shardlens
