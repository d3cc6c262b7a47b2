#include "engine/propagation/conflict.h"

namespace shardlens {

namespace {

bool mayPass(Direction direction, bool fromOperand, bool toOperand) {
  switch (direction) {
    case Direction::None: return false;
    case Direction::Both: return true;
    case Direction::Forward: return fromOperand && !toOperand;
    case Direction::Backward: return !fromOperand && toOperand;
  }
  return false;
}

ConflictKind kindOn(const Projection& after, std::size_t factor, Direction direction) {
  ConflictKind worst = ConflictKind::None;
  for (std::size_t from = 0; from < after.tensors.size(); ++from) {
    const FactorSharding& has = after.tensors[from].factors[factor];
    if (!has.present || has.axes.empty()) continue;
    for (std::size_t to = 0; to < after.tensors.size(); ++to) {
      const FactorSharding& lacks = after.tensors[to].factors[factor];
      if (to == from || !lacks.present) continue;
      PrefixStatus status = prefixStatus(lacks.axes, has.axes);
      if (status == PrefixStatus::NotAPrefix && prefixStatus(has.axes, lacks.axes) == PrefixStatus::NotAPrefix) return ConflictKind::Axes;
      if (status == PrefixStatus::StrictPrefix && mayPass(direction, from < after.operands, to < after.operands))
        worst = ConflictKind::Blocked;
    }
  }
  return worst;
}

}  // namespace

Conflict conflictAfter(const Projection& after, const ShardingRule& rule, const FactorMode& mode) {
  Conflict worst;
  for (std::size_t f = 0; f < rule.factorSizes.size() && !after.tensors.empty(); ++f) {
    ConflictKind kind = kindOn(after, f, directionOf(rule, static_cast<std::int64_t>(f), mode));
    if (kind == ConflictKind::None || (worst.any() && kind != ConflictKind::Axes)) continue;
    worst = {kind, static_cast<std::int32_t>(f)};
    if (kind == ConflictKind::Axes) return worst;
  }
  return worst;
}

}  // namespace shardlens
