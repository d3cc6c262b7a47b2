#include "engine/plan/restructure.h"

#include <algorithm>

#include "engine/plan/annotation_inserter.h"
#include "engine/sharding/closed.h"

namespace shardlens {

namespace {

bool isConstraint(const Module& m, OpId op) { return m.op(op).kind == OpKind::SdyShardingConstraint; }

/// Constraints that one program has and the other has not.
struct Difference {
  std::vector<OpId> out, in;
};

std::optional<Difference> differenceOf(const Module& before, const Module& after) {
  Difference found;
  auto shared = static_cast<std::uint32_t>(before.opCount()), all = static_cast<std::uint32_t>(after.opCount());
  for (std::uint32_t o = 0; o < shared; ++o) {
    OpId op(o);
    if (before.erased(op) == after.erased(op)) continue;
    if (before.erased(op) || !isConstraint(before, op)) return std::nullopt;
    found.out.push_back(op);
  }
  for (std::uint32_t o = shared; o < all; ++o) {
    OpId op(o);
    if (after.erased(op) || !isConstraint(after, op)) return std::nullopt;
    found.in.push_back(op);
  }
  return found;
}

class Restructurer {
 public:
  Restructurer(const Module& before, const HandedOn& handedOn, const Module& after, const Difference& difference)
      : before_(before), handedOn_(handedOn), after_(after), difference_(difference) {}

  /// True where each constraint is handed on and stands alone on what it constrains.
  [[nodiscard]] bool can() const {
    auto handed = [&](OpId op) { return handedOn_.value(before_.result(op)) && after_.value(before_.operand(op, 0)).firstUse; };
    return std::ranges::all_of(difference_.out, handed) && std::ranges::all_of(difference_.in, [&](OpId op) { return canPutIn(op); });
  }

  Restructured make(const Module& imported) {
    auto made = std::make_shared<Module>(imported);
    Restructured out;
    AnnotationInserter inserter(*made);
    auto see = [&](ValueId value) { out.seen.push_back(value); };
    for (OpId op : difference_.out) {
      see(before_.operand(op, 0));
      see(before_.result(op));
      inserter.leaveOut(op);
      giveWritten(*made, before_.operand(op, 0), {});
    }
    for (OpId op : difference_.in) {
      ValueId value = after_.operand(op, 0);
      AttrId sharding = after_.attribute(op, "sharding");
      see(value);
      see(ValueId(static_cast<std::uint32_t>(made->valueCount())));
      inserter.constrain(value, sharding);
      giveWritten(*made, value, sharding);
    }
    out.imported = made;
    return out;
  }

 private:
  [[nodiscard]] bool canPutIn(OpId op) const {
    ValueId value = after_.operand(op, 0);
    if (value.value >= before_.valueCount() || !handedOn_.value(value) || !after_.value(after_.result(op)).firstUse) return false;
    std::optional<HandedOn::Constrained> pair = handedOn_.constrained(value);
    auto isOut = [&](OpId constraint) { return std::ranges::find(difference_.out, constraint) != difference_.out.end(); };
    return !pair || (pair->input == value && isOut(before_.definingOp(pair->result)));
  }

  // The sharding of the text or, where it has none, that of a closed constraint.
  void giveWritten(Module& made, ValueId value, AttrId constraint) const {
    AttrId written = shardingOf(before_, value);
    if (!written && constraint && isFullyClosed(made.context(), constraint)) written = constraint;
    if (written != shardingOf(made, value)) setSharding(made, value, written);
  }

  const Module& before_;
  const HandedOn& handedOn_;
  const Module& after_;
  const Difference& difference_;
};

}  // namespace

std::optional<Restructured> restructure(const Module& before, const HandedOn& handedOn, const Module& imported, const Module& after) {
  std::optional<Difference> difference = differenceOf(before, after);
  if (!difference) return std::nullopt;
  Restructurer restructurer(before, handedOn, after, *difference);
  if (!restructurer.can()) return std::nullopt;
  return restructurer.make(imported);
}

}  // namespace shardlens
