#include "engine/mlir/affine_expr.h"

#include <numeric>
#include <optional>
#include <utility>

namespace shardlens {

namespace {

bool isLeaf(const AffineExpr& e) { return e->kind <= AffineKind::Constant; }
bool isConstant(const AffineExpr& e) { return e->kind == AffineKind::Constant; }

std::optional<std::int64_t> constantOf(const AffineExpr& e) { return e && isConstant(e) ? std::optional(e->value) : std::nullopt; }

AffineExpr constant(std::int64_t value) { return affineLeaf(AffineKind::Constant, value); }

AffineExpr node(AffineKind kind, AffineExpr lhs, AffineExpr rhs) {
  return std::make_shared<AffineNode>(AffineNode{kind, 0, std::move(lhs), std::move(rhs)});
}

std::int64_t wrapAdd(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrapMul(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
  std::int64_t q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  std::int64_t q = a / b;
  return q * b != a && (a < 0) == (b < 0) ? q + 1 : q;
}

/// A number that divides every value of the expression.
std::uint64_t knownDivisor(const AffineExpr& e) {
  auto magnitude = [](std::int64_t v) { return v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v); };
  switch (e->kind) {
    case AffineKind::Constant: return magnitude(e->value);
    case AffineKind::Mul: return knownDivisor(e->lhs) * knownDivisor(e->rhs);
    case AffineKind::Add:
    case AffineKind::Mod: return std::gcd(knownDivisor(e->lhs), knownDivisor(e->rhs));
    case AffineKind::FloorDiv:
    case AffineKind::CeilDiv: {
      std::uint64_t inner = knownDivisor(e->lhs);
      auto by = constantOf(e->rhs);
      return by && *by != 0 && inner % magnitude(*by) == 0 ? inner / magnitude(*by) : 1;
    }
    default: return 1;
  }
}

bool divisible(const AffineExpr& e, std::int64_t by) {
  std::uint64_t d = knownDivisor(e);
  return d % static_cast<std::uint64_t>(by) == 0;
}

/// `e` as a product with a constant: (e, 1) where it is none.
std::pair<AffineExpr, std::int64_t> scaled(const AffineExpr& e) {
  if (e->kind == AffineKind::Mul) {
    if (auto c = constantOf(e->rhs)) return {e->lhs, *c};
  }
  return {e, 1};
}

/// `a + b` where b is `(a floordiv q) * -q`: `a mod q`.
AffineExpr asMod(const AffineExpr& a, const AffineExpr& b) {
  auto [quotient, factor] = scaled(b);
  if (b->kind != AffineKind::Mul || quotient->kind != AffineKind::FloorDiv || factor >= 0) return nullptr;
  auto by = constantOf(quotient->rhs);
  return by && *by == -factor && sameAffine(quotient->lhs, a) ? affineBinary(AffineKind::Mod, a, constant(*by)) : nullptr;
}

AffineExpr add(AffineExpr lhs, AffineExpr rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r) return constant(wrapAdd(*l, *r));
  if (l || (isSymbolic(lhs) && !isSymbolic(rhs))) return affineBinary(AffineKind::Add, rhs, lhs);
  if (r && *r == 0) return lhs;
  if (lhs->kind == AffineKind::Add && r) {
    if (auto inner = constantOf(lhs->rhs)) return affineBinary(AffineKind::Add, lhs->lhs, constant(wrapAdd(*inner, *r)));
  }
  auto [left, leftFactor] = scaled(lhs);
  auto [right, rightFactor] = scaled(rhs);
  if (sameAffine(left, right)) return affineBinary(AffineKind::Mul, left, constant(wrapAdd(leftFactor, rightFactor)));
  if (lhs->kind == AffineKind::Add && constantOf(lhs->rhs)) {
    return affineBinary(AffineKind::Add, affineBinary(AffineKind::Add, lhs->lhs, rhs), lhs->rhs);
  }
  if (AffineExpr mod = asMod(lhs, rhs)) return mod;
  return node(AffineKind::Add, std::move(lhs), std::move(rhs));
}

AffineExpr mul(AffineExpr lhs, AffineExpr rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r) return constant(wrapMul(*l, *r));
  if (!isSymbolic(rhs) || l) return affineBinary(AffineKind::Mul, rhs, lhs);
  if (r && *r == 1) return lhs;
  if (r && *r == 0) return rhs;
  if (lhs->kind == AffineKind::Mul) {
    auto inner = constantOf(lhs->rhs);
    if (inner && r) return affineBinary(AffineKind::Mul, lhs->lhs, constant(wrapMul(*inner, *r)));
    if (inner) return affineBinary(AffineKind::Mul, affineBinary(AffineKind::Mul, lhs->lhs, rhs), lhs->rhs);
  }
  return node(AffineKind::Mul, std::move(lhs), std::move(rhs));
}

AffineExpr divide(AffineKind kind, AffineExpr lhs, AffineExpr rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (!r || *r == 0) return node(kind, std::move(lhs), std::move(rhs));
  if (l && !(*l == INT64_MIN && *r == -1)) return constant(kind == AffineKind::FloorDiv ? floorDiv(*l, *r) : ceilDiv(*l, *r));
  if (*r == 1) return lhs;
  if (lhs->kind == AffineKind::Mul) {
    auto factor = constantOf(lhs->rhs);
    if (factor && *r != -1 && *factor % *r == 0) return affineBinary(AffineKind::Mul, lhs->lhs, constant(*factor / *r));
  }
  if (kind == AffineKind::FloorDiv && lhs->kind == AffineKind::Add && (divisible(lhs->lhs, *r) || divisible(lhs->rhs, *r))) {
    return affineBinary(AffineKind::Add, affineBinary(kind, lhs->lhs, rhs), affineBinary(kind, lhs->rhs, rhs));
  }
  return node(kind, std::move(lhs), std::move(rhs));
}

AffineExpr modulo(AffineExpr lhs, AffineExpr rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (!r || *r < 1) return node(AffineKind::Mod, std::move(lhs), std::move(rhs));
  if (l) return constant(((*l % *r) + *r) % *r);
  if (divisible(lhs, *r)) return constant(0);
  if (lhs->kind == AffineKind::Add) {
    if (divisible(lhs->lhs, *r)) return affineBinary(AffineKind::Mod, lhs->rhs, rhs);
    if (divisible(lhs->rhs, *r)) return affineBinary(AffineKind::Mod, lhs->lhs, rhs);
  }
  if (lhs->kind == AffineKind::Mod) {
    auto inner = constantOf(lhs->rhs);
    if (inner && *inner >= 1 && *inner % *r == 0) return affineBinary(AffineKind::Mod, lhs->lhs, rhs);
  }
  return node(AffineKind::Mod, std::move(lhs), std::move(rhs));
}

const char* operatorText(AffineKind kind) {
  switch (kind) {
    case AffineKind::Mul: return " * ";
    case AffineKind::FloorDiv: return " floordiv ";
    case AffineKind::CeilDiv: return " ceildiv ";
    default: return " mod ";
  }
}

/// The right side of a sum, with its sign drawn into the operator.
void appendSummand(std::string& out, const AffineExpr& e) {
  if (e->kind == AffineKind::Mul) {
    auto factor = constantOf(e->rhs);
    if (factor && *factor < 0 && *factor != INT64_MIN) {
      out += " - ";
      appendAffine(out, e->lhs, *factor == -1 ? e->lhs->kind == AffineKind::Add : true);
      if (*factor != -1) out += " * " + std::to_string(-*factor);
      return;
    }
  }
  auto value = constantOf(e);
  if (value && *value < 0) {
    out += " - " + std::to_string(0 - static_cast<std::uint64_t>(*value));
    return;
  }
  out += " + ";
  appendAffine(out, e, false);
}

}  // namespace

AffineExpr affineLeaf(AffineKind kind, std::int64_t value) {
  return std::make_shared<AffineNode>(AffineNode{kind, value, nullptr, nullptr});
}

AffineExpr affineBinary(AffineKind kind, AffineExpr lhs, AffineExpr rhs) {
  switch (kind) {
    case AffineKind::Add: return add(std::move(lhs), std::move(rhs));
    case AffineKind::Mul: return mul(std::move(lhs), std::move(rhs));
    case AffineKind::Mod: return modulo(std::move(lhs), std::move(rhs));
    default: return divide(kind, std::move(lhs), std::move(rhs));
  }
}

AffineExpr affineNegate(AffineExpr e) { return affineBinary(AffineKind::Mul, std::move(e), constant(-1)); }

bool isSymbolic(const AffineExpr& e) { return isLeaf(e) ? e->kind != AffineKind::Dim : isSymbolic(e->lhs) && isSymbolic(e->rhs); }

bool sameAffine(const AffineExpr& a, const AffineExpr& b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->value != b->value) return false;
  return isLeaf(a) || (sameAffine(a->lhs, b->lhs) && sameAffine(a->rhs, b->rhs));
}

void appendAffine(std::string& out, const AffineExpr& e, bool tight) {
  if (e->kind == AffineKind::Constant) {
    out += std::to_string(e->value);
    return;
  }
  if (isLeaf(e)) {
    out += (e->kind == AffineKind::Dim ? "d" : "s") + std::to_string(e->value);
    return;
  }
  if (tight) out += '(';
  if (e->kind == AffineKind::Add) {
    appendAffine(out, e->lhs, false);
    appendSummand(out, e->rhs);
  } else if (e->kind == AffineKind::Mul && constantOf(e->rhs) == -1) {
    out += '-';
    appendAffine(out, e->lhs, true);
  } else {
    appendAffine(out, e->lhs, true);
    out += operatorText(e->kind);
    appendAffine(out, e->rhs, true);
  }
  if (tight) out += ')';
}

}  // namespace shardlens
