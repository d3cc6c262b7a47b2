#include "engine/rules/rule_builder.h"

#include <algorithm>

namespace shardlens {

namespace {

TensorMapping emptyMapping(const Context& c, TypeId type) {
  return TensorMapping(static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c, type), 0)));
}

bool hasDim(const TensorMapping& mapping, std::int64_t dim) { return dim >= 0 && static_cast<std::size_t>(dim) < mapping.size(); }

// A further factor of size 1 on a dimension says nothing and would only stand in the way of a minor one.
void map(std::vector<TensorMapping>& mappings, std::span<const std::int64_t> dims, std::int64_t factor, std::int64_t size) {
  for (std::size_t i = 0; i < mappings.size() && i < dims.size(); ++i) {
    if (!hasDim(mappings[i], dims[i])) continue;
    DimMapping& mapped = mappings[i][static_cast<std::size_t>(dims[i])];
    if (size != 1 || mapped.empty()) mapped.push_back(factor);
  }
}

void mapAll(std::vector<TensorMapping>& mappings, std::int64_t dim, std::int64_t factor) {
  for (TensorMapping& mapping : mappings) {
    if (hasDim(mapping, dim)) mapping[static_cast<std::size_t>(dim)].push_back(factor);
  }
}

void fillEmpty(std::vector<TensorMapping>& mappings, std::vector<std::int64_t>& sizes) {
  for (TensorMapping& mapping : mappings) {
    for (DimMapping& dim : mapping) {
      if (!dim.empty()) continue;
      dim.push_back(static_cast<std::int64_t>(sizes.size()));
      sizes.push_back(1);
    }
  }
}

}  // namespace

OpKind RuleView::definedBy(ValueId value) const {
  OpId def = m.definingOp(value);
  return def ? m.op(def).kind : OpKind::Unknown;
}

std::int64_t RuleView::integer(std::string_view name, std::int64_t otherwise) const {
  AttrId a = attr(name);
  bool number = a && (c().kind(a) == AttrKind::Integer || c().kind(a) == AttrKind::Bool || c().kind(a) == AttrKind::StablehloEnum);
  return number ? c().attr(a).ints[0] : otherwise;
}

std::span<const std::int64_t> RuleView::list(std::string_view name) const {
  AttrId a = attr(name);
  return a && c().kind(a) == AttrKind::DenseArray ? c().attr(a).ints : std::span<const std::int64_t>();
}

RuleBuilder::RuleBuilder(const RuleView& view) {
  for (std::uint32_t i = 0; i < view.operands(); ++i) rule_.operands.push_back(emptyMapping(view.c(), view.operandType(i)));
  for (std::uint32_t i = 0; i < view.results(); ++i) rule_.results.push_back(emptyMapping(view.c(), view.resultType(i)));
}

std::int64_t RuleBuilder::reserve(std::int64_t size, FactorKind kind, bool blocked) {
  auto factor = static_cast<std::int64_t>(rule_.factorSizes.size());
  rule_.factorSizes.push_back(size);
  if (blocked) rule_.blockedPropagation.push_back(factor);
  switch (kind) {
    case FactorKind::PassThrough: break;
    case FactorKind::Reduction: rule_.reduction.push_back(factor); break;
    case FactorKind::NeedReplication: rule_.needReplication.push_back(factor); break;
    case FactorKind::Permutation: rule_.permutation.push_back(factor); break;
  }
  return factor;
}

RuleBuilder& RuleBuilder::factor(std::span<const std::int64_t> operandDims, std::span<const std::int64_t> resultDims, std::int64_t size,
                                 FactorKind kind, bool blocked) {
  std::int64_t made = reserve(size, kind, blocked);
  map(rule_.operands, operandDims, made, size);
  map(rule_.results, resultDims, made, size);
  return *this;
}

RuleBuilder& RuleBuilder::factor(std::initializer_list<std::int64_t> operandDims, std::initializer_list<std::int64_t> resultDims,
                                 std::int64_t size, FactorKind kind, bool blocked) {
  return factor(std::span(operandDims.begin(), operandDims.size()), std::span(resultDims.begin(), resultDims.size()), size, kind, blocked);
}

RuleBuilder& RuleBuilder::everywhere(std::int64_t dim, std::int64_t size, FactorKind kind, bool blocked) {
  std::int64_t made = reserve(size, kind, blocked);
  mapAll(rule_.operands, dim, made);
  mapAll(rule_.results, dim, made);
  return *this;
}

RuleBuilder& RuleBuilder::onOperands(std::int64_t dim, std::int64_t size, FactorKind kind) {
  mapAll(rule_.operands, dim, reserve(size, kind, false));
  return *this;
}

RuleBuilder& RuleBuilder::onResults(std::int64_t dim, std::int64_t size, FactorKind kind) {
  mapAll(rule_.results, dim, reserve(size, kind, false));
  return *this;
}

RuleBuilder& RuleBuilder::pointwise(std::span<const std::int64_t> shape) {
  for (std::size_t dim = 0; dim < shape.size(); ++dim) everywhere(static_cast<std::int64_t>(dim), shape[dim]);
  return *this;
}

RuleBuilder& RuleBuilder::pointwiseMismatch(std::span<const std::int64_t> in, std::span<const std::int64_t> out, FactorKind kind,
                                            bool blocked) {
  for (std::size_t dim = 0; dim < in.size() && dim < out.size(); ++dim) {
    bool same = in[dim] == out[dim];
    everywhere(static_cast<std::int64_t>(dim), in[dim], same ? FactorKind::PassThrough : kind, !same && blocked);
  }
  return *this;
}

ShardingRule RuleBuilder::build() {
  fillEmpty(rule_.operands, rule_.factorSizes);
  fillEmpty(rule_.results, rule_.factorSizes);
  return std::move(rule_);
}

}  // namespace shardlens
