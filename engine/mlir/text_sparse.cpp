#include <algorithm>
#include <array>
#include <unordered_map>

#include "engine/mlir/affine_expr.h"
#include "engine/mlir/assembly_arith.h"
#include "engine/mlir/mlir.h"

// `#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonunique)), posWidth = 32 }>` on tensors of StableHLO's own
// tests. A plan does not look into it: it is kept as its canonical spelling, with the number of dimensions beside it.

namespace shardlens {

namespace {

using Word = std::string_view;

constexpr Word kLevelFormats[] = {"dense", "batch", "compressed", "loose_compressed", "singleton", "structured"};
constexpr Word kProperties[] = {"nonunique", "nonordered", "soa"};  // in the order of print
constexpr std::int64_t kWidths[] = {0, 8, 16, 32, 64};

/// Reads one encoding into its spelling.
class SparseReader {
 public:
  SparseReader(OpParser& parser, Offset at) : p_(parser), at_(at) {}

  bool read(AttrId* out) {
    if (!p_.parseLess() || !p_.parsePunctuation("{")) return false;
    while (!p_.parseOptionalPunctuation("}")) {
      if (!entry()) return false;
      if (p_.parseOptionalComma()) continue;
      if (!p_.parsePunctuation("}")) return false;
      break;
    }
    if (!p_.parseGreater()) return false;
    if (levels_.empty()) return p_.error(at_, "expected a non-empty array for lvlTypes");
    std::string text = "sparse_tensor.encoding<{ map = " + head_ + levels_ + rest_[0] + rest_[1] + rest_[2] + rest_[3] + " }>";
    *out = p_.context().attr({.kind = AttrKind::Dialect, .ints = {&dims_, 1}, .text = text});
    return true;
  }

 private:
  bool entry() {
    Word key;
    if (!p_.parseKeyword(&key) || !p_.parseEqual()) return false;
    if (key == "map") return map();
    if (key == "posWidth") return width(0, "posWidth", "position");
    if (key == "crdWidth") return width(1, "crdWidth", "coordinate");
    if (key == "explicitVal") return number(2, "explicitVal");
    if (key == "implicitVal") return number(3, "implicitVal");
    return p_.error(at_, "unexpected key: " + std::string(key));
  }

  bool width(std::size_t slot, Word key, Word what) {
    std::int64_t value = 0;
    if (!p_.parseInteger(&value)) return false;
    if (std::ranges::find(kWidths, value) == std::end(kWidths)) {
      return p_.error(at_, "unexpected " + std::string(what) + " bitwidth: " + std::to_string(value));
    }
    rest_[slot] = value ? ", " + std::string(key) + " = " + std::to_string(value) : "";
    return true;
  }

  bool number(std::size_t slot, Word key) {
    AttrId value;
    Offset at = p_.at();
    if (!p_.parseAttribute(&value)) return false;
    AttrKind kind = p_.context().kind(value);
    if (kind != AttrKind::Integer && kind != AttrKind::Float) return p_.error(at, "expected a numeric value for " + std::string(key));
    rest_[slot] = ", " + std::string(key) + " = " + printAttribute(p_.context(), value);
    return true;
  }

  // `[s0] {l0, l1} (d0 = l0, d1 = l1 : slice) -> (l0 = d0 : dense, ...)`
  bool map() {
    std::int64_t symbols = 0, levels = 0;
    using Delimiter = OpParser::Delimiter;
    auto symbol = [&] { return declare(AffineKind::Symbol, &symbols); };
    auto level = [&] { return declare(AffineKind::Dim, &levels, &levelNames_); };
    if (!p_.parseCommaSeparatedList(Delimiter::OptionalSquare, symbol) || !p_.parseCommaSeparatedList(Delimiter::OptionalBraces, level)) {
      return false;
    }
    for (std::int64_t i = 0; i < symbols; ++i) head_ += (i ? ", s" : "[s") + std::to_string(i);
    if (symbols) head_ += ']';
    head_ += '(';
    if (!p_.parseCommaSeparatedList(Delimiter::Paren, [&] { return dimension(); }) || !p_.parseArrow()) return false;
    head_ += ") -> (";
    if (!p_.parseCommaSeparatedList(Delimiter::Paren, [&] { return this->level(); })) return false;
    if (levels_.empty()) return p_.error(at_, "expected a non-empty array for lvlTypes");
    levels_ += ')';
    return true;
  }

  using Names = std::unordered_map<std::string, AffineExpr>;

  bool declare(AffineKind kind, std::int64_t* count, Names* names) {
    Offset at = p_.at();
    Word name;
    if (!p_.parseKeyword(&name)) return false;
    bool fresh = names->emplace(name, affineLeaf(kind, *count)).second;
    ++*count;
    return fresh || p_.error(at, "redefinition of identifier '" + std::string(name) + "'");
  }
  bool declare(AffineKind kind, std::int64_t* count) { return declare(kind, count, &names_); }

  bool dimension() {
    if (dims_) head_ += ", ";
    head_ += "d" + std::to_string(dims_);
    if (!declare(AffineKind::Dim, &dims_)) return false;
    AffineExpr inverse;
    if (p_.parseOptionalPunctuation("=") && !(inverse = sum(levelNames_))) return false;
    if (!p_.parseOptionalColon()) return true;
    AttrId slice;
    if (!p_.parseAttribute(&slice)) return false;
    head_ += " : " + printAttribute(p_.context(), slice);
    return true;
  }

  // A level may be named before `=` where its name was declared in braces.
  bool level() {
    AffineExpr e = levelNames_.empty() ? sum(names_) : named();
    if (!e || !p_.parseColon()) return false;
    if (!levels_.empty()) levels_ += ", ";
    appendAffine(levels_, e);
    levels_ += " : ";
    return levelType();
  }

  AffineExpr named() {
    Offset at = p_.at();
    Word name;
    if (!p_.parseKeyword(&name)) return nullptr;
    if (!levelNames_.contains(std::string(name))) return p_.error(at, "use of undeclared identifier"), nullptr;
    return p_.parseEqual() ? sum(names_) : nullptr;
  }

  bool levelType() {
    Offset at = p_.at();
    Word format;
    if (!p_.parseOptionalKeyword(&format)) return p_.error(at, "expected valid level format (e.g. dense, compressed or singleton)");
    if (std::ranges::find(kLevelFormats, format) == std::end(kLevelFormats))
      return p_.error(at, "unknown level format: " + std::string(format));
    levels_ += format;
    if (format == "structured" && !structure()) return false;
    std::array<bool, std::size(kProperties)> given{};
    auto property = [&] {
      Offset where = p_.at();
      Word word;
      if (!p_.parseKeyword(&word)) return false;
      auto found = std::ranges::find(kProperties, word);
      if (found == std::end(kProperties)) return p_.error(where, "unknown level property: " + std::string(word));
      return given[static_cast<std::size_t>(found - std::begin(kProperties))] = true;
    };
    if (!p_.parseCommaSeparatedList(OpParser::Delimiter::OptionalParen, property)) return false;
    bool any = std::ranges::count(given, true) > 0;
    if (any && (format == "dense" || format == "batch")) {
      return p_.error(at, "invalid level type: level format doesn't support the properties");
    }
    Word separator = "(";
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (!given[i]) continue;
      levels_.append(separator).append(kProperties[i]);
      separator = ", ";
    }
    if (any) levels_ += ')';
    return true;
  }

  bool structure() {  // `[2, 4]`
    std::int64_t n = 0, m = 0;
    if (!p_.parseLSquare() || !p_.parseInteger(&n) || !p_.parseComma() || !p_.parseInteger(&m) || !p_.parseRSquare()) return false;
    levels_ += '[' + std::to_string(n) + ", " + std::to_string(m) + ']';
    return true;
  }

  AffineExpr sum(const Names& names) {
    AffineExpr left = product(names);
    while (left) {
      bool minus = p_.parseOptionalPunctuation("-");
      if (!minus && !p_.parseOptionalPunctuation("+")) return left;
      AffineExpr right = product(names);
      if (!right) return nullptr;
      left = affineBinary(AffineKind::Add, left, minus ? affineNegate(right) : right);
    }
    return nullptr;
  }

  AffineExpr product(const Names& names) {
    AffineExpr left = operand(names);
    while (left) {
      AffineKind kind = p_.parseOptionalPunctuation("*")      ? AffineKind::Mul
                        : p_.parseOptionalKeyword("floordiv") ? AffineKind::FloorDiv
                        : p_.parseOptionalKeyword("ceildiv")  ? AffineKind::CeilDiv
                        : p_.parseOptionalKeyword("mod")      ? AffineKind::Mod
                                                              : AffineKind::Add;
      if (kind == AffineKind::Add) return left;
      Offset at = p_.at();
      AffineExpr right = operand(names);
      if (!right) return nullptr;
      if (!isSymbolic(right) && (kind != AffineKind::Mul || !isSymbolic(left))) return p_.error(at, "non-affine expression"), nullptr;
      left = affineBinary(kind, left, right);
    }
    return nullptr;
  }

  // Expressions in brackets are not read here: one level of them is all that the levels of such maps have.
  AffineExpr operand(const Names& names) {
    Offset at = p_.at();
    std::int64_t value = 0;
    if (auto number = p_.parseOptionalInteger(&value)) return *number ? affineLeaf(AffineKind::Constant, value) : nullptr;
    Word name;
    if (!p_.parseOptionalKeyword(&name)) return p_.error(at, "expected affine expression"), nullptr;
    auto found = names.find(std::string(name));
    return found == names.end() ? (p_.error(at, "use of undeclared identifier"), nullptr) : found->second;
  }

  OpParser& p_;
  Offset at_;
  std::int64_t dims_ = 0;
  Names names_, levelNames_;
  std::string head_, levels_;
  std::array<std::string, 4> rest_;
};

// `slice(1, ?, 2)` of one dimension
bool parseSlice(OpParser& p, AttrId* out) {
  std::string text = "sparse_tensor<slice(";
  bool first = true;
  auto one = [&] {
    std::int64_t value = 0;
    if (!first) text += ", ";
    first = false;
    if (p.parseOptionalPunctuation("?")) return text += '?', true;
    if (!p.parseInteger(&value)) return false;
    text += std::to_string(value);
    return true;
  };
  if (!p.parseLParen() || !one() || !p.parseComma() || !one() || !p.parseComma() || !one() || !p.parseRParen()) return false;
  *out = p.context().attr({.kind = AttrKind::Dialect, .text = text + ")>"});
  return true;
}

bool parseSparse(OpParser& p, Word mnemonic, Offset at, TypeId, AttrId* out) {
  if (mnemonic == "encoding") return SparseReader(p, at).read(out);
  return mnemonic == "slice" && parseSlice(p, out);
}

}  // namespace

const DialectText kSparseTensorText = {"sparse_tensor", parseSparse, nullptr, nullptr, nullptr};

}  // namespace shardlens
