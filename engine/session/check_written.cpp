#include "engine/session/check_written.h"

#include "engine/session/annotation_differences.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

std::string firstOf(const Diagnostics& diagnostics, std::string_view otherwise) {
  return std::string(diagnostics.all().empty() ? otherwise : std::string_view(diagnostics.all().front().message));
}

/// Nothing but its carrier depends on a sharding there: neither a region around it nor one inside says which axes are free.
bool standsAlone(const Module& m, OpId carrier) {
  if (!carrier) return false;
  if (m.op(carrier).kind == OpKind::FuncFunc) return true;
  return m.op(carrier).regionCount == 0 && m.op(m.parentOp(carrier)).kind == OpKind::FuncFunc;
}

}  // namespace

ValueId insertedBehind(const Module& written, ValueId value, std::size_t opened) {
  for (UseId use = written.value(value).firstUse; use; use = written.use(use).next) {
    OpId user = written.use(use).owner;
    if (user.value >= opened && written.op(user).kind == OpKind::SdyShardingConstraint) return written.result(user);
  }
  return {};
}

OpId carrierOf(const Module& written, std::size_t opened, const AnnotationKey& key) {
  if (key.kind == EditKind::Result) return OpId(key.id);
  ValueId value(key.id);
  if (key.kind == EditKind::Constraint) value = insertedBehind(written, value, opened);
  if (!value) return {};
  OpId def = written.definingOp(value);
  return def ? def : written.region(written.block(written.owningBlock(value)).region).op;
}

std::string problemOf(const Module& written, OpId carrier) {
  Diagnostics diagnostics;
  Verifier verifier(written, diagnostics);
  OpKind kind = written.op(carrier).kind;
  VerifyFn own = kind == OpKind::SdyShardingConstraint ? sdyVerifySymbolUses(kind) : nullptr;
  if (verifySdyAttributes(verifier, carrier) && (!own || own(verifier, carrier))) return {};
  return firstOf(diagnostics, "this sharding has no place here");
}

// The text was verified when it was opened: where no more than single shardings differ from it, these are looked at alone.
std::string problemOf(const EditState& state, const WrittenProgram& written) {
  const Module& base = *state.base().module;
  const Module& m = *written.written;
  if (&m == &base) return {};
  std::string problem;
  bool alone = !state.meshesChanged() && state.renames().empty() &&
               differences(state.base().annotations, written.annotations, [&](const Annotation* was, const Annotation* now) {
                 if (!sameGroups(was, now)) return false;
                 if (!inForce(now) || !problem.empty()) return true;
                 OpId carrier = carrierOf(m, base.opCount(), now->key);
                 if (!standsAlone(m, carrier)) return false;
                 problem = problemOf(m, carrier);
                 return true;
               });
  if (alone) return problem;
  Diagnostics wrong;
  return verifyModule(m, wrong) ? std::string() : firstOf(wrong, "the program would not be valid");
}

}  // namespace shardlens
