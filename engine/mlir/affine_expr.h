#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace shardlens {

enum class AffineKind : std::uint8_t { Dim, Symbol, Constant, Add, Mul, FloorDiv, CeilDiv, Mod };

struct AffineNode;
using AffineExpr = std::shared_ptr<const AffineNode>;

/// Expression of an affine map or set; `value` is the number of a dim or symbol, or the constant.
struct AffineNode {
  AffineKind kind = AffineKind::Constant;
  std::int64_t value = 0;
  AffineExpr lhs, rhs;
};

AffineExpr affineLeaf(AffineKind kind, std::int64_t value);
/// `lhs kind rhs`, simplified as the reference does while it builds expressions.
AffineExpr affineBinary(AffineKind kind, AffineExpr lhs, AffineExpr rhs);
AffineExpr affineNegate(AffineExpr e);
bool isSymbolic(const AffineExpr& e);  ///< mentions no dim
bool sameAffine(const AffineExpr& a, const AffineExpr& b);
/// Appends the expression as the reference writes it.
void appendAffine(std::string& out, const AffineExpr& e, bool tight = false);

}  // namespace shardlens
