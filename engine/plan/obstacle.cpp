#include "engine/plan/obstacle.h"

#include <algorithm>
#include <numeric>

#include "engine/plan/won_by.h"
#include "engine/propagation/priorities.h"

namespace shardlens {

std::int64_t dimOf(const TensorMapping& mapping, std::int64_t factor) {
  for (std::size_t d = 0; d < mapping.size(); ++d)
    if (std::find(mapping[d].begin(), mapping[d].end(), factor) != mapping[d].end()) return static_cast<std::int64_t>(d);
  return -1;
}

/// One question: may `piece` pass along `factor` from one tensor to another?
struct ObstacleFinder::Query {
  const RuledOp& op;
  const ShardingRule& rule;
  const Projection& projection;
  const Mesh& mesh;
  std::size_t to, holder;
  std::int64_t factor;
  AxisPiece piece;

  [[nodiscard]] const FactorSharding& of(std::size_t tensor) const {
    return projection.tensors[tensor].factors[static_cast<std::size_t>(factor)];
  }
  [[nodiscard]] std::size_t dim(std::size_t tensor) const { return static_cast<std::size_t>(dimOf(mappingOf(rule, tensor), factor)); }
  /// Number of the axis among those of the holder that has some of the piece.
  [[nodiscard]] std::size_t position() const {
    const AxisList& axes = of(holder).axes;
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (common(piece, pieceOf(axes[i], mesh))) return i;
    return axes.size();
  }
};

ObstacleFinder::ObstacleFinder(const PlanIndex& index) : index_(index), rules_(index.module(), index.plan().options.conservative) {}

RuledOp ObstacleFinder::ruled(OpId op, std::uint32_t result) {
  RuledOp ruled{op, {}, {}};
  const Module& m = index_.module();
  FlowClass flow = flowClassOf(m.op(op).kind);
  bool func = m.op(op).kind == OpKind::FuncFunc;
  ruled.tensors = func ? index_.tensorsOfResult(op, result) : index_.tensorsOf(op);
  if (ruled.tensors.empty()) return ruled;
  bool identity = func || flow == FlowClass::Edge || flow == FlowClass::FuncEdge || flow == FlowClass::Barrier;
  if (identity && ruled.tensors.size() > 1) {
    ruled.rule = rules_.identityRule(index_.typeAt(ruled.tensors.back()), static_cast<std::uint32_t>(ruled.tensors.size() - 1), 1);
  } else if (flow == FlowClass::Plain) {
    ruled.rule = rules_.ruleOf(op);
  }
  return ruled;
}

namespace {

bool hasManual(const Module& m, OpId op, StrId axis) {
  if (m.op(op).kind != OpKind::SdyManualComputation) return false;
  std::vector<StrId> manual = manualAxesOf(m, op);
  return std::find(manual.begin(), manual.end(), axis) != manual.end();
}

/// True where the axis is manual in a computation that holds `value` or whose result it is: where it stands is part of its types.
bool isManualAt(const Flow& flow, ValueId value, StrId axis) {
  const Module& m = flow.module();
  OpId def = m.definingOp(value);
  if (def && flowClassOf(m.op(def).kind) == FlowClass::Edge)
    if (OpId owner = flow.edgeOwnerOp(def); owner && hasManual(m, owner, axis)) return true;
  OpId op = def ? m.parentOp(def) : m.region(m.block(m.owningBlock(value)).region).op;
  // The edge of an argument stands in the body as its operand does.
  for (; op && op != m.root(); op = m.parentOp(op))
    if (hasManual(m, op, axis)) return true;
  return false;
}

}  // namespace

std::optional<Obstacle> ObstacleFinder::onTensor(const TensorPlace& place, std::size_t dim, const AxisPiece& piece) const {
  Obstacle found;
  found.at = found.rival = place;
  found.dim = found.rivalDim = dim;
  ValueId value = index_.valueAt(place);
  if (value && isManualAt(index_.flow(), value, piece.axis)) {
    found.kind = ObstacleKind::Manual;
    return found;
  }
  AttrId attr = index_.at(place, index_.end());
  const Mesh* mesh = index_.meshOf(attr);
  if (!attr) return std::nullopt;
  if (!mesh || mesh->axisSize(piece.axis) == 0) {
    found.kind = ObstacleKind::OtherMesh;
    return found;
  }
  found.axis = axisOf(piece, *mesh);
  const TensorSharding& sharding = index_.decodedAt(place, index_.end());
  auto taken = [&](const std::vector<AxisRef>& axes, ObstacleKind kind) {
    auto has = std::find_if(axes.begin(), axes.end(), [&](const AxisRef& a) { return common(piece, pieceOf(a, *mesh)).has_value(); });
    if (has == axes.end()) return false;
    found.kind = kind, found.rivalAxis = *has;
    return true;
  };
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
    if (d == dim || !taken(sharding.dims[d].axes, ObstacleKind::OtherDim)) continue;
    found.rivalDim = d;
    noteRivalStep(index_, found, *mesh);
    return found;
  }
  if (taken(sharding.replicated, ObstacleKind::Replicated) || taken(sharding.unreduced, ObstacleKind::Unreduced)) return found;
  if (dim < sharding.dims.size() && sharding.dims[dim].closed) {
    found.kind = ObstacleKind::ClosedDim;
    return found;
  }
  return std::nullopt;
}

bool ObstacleFinder::barred(const Query& q) const {
  const Module& m = index_.module();
  if (m.op(q.op.op).kind != OpKind::SdyPropagationBarrier) return false;
  AttrId allowed = m.attribute(q.op.op, "allowed_direction");
  auto direction = static_cast<unsigned>(allowed ? m.context().attr(allowed).ints[0] : 0);
  auto needed = static_cast<unsigned>(q.to >= q.projection.operands ? Direction::Forward : Direction::Backward);
  return (direction & needed) == 0;
}

// Another axis where the holder has the piece, or before it.
std::optional<Obstacle> ObstacleFinder::inPlace(const Query& q) const {
  const AxisList& wanted = q.of(q.holder).axes;
  std::size_t last = q.position();
  auto clash = [&](std::size_t tensor) -> std::optional<Obstacle> {
    const FactorSharding& f = q.of(tensor);
    if (!f.present) return std::nullopt;
    for (std::size_t i = 0; i <= last && i < f.axes.size() && i < wanted.size(); ++i) {
      if (f.axes[i] == wanted[i]) continue;
      bool partOf = prefixOf(f.axes[i], wanted[i]) || prefixOf(wanted[i], f.axes[i]);
      if (partOf && i + 1 >= f.axes.size()) continue;
      Obstacle found;
      found.kind = ObstacleKind::Conflict;
      found.rival = q.op.tensors[tensor], found.rivalDim = q.dim(tensor), found.rivalAxis = f.axes[i];
      return found;
    }
    return std::nullopt;
  };
  if (auto found = clash(q.to)) return found;
  for (std::size_t t = 0; t < q.projection.tensors.size(); ++t)
    if (t != q.to && t != q.holder)
      if (auto found = clash(t)) return found;
  return std::nullopt;
}

// An axis that must come first and cannot.
std::optional<Obstacle> ObstacleFinder::behind(const Query& q, int depth) {
  const AxisList &wanted = q.of(q.holder).axes, &has = q.of(q.to).axes;
  if (depth > 4 || has.size() >= q.position()) return std::nullopt;
  return between(q.op, q.to, q.holder, q.factor, pieceOf(wanted[has.size()], q.mesh), depth + 1);
}

std::optional<Obstacle> ObstacleFinder::inFactor(const Query& q) const {
  const FactorSharding& f = q.of(q.to);
  Obstacle found;
  found.size = q.rule.factorSizes[static_cast<std::size_t>(q.factor)];
  found.parts = shardedSize(f.axes, q.mesh) * q.mesh.sizeOf(axisOf(q.piece, q.mesh));
  if (f.closed || !f.overflow.empty()) {
    found.kind = ObstacleKind::NotDivisible;
    return found;
  }
  const DimMapping& mapping = mappingOf(q.rule, q.to)[q.dim(q.to)];
  for (std::int64_t major : mapping) {
    if (major == q.factor) break;
    const FactorSharding& before = q.projection.tensors[q.to].factors[static_cast<std::size_t>(major)];
    if (shardedSize(before.axes, q.mesh) >= q.rule.factorSizes[static_cast<std::size_t>(major)]) continue;
    found.kind = ObstacleKind::Strided;
    return found;
  }
  if (!f.minorMost && found.size % found.parts != 0) {
    found.kind = ObstacleKind::NotDivisible;
    return found;
  }
  bool whole = axisOf(q.piece, q.mesh).isFull();
  if (index_.plan().options.conservative && !whole) {
    found.kind = ObstacleKind::PartOfAxis;
    return found;
  }
  return std::nullopt;
}

// The basic strategy passes only what every tensor of the operation can take; operands of elementwise operations get from each other only
// what a result can take.
std::optional<Obstacle> ObstacleFinder::ofOthers(const Query& q, int depth) {
  bool basic = index_.plan().options.strategy == FactorStrategy::Basic;
  bool elementwise = q.to < q.projection.operands && q.holder < q.projection.operands && isElementwise(index_.module(), q.op.op);
  if (depth > 4 || (!basic && !elementwise)) return std::nullopt;
  for (std::size_t t = basic ? 0 : q.projection.operands; t < q.projection.tensors.size(); ++t) {
    if (t == q.to || t == q.holder) continue;
    const FactorSharding& f = q.of(t);
    if (!f.present) {
      // Without the factor a tensor may still have the axis elsewhere.
      std::optional<Obstacle> own = basic ? onTensor(q.op.tensors[t], ~std::size_t{0}, q.piece) : std::nullopt;
      if (own && own->kind != ObstacleKind::ClosedDim) return own;
      continue;
    }
    if (missingFrom(f.axes, q.piece, q.mesh).empty()) continue;
    return between(q.op, t, q.holder, q.factor, q.piece, depth + 1);
  }
  return std::nullopt;
}

void ObstacleFinder::judge(Obstacle& found, const Query& q) const {
  bool axis = found.kind == ObstacleKind::Conflict || found.kind == ObstacleKind::OtherDim;
  if (axis && found.won == WonBy::Nothing) judgeRival(index_, found, {q.op, q.rule, q.to, q.holder, q.factor, q.piece}, q.mesh);
}

Obstacle ObstacleFinder::between(const RuledOp& op, std::size_t to, std::size_t holder, std::int64_t factor, const AxisPiece& piece,
                                 int depth) {
  const ShardingRule& rule = index_.table().decodedRule(op.rule);
  std::vector<AttrId> in;
  std::vector<const TensorSharding*> shardings;
  for (const TensorPlace& place : op.tensors) {
    in.push_back(place.valid() ? index_.at(place, index_.end()) : AttrId());
    shardings.push_back(in.back() ? &index_.table().decoded(in.back()) : nullptr);
  }
  Obstacle found;
  AttrId ref;
  const Mesh* mesh = index_.table().commonMesh(in, &ref);
  auto complete = [&](Obstacle& o) {
    if (!o.op) o.op = op.op, o.holder = op.tensors[holder], o.holderDim = static_cast<std::size_t>(dimOf(mappingOf(rule, holder), factor));
    if (!o.at.valid()) o.at = op.tensors[to], o.dim = static_cast<std::size_t>(dimOf(mappingOf(rule, to), factor));
    if (o.factor < 0) o.factor = factor, o.factorKind = rule.kind(factor);
    if (mesh && !o.axis.name) o.axis = axisOf(piece, *mesh);
  };
  if (!mesh) {
    found.kind = ObstacleKind::OtherMesh;
    complete(found);
    return found;
  }
  Projection projection = project(rule, shardings, *mesh);
  Query q{op, rule, projection, *mesh, to, holder, factor, piece};
  if (q.position() == q.of(holder).axes.size()) {
    // The holder's dimension has it where it does not divide the factor.
    found.kind = ObstacleKind::NotDivisible;
    found.size = rule.factorSizes[static_cast<std::size_t>(factor)];
    found.parts = mesh->sizeOf(axisOf(piece, *mesh));
    complete(found);
    return found;
  }
  bool blocked = std::find(rule.blockedPropagation.begin(), rule.blockedPropagation.end(), factor) != rule.blockedPropagation.end();
  if (std::optional<Obstacle> own = onTensor(op.tensors[to], q.dim(to), piece)) {
    found = *own;
  } else if (barred(q) || blocked) {
    found.kind = blocked ? ObstacleKind::Blocked : ObstacleKind::Barrier;
  } else if (auto clash = inPlace(q)) {
    found = *clash;
  } else if (auto first = behind(q, depth)) {
    found = *first;
  } else if (auto size = inFactor(q)) {
    found = *size;
  } else if (auto other = ofOthers(q, depth)) {
    found = *other;
  } else {
    found.kind = ObstacleKind::NotReached;
  }
  complete(found);
  judge(found, q);
  return found;
}

}  // namespace shardlens
