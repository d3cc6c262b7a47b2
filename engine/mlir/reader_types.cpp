#include <algorithm>
#include <array>

#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

namespace {

constexpr std::int64_t kWidestInteger = 16777215;

struct FloatName {
  std::string_view word;
  FloatKind kind;
};
constexpr FloatName kFloatNames[] = {
    {"f32", FloatKind::F32},
    {"bf16", FloatKind::BF16},
    {"f16", FloatKind::F16},
    {"f64", FloatKind::F64},
    {"f8E4M3FN", FloatKind::F8E4M3FN},
    {"f8E5M2", FloatKind::F8E5M2},
    {"f8E4M3", FloatKind::F8E4M3},
    {"f8E3M4", FloatKind::F8E3M4},
    {"f8E4M3FNUZ", FloatKind::F8E4M3FNUZ},
    {"f8E5M2FNUZ", FloatKind::F8E5M2FNUZ},
    {"f8E4M3B11FNUZ", FloatKind::F8E4M3B11FNUZ},
    {"f8E8M0FNU", FloatKind::F8E8M0FNU},
    {"f6E2M3FN", FloatKind::F6E2M3FN},
    {"f6E3M2FN", FloatKind::F6E3M2FN},
    {"f4E2M1FN", FloatKind::F4E2M1FN},
    {"tf32", FloatKind::TF32},
    {"f80", FloatKind::F80},
    {"f128", FloatKind::F128},
};
constexpr std::string_view kTypeWords[] = {"tensor", "memref", "complex", "tuple", "vector", "index", "none"};

bool isDialectKind(TypeKind kind) {
  return kind == TypeKind::Token || kind == TypeKind::Future || kind == TypeKind::Quantized || kind == TypeKind::Dialect;
}

bool isNumber(TypeKind kind) { return kind == TypeKind::Integer || kind == TypeKind::Index || kind == TypeKind::Float; }

bool tensorElement(TypeKind kind) { return isNumber(kind) || kind == TypeKind::Complex || kind == TypeKind::Vector || isDialectKind(kind); }

bool memrefElement(TypeKind kind) { return tensorElement(kind) || kind == TypeKind::MemRef || kind == TypeKind::UnrankedMemRef; }

}  // namespace

std::optional<FloatKind> Reader::floatKind(std::string_view word) {
  for (const FloatName& name : kFloatNames) {
    if (name.word == word) return name.kind;
  }
  return std::nullopt;
}

bool Reader::startsType() const {
  if (is(Tok::LParen) || is(Tok::IntType) || is(Tok::Bang)) return true;
  if (!is(Tok::Word)) return false;
  for (std::string_view word : kTypeWords) {
    if (token_.text() == word) return true;
  }
  return floatKind(token_.text()).has_value();
}

std::optional<bool> Reader::parseOptionalType(TypeId* out) {
  if (!startsType()) return std::nullopt;
  return parseType(out);
}

TypeId Reader::type() {
  if (isWord("tensor")) return tensorType();
  if (is(Tok::LParen)) return functionType();
  return nonFunctionType();
}

TypeId Reader::nonFunctionType() {
  if (is(Tok::Word)) return namedType();
  if (is(Tok::IntType)) return integerType();
  if (is(Tok::Bang)) return extendedType();
  wrongToken("expected non-function type");
  return {};
}

TypeId Reader::namedType() {
  std::string_view word = token_.text();
  if (word == "tensor") return tensorType();
  if (auto kind = floatKind(word)) return advance(), c_.floating(*kind);
  if (word == "index") return advance(), c_.indexType();
  if (word == "none") return advance(), c_.noneType();
  if (word == "complex") return complexType();
  if (word == "tuple") return tupleType();
  if (word == "vector") return vectorType();
  if (word == "memref") return memrefType();
  wrongToken("expected non-function type");
  return {};
}

TypeId Reader::integerType() {
  std::string_view word = token_.text();
  Signedness sign = word[0] == 's' ? Signedness::Signed : word[0] == 'u' ? Signedness::Unsigned : Signedness::Signless;
  std::string_view digits = word.substr(sign == Signedness::Signless ? 1 : 2);
  std::optional<Words> width = parseWords(digits, 32);
  if (!width) return failHere("invalid integer width"), TypeId();
  std::uint64_t bits = width->empty() ? 0 : width->front();
  if (bits > static_cast<std::uint64_t>(kWidestInteger)) {
    fail(at(), "integer bitwidth is limited to " + std::to_string(kWidestInteger) + " bits");
    return {};
  }
  advance();
  return c_.integer(static_cast<unsigned>(bits), sign);
}

// `tensor<8x64xf32>` is looked up by its spelling, which ends at the first `>` where no type or attribute is nested in it.
TypeId Reader::tensorType() {
  const char* p = token_.end;
  const char* end = lexer_.end();
  if (p == end || *p != '<') return tensorTypeInFull();
  for (++p; p < end && (isClass(*p, kWordRest) || *p == '?'); ++p) {
  }
  if (p == end || *p != '>') return tensorTypeInFull();
  std::string_view spelling(token_.begin, static_cast<std::size_t>(p + 1 - token_.begin));
  std::uint64_t hash = hashText(spelling);
  std::uint32_t known = tensorTypes_.find(spelling, hash);
  if (known != TextMemo::kNone) {
    resetTo(p + 1);
    return TypeId(known);
  }
  TypeId made = tensorTypeInFull();
  if (made) tensorTypes_.add(spelling, hash, made.value);
  return made;
}

TypeId Reader::tensorTypeInFull() {
  TypeId made;
  nested([&] {
    advance();
    if (!expect(Tok::Less, "expected '<' in tensor type")) return false;
    bool unranked = consumeIf(Tok::Star);
    std::vector<std::int64_t> dims;
    if (unranked ? !dimensionX() : !parseDimensionList(&dims, true, true)) return false;
    Offset elementAt = at();
    TypeId element = type();
    if (!element) return false;
    AttrId encoding;
    if (consumeIf(Tok::Comma)) {
      auto read = parseOptionalAttribute(&encoding, {});  // a comma may stand alone
      if (read.has_value() && !(*read && checkEncoding(encoding, dims, element))) return false;
    }
    if (!expect(Tok::Greater, "expected '>' in tensor type")) return false;
    if (!tensorElement(c_.type(element).kind)) return fail(elementAt, "invalid tensor element type");
    if (unranked && encoding) return failHere("cannot apply encoding to unranked tensor");
    made = unranked ? c_.unrankedTensor(element) : c_.tensor(dims, element, encoding);
    return true;
  });
  return made;
}

bool Reader::checkEncoding(AttrId encoding, const std::vector<std::int64_t>& dims, TypeId element) {
  const AttrData& data = c_.attr(encoding);
  if (data.kind == AttrKind::Dialect && data.text.starts_with("sparse_tensor.encoding<") &&
      data.ints[0] != static_cast<std::int64_t>(dims.size())) {
    return failHere("dimension-rank mismatch between encoding and tensor shape: " + std::to_string(data.ints[0]) +
                    " != " + std::to_string(dims.size()));
  }
  if (data.kind != AttrKind::StablehloTypeExtensions) return true;
  if (data.ints.size() != dims.size()) {
    return failHere("Bounds length is " + std::to_string(data.ints.size()) + ", expected to be equal to rank(" +
                    std::to_string(dims.size()) + ") of the tensor " + print(c_.tensor(dims, element)));
  }
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (data.ints[i] != kDynamic && dims[i] != kDynamic) {
      return failHere("Static dimension " + std::to_string(i) +
                      " cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor " +
                      print(c_.tensor(dims, element)));
    }
  }
  return true;
}

bool Reader::dimension(std::int64_t* out) {
  std::string_view text = token_.text();
  // `0xf32` is a dimension of size 0 before an element type.
  if (text.size() > 1 && text[1] == 'x') {
    *out = 0;
    resetTo(token_.begin + 1);
    return true;
  }
  std::optional<Words> words = parseWords(text, 63);
  if (!words) return failHere("invalid dimension");
  *out = words->empty() ? 0 : static_cast<std::int64_t>(words->front());
  advance();
  return true;
}

bool Reader::dimensionX() {
  if (!is(Tok::Word) || *token_.begin != 'x') return wrongToken("expected 'x' in dimension list");
  resetTo(token_.begin + 1);
  return true;
}

bool Reader::parseDimensionList(std::vector<std::int64_t>* dims, bool allowDynamic, bool trailingX) {
  auto one = [&] {
    Offset where = at();
    if (is(Tok::Integer)) return dimension(&dims->emplace_back());
    if (!is(Tok::Question)) return failHere("invalid dimension");
    advance();
    dims->push_back(kDynamic);
    return allowDynamic || fail(where, "expected static shape");
  };
  while (is(Tok::Integer) || is(Tok::Question)) {
    if (!one()) return false;
    if (!trailingX && !(is(Tok::Word) && *token_.begin == 'x')) return true;
    if (!dimensionX()) return false;
    if (!trailingX && !is(Tok::Integer) && !is(Tok::Question)) return one();
  }
  return true;
}

TypeId Reader::functionType() {
  TypeId made;
  nested([&] {
    std::size_t base = typeStack_.size();
    if (!typeListParens(&typeStack_)) return false;
    auto inputs = static_cast<std::int64_t>(typeStack_.size() - base);
    if (!expect(Tok::Arrow, "expected '->' in function type") || !functionResults(&typeStack_)) return false;
    made = c_.type({.kind = TypeKind::Function, .ints = {&inputs, 1}, .types = std::span(typeStack_).subspan(base)});
    typeStack_.resize(base);
    return true;
  });
  return made;
}

bool Reader::typeListParens(std::vector<TypeId>* out) {
  if (!expect(Tok::LParen, "expected '('")) return false;
  if (consumeIf(Tok::RParen)) return true;
  return parseTypeList(out) && expect(Tok::RParen, "expected ')'");
}

bool Reader::functionResults(std::vector<TypeId>* out) {
  if (is(Tok::LParen)) return typeListParens(out);
  TypeId one = nonFunctionType();
  if (one) out->push_back(one);
  return one.valid();
}

TypeId Reader::complexType() {
  TypeId made;
  nested([&] {
    advance();
    if (!expect(Tok::Less, "expected '<' in complex type")) return false;
    Offset where = at();
    TypeId element = type();
    if (!element || !expect(Tok::Greater, "expected '>' in complex type")) return false;
    TypeKind kind = c_.type(element).kind;
    if (kind != TypeKind::Float && kind != TypeKind::Integer) return fail(where, "invalid element type for complex");
    made = c_.complex(element);
    return true;
  });
  return made;
}

TypeId Reader::tupleType() {
  TypeId made;
  nested([&] {
    advance();
    std::vector<TypeId> members;
    if (!expect(Tok::Less, "expected '<' in tuple type")) return false;
    if (!consumeIf(Tok::Greater) && (!parseTypeList(&members) || !expect(Tok::Greater, "expected '>' in tuple type"))) return false;
    made = c_.tuple(members);
    return true;
  });
  return made;
}

// Scalable dimensions are told apart in the text: a digit 0 or 1 for each dimension, empty where none is scalable.
bool Reader::vectorDimensions(std::vector<std::int64_t>* dims, std::string* scalable) {
  bool any = false;
  while (is(Tok::Integer) || is(Tok::LSquare)) {
    bool open = consumeIf(Tok::LSquare);
    if (open && !is(Tok::Integer)) return wrongToken("expected integer");
    if (!dimension(&dims->emplace_back())) return false;
    if (open && !expect(Tok::RSquare, "missing ']' closing scalable dimension")) return false;
    scalable->push_back(open ? '1' : '0');
    any = any || open;
    if (!dimensionX()) return false;
  }
  if (!any) scalable->clear();
  return true;
}

TypeId Reader::vectorType() {
  TypeId made;
  nested([&] {
    Offset start = at();
    advance();
    std::vector<std::int64_t> dims;
    std::string scalable;
    if (!expect(Tok::Less, "expected '<' in vector type") || !vectorDimensions(&dims, &scalable)) return false;
    for (std::int64_t dim : dims) {
      if (dim <= 0) return fail(start, "vector types must have positive constant sizes but got " + std::to_string(dim));
    }
    Offset elementAt = at();
    TypeId element = type();
    if (!element || !expect(Tok::Greater, "expected '>' in vector type")) return false;
    TypeKind kind = c_.type(element).kind;
    if (!isNumber(kind) && !isDialectKind(kind)) {
      return fail(elementAt, "vector elements must be int/index/float type but got " + print(element));
    }
    made = c_.type({.kind = TypeKind::Vector, .ints = dims, .types = {&element, 1}, .text = scalable});
    return true;
  });
  return made;
}

/// A layout fits the rank; one that says what goes without saying is dropped.
bool Reader::checkLayout(AttrId* layout, std::size_t rank, Offset where) {
  if (!*layout) return true;
  const AttrData& data = c_.attr(*layout);
  if (data.kind == AttrKind::StridedLayout)
    return data.ints.size() - 1 == rank || fail(where, "expected the number of strides to match the rank");
  std::string_view inputs = data.text.substr(0, data.text.find(')') + 1);  // `(d0, d1) -> (d1, d0)`
  std::size_t count = inputs == "()" ? 0 : static_cast<std::size_t>(std::ranges::count(inputs, ',')) + 1;
  if (count != rank) {
    return fail(where, "memref layout mismatch between rank and affine map: " + std::to_string(rank) + " != " + std::to_string(count));
  }
  if (data.text == std::string(inputs) + " -> " + std::string(inputs)) *layout = {};
  return true;
}

/// A memory space as types show it; nothing for the one that all memory is in.
std::string Reader::memorySpaceText(AttrId space) const {
  const AttrData& data = c_.attr(space);
  bool isNumber = data.kind == AttrKind::Integer || data.kind == AttrKind::Bool;
  if (isNumber && std::ranges::all_of(data.ints, [](std::int64_t word) { return word == 0; })) return {};
  return data.kind == AttrKind::Integer && isInteger(c_, data.type, 64) ? std::to_string(data.ints[0]) : print(space);
}

TypeId Reader::memrefType() {
  TypeId made;
  nested([&] {
    Offset start = at();
    advance();
    if (!expect(Tok::Less, "expected '<' in memref type")) return false;
    bool unranked = consumeIf(Tok::Star);
    std::vector<std::int64_t> dims;
    if (unranked ? !dimensionX() : !parseDimensionList(&dims, true, true)) return false;
    Offset elementAt = at();
    TypeId element = type();
    if (!element) return false;
    if (!memrefElement(c_.type(element).kind)) return fail(elementAt, "invalid memref element type");
    AttrId layout;
    AttrId space;
    auto part = [&] {
      AttrId attr = attribute();
      if (!attr) return false;
      AttrKind kind = c_.kind(attr);
      if (kind != AttrKind::AffineMap && kind != AttrKind::StridedLayout) {
        if (space) return failHere("multiple memory spaces specified in memref type");
        space = attr;
        return true;
      }
      layout = attr;
      if (unranked) return failHere("cannot have affine map for unranked memref type");
      return !space || failHere("expected memory space to be last in memref type");
    };
    if (!consumeIf(Tok::Greater)) {
      if (!expect(Tok::Comma, "expected ',' or '>' in memref type")) return false;
      if (!listUntil(Tok::Greater, "expected ',' or '>'", part, false)) return false;
    }
    if (!checkLayout(&layout, dims.size(), start)) return false;
    std::string spaceText = space ? memorySpaceText(space) : std::string();
    made = unranked ? c_.type({.kind = TypeKind::UnrankedMemRef, .types = {&element, 1}, .text = spaceText})
                    : c_.type({.kind = TypeKind::MemRef, .attr = layout, .ints = dims, .types = {&element, 1}, .text = spaceText});
    return true;
  });
  return made;
}

bool Reader::parseColonType(TypeId* out) { return expect(Tok::Colon, "expected ':'") && parseType(out); }

bool Reader::parseTypeList(std::vector<TypeId>* out) {
  return list(Delimiter::None, [&] {
    TypeId one = type();
    if (one) out->push_back(one);
    return one.valid();
  });
}

bool Reader::parseColonTypeList(std::vector<TypeId>* out) { return expect(Tok::Colon, "expected ':'") && parseTypeList(out); }
bool Reader::parseOptionalColonTypeList(std::vector<TypeId>* out) { return !consumeIf(Tok::Colon) || parseTypeList(out); }
bool Reader::parseArrowTypeList(std::vector<TypeId>* out) { return expect(Tok::Arrow, "expected '->'") && functionResults(out); }
bool Reader::parseOptionalArrowTypeList(std::vector<TypeId>* out) { return !consumeIf(Tok::Arrow) || functionResults(out); }

}  // namespace shardlens
