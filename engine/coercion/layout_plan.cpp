#include "engine/coercion/layout_plan.h"

#include <algorithm>

#include "engine/sharding/product.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

std::int64_t elementsOf(const Context& c, TypeId type) {
  if (!hasStaticShape(c, type)) return 0;
  std::int64_t elements = 1;
  for (std::int64_t size : shapeOf(c, type)) elements = product(elements, size);
  return elements;
}

bool isProduct(OpKind kind) { return kind == OpKind::StablehloDot || kind == OpKind::StablehloDotGeneral; }

bool overflows(const TensorFactors& tensor) {
  return std::ranges::any_of(tensor.factors, [](const FactorSharding& f) { return !f.overflow.empty(); });
}

}  // namespace

struct LayoutPlanner::Question {
  OpKind kind;
  ShardingRule rule;
  std::span<const AttrId> shardings;
  AttrId ownOperand;  ///< what the first operand itself has, barriers not looked behind
  std::vector<std::int64_t> sizes;
  const Mesh* mesh = nullptr;
  AttrId meshRef;
  Projection projection;

  [[nodiscard]] FactorQuestion asked(const Context& c) const { return {c, rule, projection, sizes, *mesh}; }
  [[nodiscard]] AttrId made(Context& c, std::size_t tensor) const {
    TensorSharding sharding = unproject(projection.tensors[tensor], mappingOf(rule, tensor), rule.factorSizes, meshRef, *mesh);
    // An axis that a person wanted replicated may be one that the tensors agree on.
    for (const DimSharding& dim : sharding.dims) sharding.replicated = difference(sharding.replicated, dim.axes, *mesh);
    return encodeSharding(c, sharding);
  }
};

const LayoutPlan& LayoutPlanner::plan(OpId op, AttrId rule, std::span<const AttrId> shardings, bool full) {
  const Module& m = book_.module();
  const Operation& o = m.op(op);
  key_.clear();
  key_.push_back(static_cast<std::uint32_t>(o.kind) << 1 | static_cast<std::uint32_t>(full));
  key_.push_back(rule.value);
  if (o.kind == OpKind::StablehloReshape) key_.push_back(book_.of(m.operand(op, 0)).value);
  for (std::uint32_t i = 0; i < o.operandCount; ++i) key_.push_back(m.type(m.operand(op, i)).value);
  for (std::uint32_t i = 0; i < o.resultCount; ++i) key_.push_back(m.type(m.result(op, i)).value);
  for (AttrId sharding : shardings) key_.push_back(sharding.value);
  auto same = [&](std::uint32_t i) {
    return places_[i].count == key_.size() && std::equal(key_.begin(), key_.end(), keys_.begin() + places_[i].first);
  };
  auto add = [&] {
    places_.push_back({static_cast<std::uint32_t>(keys_.size()), static_cast<std::uint32_t>(key_.size())});
    keys_.insert(keys_.end(), key_.begin(), key_.end());
    plans_.push_back(compute(op, rule, shardings, full));
    return static_cast<std::uint32_t>(plans_.size() - 1);
  };
  return plans_[known_.findOrAdd(hashBytes(key_.data(), key_.size() * sizeof(key_[0])), same, add)];
}

LayoutPlan LayoutPlanner::compute(OpId op, AttrId rule, std::span<const AttrId> shardings, bool full) {
  Context& c = book_.context();
  const Module& m = book_.module();
  const Operation o = m.op(op);
  LayoutPlan plan;
  Question q{o.kind, decodeRule(c, rule), shardings, {}, {}, nullptr, {}, {}};
  bool fits = q.rule.operands.size() == o.operandCount && q.rule.results.size() == o.resultCount;
  if (!fits || q.rule.custom) return plan;
  q.mesh = commonMeshOf(book_, shardings, &q.meshRef);
  if (!q.mesh) return plan;
  plan.mesh = q.meshRef;
  std::vector<const TensorSharding*> decoded;
  for (AttrId sharding : shardings) decoded.push_back(sharding ? &book_[sharding].sharding : nullptr);
  for (std::uint32_t i = 0; i < o.operandCount; ++i) q.sizes.push_back(elementsOf(c, m.type(m.operand(op, i))));
  for (std::uint32_t i = 0; i < o.resultCount; ++i) q.sizes.push_back(elementsOf(c, m.type(m.result(op, i))));
  if (o.operandCount) q.ownOperand = book_.of(m.operand(op, 0));
  q.projection = project(q.rule, decoded, *q.mesh, true);

  AxisList reductionAxes;
  if (full) {
    agreeInFull(q, plan, reductionAxes);
  } else {
    if (isProduct(o.kind) && letResultOfProductGiveWay(q.asked(c), q.projection.tensors[2])) plan.changes.push_back({2, q.made(c, 2)});
    reductionsInUse(q, plan, reductionAxes);
  }
  if (o.resultCount && !reductionAxes.empty()) {
    auto kept = book_.unreduced(shardings[o.operandCount]);
    plan.allReduce = difference(reductionAxes, {kept.begin(), kept.end()}, *q.mesh);
    sortAndMerge(plan.allReduce, *q.mesh);
  }
  return plan;
}

// Axes over which a tensor stays partial cannot shard it as well: the others go without them then. True where that cut some.
bool LayoutPlanner::keepOffPartial(const Question& q, AxesPerFactor& axes) const {
  bool cut = false;
  for (std::size_t t = 0; t < q.projection.tensors.size(); ++t) {
    const TensorFactors& tensor = q.projection.tensors[t];
    if (tensor.unreduced.empty()) continue;
    TensorSharding made = unproject(tensor, mappingOf(q.rule, t), q.rule.factorSizes, q.meshRef, *q.mesh);
    if (std::ranges::none_of(made.dims, [&](const DimSharding& d) { return overlaps(d.axes, tensor.unreduced); })) continue;
    for (std::size_t f = 0; f < axes.size(); ++f) cut |= tensor.factors[f].present && cutBefore(axes[f], tensor.unreduced, *q.mesh);
  }
  return cut;
}

void LayoutPlanner::agreeInFull(Question& q, LayoutPlan& plan, AxisList& reductionAxes) {
  Context& c = book_.context();
  std::vector<bool> changed(q.shardings.size());
  for (std::size_t t = 0; t < changed.size(); ++t) changed[t] = overflows(q.projection.tensors[t]);
  AxesPerFactor axes;
  if (q.kind == OpKind::StablehloReshape && (changed[0] || changed[1])) {
    axes = agreeOnReshape(q.projection, q.rule, q.meshRef, *q.mesh);
    changed[0] = !book_.equivalent(q.ownOperand, q.made(c, 0));
    changed[1] = !book_.equivalent(q.made(c, 1), q.shardings[1]);
  } else {
    axes = agree(q.asked(c));
    for (std::size_t f = 0; f < axes.size(); ++f) setFactor(q.projection, f, axes[f], changed);
    if (keepOffPartial(q, axes)) {
      for (std::size_t f = 0; f < axes.size(); ++f) setFactor(q.projection, f, axes[f], changed);
    }
  }
  for (std::size_t t = 0; t < changed.size(); ++t) {
    AttrId sharding = q.shardings[t];
    bool otherOrder = book_.sharded(sharding) && book_[sharding].mesh->deviceIds != q.mesh->deviceIds;
    if (changed[t] || otherOrder) plan.changes.push_back({static_cast<std::uint32_t>(t), q.made(c, t)});
  }
  for (std::int64_t f : q.rule.reduction) {
    const AxisList& summedOver = axes[static_cast<std::size_t>(f)];
    reductionAxes.insert(reductionAxes.end(), summedOver.begin(), summedOver.end());
  }
}

// A result that says which of its sums are partial wants the other axes that are summed over added up.
void LayoutPlanner::reductionsInUse(const Question& q, LayoutPlan& plan, AxisList& reductionAxes) {
  std::size_t result = q.rule.operands.size();
  if (result == q.shardings.size() || book_.unreduced(q.shardings[result]).empty()) return;
  for (std::int64_t f : q.rule.reduction) {
    std::optional<AxisList> axes = commonAxes(q.projection, static_cast<std::size_t>(f));
    if (!axes) {
      plan.problem = "has a result with unreduced axes while its operands are sharded differently along dimensions that it reduces";
      return;
    }
    reductionAxes.insert(reductionAxes.end(), axes->begin(), axes->end());
  }
}

}  // namespace shardlens
