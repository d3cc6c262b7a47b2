#include <numeric>

#include "engine/rules/int_lists.h"
#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

ValueId beforeSlice(const RuleView& v, ValueId value) {
  return v.definedBy(value) == OpKind::StablehloSlice ? v.m.operand(v.m.definingOp(value), 0) : value;
}

}  // namespace

// Pieces that were cut before they are joined (a roll, a halo) only move between neighbours.
bool joinsSlices(const RuleView& v) {
  std::uint32_t slices = 0, same = 0;
  for (std::uint32_t i = 0; i < v.operands(); ++i) {
    slices += v.definedBy(i) == OpKind::StablehloSlice ? 1 : 0;
    same += beforeSlice(v, v.m.operand(v.op, i)) == beforeSlice(v, v.m.operand(v.op, 0)) ? 1 : 0;
  }
  return slices == v.operands() || (same == v.operands() && slices > 0);
}

MaybeRule bitcastConvertRule(const RuleView& v) {
  auto in = v.in(), out = v.out();
  RuleBuilder builder(v);
  builder.pointwise(in.size() < out.size() ? in : out);
  auto last = [](std::span<const std::int64_t> shape) { return static_cast<std::int64_t>(shape.size()) - 1; };
  // The additional innermost dimension of the smaller element type holds parts of one element.
  if (in.size() < out.size()) builder.factor({kNoDim}, {last(out)}, out.back(), FactorKind::NeedReplication);
  if (in.size() > out.size()) builder.factor({last(in)}, {kNoDim}, in.back(), FactorKind::NeedReplication);
  return builder.build();
}

MaybeRule broadcastInDimRule(const RuleView& v) {
  auto in = v.in(), out = v.out();
  Dims inDimOf(out.size(), kNoDim);
  auto dims = v.list("broadcast_dimensions");
  for (std::size_t inDim = 0; inDim < dims.size(); ++inDim)
    inDimOf[static_cast<std::size_t>(dims[inDim])] = static_cast<std::int64_t>(inDim);
  RuleBuilder builder(v);
  for (std::size_t outDim = 0; outDim < out.size(); ++outDim) {
    std::int64_t inDim = inDimOf[outDim];
    if (inDim != kNoDim && in[static_cast<std::size_t>(inDim)] == 1 && out[outDim] != 1) {
      builder.factor({inDim}, {kNoDim}, 1);
      inDim = kNoDim;
    }
    builder.factor({inDim}, {static_cast<std::int64_t>(outDim)}, out[outDim]);
  }
  return builder.build();
}

MaybeRule concatenateRule(const RuleView& v) {
  std::int64_t joined = v.integer("dimension");
  FactorKind kind = joinsSlices(v) ? FactorKind::Permutation : FactorKind::NeedReplication;
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(v.out().size()); ++dim) {
    if (dim == joined && v.conservative) continue;
    builder.everywhere(dim, v.out()[static_cast<std::size_t>(dim)], dim == joined ? kind : FactorKind::PassThrough);
  }
  return builder.build();
}

MaybeRule padRule(const RuleView& v) {
  return RuleBuilder(v).pointwiseMismatch(v.in(), v.out(), FactorKind::Permutation, v.conservative).build();
}

// The places of a static slice are known, so a sharded dimension can stay so at the price of moving data; a dynamic slice's cannot.
MaybeRule sliceRule(const RuleView& v) { return padRule(v); }

MaybeRule reverseRule(const RuleView& v) {
  auto reversed = v.list("dimensions");
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < static_cast<std::int64_t>(v.out().size()); ++dim) {
    builder.everywhere(dim, v.out()[static_cast<std::size_t>(dim)],
                       holds(reversed, dim) ? FactorKind::Permutation : FactorKind::PassThrough);
  }
  return builder.build();
}

MaybeRule transposeRule(const RuleView& v) {
  RuleBuilder builder(v);
  auto permutation = v.list("permutation");
  for (std::size_t outDim = 0; outDim < permutation.size(); ++outDim) {
    builder.factor({permutation[outDim]}, {static_cast<std::int64_t>(outDim)}, v.in()[static_cast<std::size_t>(permutation[outDim])]);
  }
  return builder.build();
}

namespace {

// Walks both shapes of a reshape from the major side. `dims` is the product of the sizes of all dimensions entered so far, `factors` that
// of the factors given out: while both sides have given out the same, a common factor can follow; where they parted, the side behind
// catches up.
struct Side {
  std::span<const std::int64_t> shape;
  std::size_t dim = 0;
  std::int64_t dims = 1, factors = 1;

  [[nodiscard]] bool inside() const { return dim < shape.size(); }
  [[nodiscard]] bool atOne() const { return inside() && shape[dim] == 1; }
  [[nodiscard]] std::int64_t at() const { return static_cast<std::int64_t>(dim); }
  [[nodiscard]] std::int64_t next() const { return dims / factors; }
  void enter() {
    if (inside() && dims == factors) dims *= shape[dim];
  }
  void leave() {
    if (inside() && dims == factors) ++dim;
  }
};

// Size of the factor by which the side behind catches up, at best exactly.
std::int64_t catchUp(std::int64_t next, std::int64_t gcd, std::int64_t behind, std::int64_t ahead) {
  if (ahead % behind == 0 && next % (ahead / behind) == 0) return ahead / behind;
  return next > gcd ? next / gcd : next;
}

void addNextFactors(RuleBuilder& builder, Side& in, Side& out) {
  std::int64_t gcd = std::gcd(in.next(), out.next());
  auto onlyIn = [&](std::int64_t size) { builder.factor({in.at()}, {kNoDim}, size), in.factors *= size; };
  auto onlyOut = [&](std::int64_t size) { builder.factor({kNoDim}, {out.at()}, size), out.factors *= size; };
  if (in.factors < out.factors) {
    onlyIn(catchUp(in.next(), gcd, in.factors, out.factors));
  } else if (in.factors > out.factors) {
    onlyOut(catchUp(out.next(), gcd, out.factors, in.factors));
  } else if (gcd > 1) {
    builder.factor({in.at()}, {out.at()}, gcd);
    in.factors *= gcd;
    out.factors *= gcd;
  } else {
    std::int64_t inSize = in.next(), outSize = out.next();
    onlyIn(inSize);
    onlyOut(outSize);
  }
}

// Elements of a static shape; 0 where it is empty or not static.
std::uint64_t elements(std::span<const std::int64_t> shape) {
  std::uint64_t product = 1;
  for (std::int64_t size : shape) product *= size > 0 ? static_cast<std::uint64_t>(size) : 0;
  return product;
}

}  // namespace

MaybeRule reshapeRule(const RuleView& v) {
  if (elements(v.in()) == 0 || elements(v.in()) != elements(v.out())) return std::nullopt;
  Side in{v.in()}, out{v.out()};
  RuleBuilder builder(v);
  while (in.inside() || out.inside()) {
    if (in.atOne()) {
      builder.factor({in.at()}, {kNoDim}, 1);
      ++in.dim;
      continue;
    }
    if (out.atOne()) {
      builder.factor({kNoDim}, {out.at()}, 1);
      ++out.dim;
      continue;
    }
    in.enter();
    out.enter();
    addNextFactors(builder, in, out);
    in.leave();
    out.leave();
  }
  return builder.build();
}

}  // namespace shardlens
