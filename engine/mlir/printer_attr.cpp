#include <algorithm>

#include "engine/mlir/dialect_of.h"
#include "engine/mlir/float_text.h"
#include "engine/mlir/location_kinds.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/op_parser.h"
#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

namespace {

std::span<const std::uint64_t> unsignedWords(std::span<const std::int64_t> ints) {
  return {reinterpret_cast<const std::uint64_t*>(ints.data()), ints.size()};
}

/// Elements whose text is not worth remembering, and may be flushed while it is written.
bool isLarge(const AttrData& d) {
  constexpr std::size_t kSmall = 64;
  return d.kind == AttrKind::DenseElements && d.text.size() > kSmall;
}

}  // namespace

void PrintMemo::keep(std::uint32_t id, std::string_view text) {
  if (text.size() > kLongest) return;
  if (id >= places_.size()) places_.resize(id + 1 + id / 2);
  places_[id] = {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(text.size())};
  texts_.append(text);
}

void Printer::attribute(AttrId attr) { attribute(attr, Elision::Never); }

void Printer::attribute(AttrId attr, Elision elision) {
  if (!attr) {
    out_ += "<<NULL ATTRIBUTE>>";
    return;
  }
  if (!aliases_.empty()) {
    if (const Alias* alias = aliases_.find(attr)) return Aliases::append(out_, *alias);
  }
  AttrKind kind = context().kind(attr);
  if (isLarge(context().attr(attr)) || (elision == Elision::May && (kind == AttrKind::Integer || kind == AttrKind::Float))) {
    return attributeInFull(attr, elision);
  }
  PrintMemo& memo = elision == Elision::Must ? bareAttrs_ : attrs_;
  if (memo.append(out_, attr.value)) return;
  std::size_t from = out_.size();
  ++capturing_;
  recursion_.run([&] { attributeInFull(attr, elision); });
  --capturing_;
  memo.keep(attr.value, std::string_view(out_).substr(from));
}

void Printer::attributeWithoutType(AttrId attr) { attribute(attr, Elision::Must); }

void Printer::attributeInFull(AttrId attr, Elision elision) {
  const AttrData& d = context().attr(attr);
  bool typed = true;
  if (dialectOfAttribute(d.kind)) {
    dialectAttribute(attr);
    typed = false;
  } else if (isLocation(d.kind)) {
    location(attr);
    typed = false;
  } else if (d.kind == AttrKind::DenseElements || d.kind == AttrKind::DenseStrings || d.kind == AttrKind::SparseElements) {
    elements(attr);
  } else if (d.kind == AttrKind::DistinctAttr) {
    distinct(attr, d);
    typed = false;
  } else {
    typed = builtinAttribute(d, elision);
  }
  if (typed && elision != Elision::Must && d.type && context().type(d.type).kind != TypeKind::None) *this << " : ", type(d.type);
}

/// Writes all but the type; true where the type follows.
bool Printer::builtinAttribute(const AttrData& d, Elision elision) {
  switch (d.kind) {
    case AttrKind::Unit: *this << "unit"; return false;
    case AttrKind::Bool: *this << (d.ints[0] ? "true" : "false"); return false;
    case AttrKind::Integer: return integerAttribute(d, elision);
    case AttrKind::Float: return floatAttribute(d, elision);
    case AttrKind::String: appendQuoted(out_, d.text); return true;
    case AttrKind::Type: type(d.type); return false;
    case AttrKind::Array: *this << '[', attributeList(d.subs, Elision::May), *this << ']'; return false;
    case AttrKind::DenseArray: denseArray(d); return false;
    case AttrKind::DenseResource: resource(d.text); return true;
    case AttrKind::AffineMap: *this << "affine_map<" << d.text << '>'; return false;
    case AttrKind::IntegerSet: *this << "affine_set<" << d.text << '>'; return false;
    case AttrKind::Dialect: *this << '#' << d.text; return true;
    case AttrKind::StridedLayout: stridedLayout(d); return false;
    case AttrKind::SymbolRef:
      appendSymbol(out_, d.text);
      for (AttrId nested : d.subs) *this << "::", appendSymbol(out_, context().attr(nested).text);
      return false;
    case AttrKind::Dictionary:
      *this << '{';
      for (std::size_t i = 0; i < d.subs.size(); i += 2) {
        if (i) *this << ", ";
        namedAttribute(d.subs[i], d.subs[i + 1]);
      }
      *this << '}';
      return false;
    default: return false;
  }
}

bool Printer::integerAttribute(const AttrData& d, Elision elision) {
  const TypeData& t = context().type(d.type);
  bool isI1 = t.kind == TypeKind::Integer && t.ints[0] == 1 && t.sub == static_cast<std::uint8_t>(Signedness::Signless);
  if (isI1) {
    *this << (d.ints[0] ? "true" : "false");
    return false;
  }
  appendInteger(out_, unsignedWords(d.ints), t);
  return elision != Elision::May || t.kind != TypeKind::Integer || t.ints[0] != 64 ||
         t.sub != static_cast<std::uint8_t>(Signedness::Signless);
}

bool Printer::floatAttribute(const AttrData& d, Elision elision) {
  auto kind = static_cast<FloatKind>(context().type(d.type).sub);
  bool hex = appendFloat(out_, kind, unsignedWords(d.ints));
  return elision != Elision::May || kind != FloatKind::F64 || hex;
}

void Printer::namedAttribute(AttrId name, AttrId value) {
  appendKeywordOrString(out_, context().attr(name).text);
  if (context().kind(value) == AttrKind::Unit) return;
  *this << " = ";
  attribute(value);
}

void Printer::attributeList(std::span<const AttrId> items, Elision elision) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i) *this << ", ";
    attribute(items[i], elision);
  }
}

void Printer::denseArray(const AttrData& d) {
  const TypeData& t = context().type(d.type);
  *this << "array<";
  type(d.type);
  bool isFloat = t.kind == TypeKind::Float;
  std::size_t width = isFloat ? floatWidth(static_cast<FloatKind>(t.sub)) : static_cast<std::size_t>(t.ints[0]);
  std::size_t each = std::max<std::size_t>((width + 63) / 64, 1);
  for (std::size_t i = 0; i < d.ints.size(); i += each) {
    *this << (i ? ", " : ": ");
    std::span<const std::uint64_t> words(reinterpret_cast<const std::uint64_t*>(&d.ints[i]), each);
    if (isFloat) {
      appendFloat(out_, static_cast<FloatKind>(t.sub), words);
    } else if (width == 1) {
      *this << (words[0] ? "true" : "false");
    } else {
      appendInteger(out_, words, t);
    }
  }
  *this << '>';
}

void Printer::stridedLayout(const AttrData& d) {
  auto number = [this](std::int64_t n) { n == kDynamic ? *this << '?' : *this << n; };
  *this << "strided<[";
  for (std::size_t i = 1; i < d.ints.size(); ++i) {
    if (i > 1) *this << ", ";
    number(d.ints[i]);
  }
  *this << ']';
  if (d.ints[0] != 0) *this << ", offset: ", number(d.ints[0]);
  *this << '>';
}

// Numbers go by the order of printing.
void Printer::distinct(AttrId attr, const AttrData& d) {
  auto known = std::ranges::find(distinct_, attr);
  std::int64_t number = known - distinct_.begin();
  if (known == distinct_.end()) distinct_.push_back(attr);
  *this << "distinct[" << number << "]<";
  if (context().kind(d.subs[0]) != AttrKind::Unit) attribute(d.subs[0]);
  *this << '>';
}

// `#dialect.body`, or `#dialect<body>` where the body is not one word and one bracket.
void Printer::dialectAttribute(AttrId attr) {
  const DialectText* dialect = dialectOfAttribute(context().kind(attr));
  *this << '#' << dialect->name << '.';
  std::size_t body = out_.size();
  dialect->printAttribute(*this, attr);
  if (isPrettySymbol(std::string_view(out_).substr(body))) return;
  out_[body - 1] = '<';
  *this << '>';
}

void Printer::strippedAttribute(AttrId attr) {
  if (strippedAttrs_.append(out_, attr.value)) return;
  const DialectText* dialect = dialectOfAttribute(context().kind(attr));
  if (!dialect) return attribute(attr);
  std::size_t from = out_.size();
  ++capturing_;
  dialect->printAttribute(*this, attr);
  --capturing_;
  auto word = mnemonicLength(std::string_view(out_).substr(from));
  out_.erase(from, word);
  strippedAttrs_.keep(attr.value, std::string_view(out_).substr(from));
}

void Printer::string(std::string_view text) { appendQuoted(out_, text); }
void Printer::keywordOrString(std::string_view text) { appendKeywordOrString(out_, text); }
void Printer::symbol(std::string_view name) { appendSymbol(out_, name); }

}  // namespace shardlens
