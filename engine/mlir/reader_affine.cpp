#include <utility>

#include "engine/mlir/affine_expr.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

// Affine maps and sets are kept as their canonical spelling: nothing in a sharding plan looks into them.

namespace shardlens {

struct Reader::Affine {
  std::vector<std::pair<std::string_view, AffineExpr>> names;
  std::int64_t dims = 0, symbols = 0;
  unsigned operations = 0;  ///< sums make deep trees, so they count as nesting
};

namespace {

std::string header(std::int64_t dims, std::int64_t symbols) {
  std::string out = "(";
  for (std::int64_t i = 0; i < dims; ++i) out += (i ? ", d" : "d") + std::to_string(i);
  out += ')';
  if (symbols) out += '[';
  for (std::int64_t i = 0; i < symbols; ++i) out += (i ? ", s" : "s") + std::to_string(i);
  if (symbols) out += ']';
  return out;
}

}  // namespace

AttrId Reader::affineAttribute(bool isMap) {
  AttrId made;
  nested([&] {
    advance();
    if (!expect(Tok::Less, isMap ? "expected '<' in affine map" : "expected '<' in integer set")) return false;
    Offset where = at();
    bool readMap = false;
    std::string text;
    if (!affineBody(&text, &readMap)) return false;
    if (readMap != isMap) return fail(where, isMap ? "expected AffineMap, but got IntegerSet" : "expected IntegerSet, but got AffineMap");
    if (!expect(Tok::Greater, isMap ? "expected '>' in affine map" : "expected '>' in integer set")) return false;
    made = c_.attr({.kind = isMap ? AttrKind::AffineMap : AttrKind::IntegerSet, .text = text});
    return true;
  });
  return made;
}

bool Reader::affineBody(std::string* text, bool* isMap) {
  Affine scope;
  auto name = [&](AffineKind kind, std::int64_t* count) {
    if (!isKeyword()) return wrongToken("expected bare identifier");
    for (const auto& [known, expr] : scope.names) {
      if (known == token_.text()) return failHere("redefinition of identifier '" + std::string(known) + "'");
    }
    scope.names.emplace_back(token_.text(), affineLeaf(kind, (*count)++));
    advance();
    return true;
  };
  if (!list(
          Delimiter::Paren, [&] { return name(AffineKind::Dim, &scope.dims); }, " in dimensional identifier list"))
    return false;
  if (is(Tok::LSquare) && !list(
                              Delimiter::Square, [&] { return name(AffineKind::Symbol, &scope.symbols); }, " in symbol list"))
    return false;
  *isMap = consumeIf(Tok::Arrow);
  if (!*isMap && !expect(Tok::Colon, "expected '->' or ':'")) return false;
  *text = header(scope.dims, scope.symbols) + (*isMap ? " -> (" : " : (");
  bool any = false;
  auto item = [&] {
    if (any) *text += ", ";
    any = true;
    if (!*isMap) return affineConstraint(scope, text);
    AffineExpr e = affineSum(scope);
    if (e) appendAffine(*text, e);
    return e != nullptr;
  };
  if (!list(Delimiter::Paren, item, *isMap ? " in affine map range" : " in integer set constraint list")) return false;
  *text += any || *isMap ? ")" : "0 == 0)";
  return true;
}

bool Reader::affineConstraint(Affine& scope, std::string* text) {
  AffineExpr lhs = affineSum(scope);
  if (!lhs) return false;
  Tok first = token_.kind;
  bool relation = (first == Tok::Greater || first == Tok::Less || first == Tok::Equal);
  if (relation) advance();
  if (!relation || !consumeIf(Tok::Equal)) return failHere("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
  AffineExpr rhs = affineSum(scope);
  if (!rhs) return false;
  if (first == Tok::Less) std::swap(lhs, rhs);
  appendAffine(*text, affineBinary(AffineKind::Add, lhs, affineNegate(rhs)));
  *text += first == Tok::Equal ? " == 0" : " >= 0";
  return true;
}

AffineExpr Reader::affineSum(Affine& scope) {
  AffineExpr sum = affineProduct(scope, false);
  while (sum && (is(Tok::Plus) || is(Tok::Minus))) {
    bool minus = is(Tok::Minus);
    if (++scope.operations > kDeepestNesting) return failHere("affine expression is too long"), nullptr;
    advance();
    AffineExpr next = affineProduct(scope, true);
    if (!next) return nullptr;
    sum = affineBinary(AffineKind::Add, sum, minus ? affineNegate(next) : next);
  }
  return sum;
}

AffineExpr Reader::affineProduct(Affine& scope, bool hasLeft) {
  AffineExpr product = affineOperand(scope, hasLeft);
  while (product) {
    Offset where = at();
    AffineKind kind = is(Tok::Star)        ? AffineKind::Mul
                      : isWord("floordiv") ? AffineKind::FloorDiv
                      : isWord("ceildiv")  ? AffineKind::CeilDiv
                      : isWord("mod")      ? AffineKind::Mod
                                           : AffineKind::Add;
    if (kind == AffineKind::Add) return product;
    if (++scope.operations > kDeepestNesting) return failHere("affine expression is too long"), nullptr;
    advance();
    AffineExpr next = affineOperand(scope, true);
    if (!next) return nullptr;
    if (kind == AffineKind::Mul && !isSymbolic(product) && !isSymbolic(next)) {
      fail(where, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic");
      return nullptr;
    }
    if (kind != AffineKind::Mul && !isSymbolic(next)) {
      const char* name = kind == AffineKind::FloorDiv ? "floordiv" : kind == AffineKind::CeilDiv ? "ceildiv" : "mod";
      fail(where, std::string("non-affine expression: right operand of ") + name + " has to be either a constant or symbolic");
      return nullptr;
    }
    product = affineBinary(kind, product, next);
  }
  return product;
}

AffineExpr Reader::affineOperand(Affine& scope, bool hasLeft) {
  AffineExpr made;
  switch (token_.kind) {
    case Tok::Integer: {
      std::optional<Words> words = parseWords(token_.text(), 64);
      if (!words || (!words->empty() && words->front() > 1ULL << 63)) return failHere("constant too large for index"), nullptr;
      advance();
      return affineLeaf(AffineKind::Constant, words->empty() ? 0 : static_cast<std::int64_t>(words->front()));
    }
    case Tok::LParen:
      nested([&] {
        advance();
        if (is(Tok::RParen)) return failHere("no expression inside parentheses");
        made = affineSum(scope);
        if (made && !expect(Tok::RParen, "expected ')'")) made = nullptr;
        return made != nullptr;
      });
      return made;
    case Tok::Minus:
      nested([&] {
        advance();
        made = affineOperand(scope, hasLeft);
        if (!made) return failHere("missing operand of negation");
        made = affineNegate(made);
        return true;
      });
      return made;
    case Tok::Percent: return wrongToken("unexpected ssa identifier"), nullptr;
    case Tok::Word:
    case Tok::IntType:
      for (const auto& [name, expr] : scope.names) {
        if (name == token_.text()) return advance(), expr;
      }
      return wrongToken("use of undeclared identifier"), nullptr;
    default: break;
  }
  bool isOperator = is(Tok::Plus) || is(Tok::Star);
  failHere(hasLeft      ? "missing right operand of binary operator"
           : isOperator ? "missing left operand of binary operator"
                        : "expected affine expression");
  return nullptr;
}

}  // namespace shardlens
