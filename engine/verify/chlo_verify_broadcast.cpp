// Broadcasting in CHLO: operands of unequal shapes meet dimension by dimension, counted from the last one or as `broadcast_dimensions`
// says. Where they do not meet, the result is inferred as unranked, which goes with any result type.
#include <algorithm>

#include "engine/verify/chlo_verify.h"

namespace shardlens::chlo_verify {

namespace {

using Dims = std::span<const std::int64_t>;
using Shape = std::vector<std::int64_t>;

/// One dimension of a shape whose unknown sizes all have bounds.
struct BoundedDim {
  std::int64_t size = 1;
  bool isBound = false;
};

std::vector<BoundedDim> boundedDims(const OpCheck& o, TypeId t) {
  std::vector<BoundedDim> out;
  Dims dims = o.dims(t), bounds = o.bounds(t);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    bool isBound = dims[i] == kDynamic && !bounds.empty();
    out.push_back({isBound ? bounds[i] : dims[i], isBound});
  }
  return out;
}

bool isStaticOrBounded(const OpCheck& o, TypeId t) {
  return hasStaticShape(o.c, t) || (isRankedTensor(o.c, t) && boundsOf(o.c, o.c.type(t).attr).data());
}

/// Meets `b`, the dimensions of operand `i`, into `a`; reports at the operand where they do not fit.
bool meetBounded(const OpCheck& o, std::uint32_t i, std::vector<BoundedDim>& a, std::vector<BoundedDim> b) {
  std::size_t rank = std::max(a.size(), b.size());
  a.insert(a.begin(), rank - a.size(), {});
  b.insert(b.begin(), rank - b.size(), {});
  AttrId where = o.m.location(o.m.operand(o.op, i));
  for (std::size_t d = rank; d-- > 0;) {
    if (a[d].size == 1) {
      a[d] = b[d];
    } else if (b[d].size != 1 && a[d].size != b[d].size) {
      return o.v.errorAt(where, say("incompatible shapes for broadcasting ", a[d].size, " and ", b[d].size));
    } else if (b[d].size != 1 && a[d].isBound != b[d].isBound) {
      return o.v.errorAt(where, "cannot mix bounded and static dimensions in broadcast");
    }
  }
  return true;
}

TypeId boundedType(const OpCheck& o, const std::vector<BoundedDim>& dims, TypeId element) {
  Shape shape, bounds;
  for (const BoundedDim& dim : dims) {
    shape.push_back(dim.isBound ? kDynamic : dim.size);
    bounds.push_back(dim.isBound ? dim.size : kDynamic);
  }
  return o.c.tensor(shape, element, encodingOf(o.c, {}, bounds));
}

TypeId broadcastBounded(const OpCheck& o, TypeId element) {
  std::vector<BoundedDim> dims = boundedDims(o, o.operand(0));
  for (std::uint32_t i = 1; i < o.operands(); ++i) {
    if (!meetBounded(o, i, dims, boundedDims(o, o.operand(i)))) return o.c.unrankedTensor(element);
  }
  return boundedType(o, dims, element);
}

/// An unknown size gives way to one above 1, since it must be that or 1; beside a 1 it stays.
std::optional<std::int64_t> meet(std::int64_t a, std::int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (a != kDynamic && b != kDynamic) return std::nullopt;
  if (a > 1) return a;
  return b > 1 ? b : kDynamic;
}

std::optional<Shape> meetShapes(Dims a, Dims b) {
  if (a.size() < b.size()) std::swap(a, b);
  Shape out(a.begin(), a.end());
  std::size_t lead = a.size() - b.size();
  for (std::size_t i = 0; i < b.size(); ++i) {
    auto met = meet(a[lead + i], b[i]);
    if (!met) return std::nullopt;
    out[lead + i] = *met;
  }
  return out;
}

bool allOperands(const OpCheck& o, bool (*holds)(const OpCheck&, TypeId)) {
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (!holds(o, o.operand(i))) return false;
  }
  return true;
}

TypeId broadcastByRank(const OpCheck& o, TypeId element) {
  if (!allOperands(o, [](const OpCheck& check, TypeId t) { return isRankedTensor(check.c, t); })) return o.c.unrankedTensor(element);
  if (allOperands(o, isStaticOrBounded)) return broadcastBounded(o, element);
  Dims first = o.dims(o.operand(0));
  Shape shape(first.begin(), first.end());
  for (std::uint32_t i = 1; i < o.operands(); ++i) {
    auto met = meetShapes(shape, o.dims(o.operand(i)));
    if (!met) return o.c.unrankedTensor(element);
    shape = std::move(*met);
  }
  return o.c.tensor(shape, element);
}

/// The smaller operand's dimension i stands at dimension `places[i]` of the larger one.
std::optional<Shape> broadcastInto(Dims large, Dims small, Dims places) {
  if (places.size() != small.size()) return std::nullopt;
  Shape out(large.begin(), large.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] < 0 || places[i] >= static_cast<std::int64_t>(large.size())) return std::nullopt;
    auto place = static_cast<std::size_t>(places[i]);
    auto met = meet(small[i], large[place]);
    if (!met) return std::nullopt;
    out[place] = *met;
  }
  return out;
}

TypeId broadcastByDimensions(const OpCheck& o, TypeId element) {
  TypeId x = o.operand(0), y = o.operand(1);
  if (!isRankedTensor(o.c, x) || !isRankedTensor(o.c, y)) return o.c.unrankedTensor(element);
  bool firstLarger = o.rank(x) > o.rank(y);
  auto shape = broadcastInto(o.dims(firstLarger ? x : y), o.dims(firstLarger ? y : x), o.list("broadcast_dimensions"));
  return shape ? o.c.tensor(*shape, element) : o.c.unrankedTensor(element);
}

bool inferBinary(const OpCheck& o, TypeId element) {
  if (!compatibleElements(o.c, o.operand(0), o.operand(1))) return o.fail("mismatched operand types");
  return checkInferred(o, o.attr("broadcast_dimensions") ? broadcastByDimensions(o, element) : broadcastByRank(o, element));
}

}  // namespace

bool inferBroadcast(const OpCheck& o) { return inferBinary(o, o.element(o.operand(0))); }

bool inferBroadcastComplex(const OpCheck& o) { return inferBinary(o, o.c.complex(o.element(o.operand(0)))); }

bool inferBroadcastCompare(const OpCheck& o) { return inferBinary(o, o.c.integer(1)); }

bool inferBroadcastSelect(const OpCheck& o) {
  TypeId element = o.element(o.operand(1));
  if (element != o.element(o.operand(2))) return o.fail("mismatched operand types");
  TypeId inferred = broadcastByRank(o, element);
  return checkInferredShapes(o, std::span(&inferred, 1));
}

}  // namespace shardlens::chlo_verify
