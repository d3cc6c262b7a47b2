#include "engine/ir/context.h"

#include <algorithm>

#include "engine/support/hash.h"

namespace shardlens {

namespace {

template <typename T>
bool equal(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

template <typename T>
std::uint64_t hashSpan(std::span<const T> items, std::uint64_t seed) {
  return hashBytes(items.data(), items.size_bytes(), seed);
}

std::uint64_t hashOf(const TypeData& d) {
  std::uint64_t h = hashMix(static_cast<std::uint64_t>(d.kind) << 8 | d.sub, d.attr.value);
  h = hashSpan(d.ints, h);
  h = hashSpan(d.types, h);
  return hashBytes(d.text.data(), d.text.size(), h);
}

std::uint64_t hashOf(const AttrData& d) {
  std::uint64_t h = hashMix(static_cast<std::uint64_t>(d.kind) << 8 | d.sub, d.type.value);
  h = hashSpan(d.subs, h);
  h = hashSpan(d.ints, h);
  return hashBytes(d.text.data(), d.text.size(), h);
}

bool same(const TypeData& a, const TypeData& b) {
  return a.kind == b.kind && a.sub == b.sub && a.attr == b.attr && equal(a.ints, b.ints) && equal(a.types, b.types) && a.text == b.text;
}

bool same(const AttrData& a, const AttrData& b) {
  return a.kind == b.kind && a.sub == b.sub && a.type == b.type && equal(a.subs, b.subs) && equal(a.ints, b.ints) && a.text == b.text;
}

}  // namespace

Context::Context() { emptyDict_ = attr({.kind = AttrKind::Dictionary}); }

StrId Context::str(std::string_view text) {
  return StrId(stringTable_.findOrAdd(
      hashText(text), [&](std::uint32_t i) { return strings_[i] == text; }, [&] { return strings_.push(arena_.copy(text)); }));
}

TypeId Context::type(const TypeData& data) {
  return TypeId(typeTable_.findOrAdd(
      hashOf(data), [&](std::uint32_t i) { return same(types_[i], data); },
      [&] {
        TypeData kept = data;
        kept.ints = arena_.copy(data.ints);
        kept.types = arena_.copy(data.types);
        kept.text = arena_.copy(data.text);
        return types_.push(kept);
      }));
}

AttrId Context::attr(const AttrData& data, bool borrowText) {
  return AttrId(attrTable_.findOrAdd(
      hashOf(data), [&](std::uint32_t i) { return same(attrs_[i], data); },
      [&] {
        AttrData kept = data;
        kept.subs = arena_.copy(data.subs);
        kept.ints = arena_.copy(data.ints);
        if (!borrowText) kept.text = arena_.copy(data.text);
        // Whoever decodes a sharding asks for names by number; told here, the question needs no look into the table of texts, which
        // another thread may be growing.
        bool namesAxis = data.kind == AttrKind::SdyAxisRef || data.kind == AttrKind::SdyMeshAxis || data.kind == AttrKind::String;
        if (namesAxis && !borrowText) kept.name = str(data.text);
        return attrs_.push(kept);
      }));
}

AttrId Context::borrowedAttr(const AttrData& data) {
  constexpr std::size_t kHashedText = std::size_t{1} << 16;
  if (data.text.size() <= kHashedText) return attr(data, true);
  std::uint64_t place = hashMix(reinterpret_cast<std::uintptr_t>(data.text.data()), data.text.size());
  return AttrId(attrTable_.findOrAdd(
      hashMix(place, data.type.value),
      [&](std::uint32_t i) {
        return attrs_[i].text.data() == data.text.data() && attrs_[i].text.size() == data.text.size() && attrs_[i].type == data.type;
      },
      [&] { return attrs_.push(data); }));
}

TypeId Context::noneType() { return type({.kind = TypeKind::None}); }
TypeId Context::indexType() { return type({.kind = TypeKind::Index}); }

TypeId Context::integer(unsigned width, Signedness sign) {
  std::int64_t bits = width;
  return type({.kind = TypeKind::Integer, .sub = static_cast<std::uint8_t>(sign), .ints = {&bits, 1}});
}

TypeId Context::floating(FloatKind kind) { return type({.kind = TypeKind::Float, .sub = static_cast<std::uint8_t>(kind)}); }
TypeId Context::complex(TypeId element) { return type({.kind = TypeKind::Complex, .types = {&element, 1}}); }
TypeId Context::tuple(std::span<const TypeId> members) { return type({.kind = TypeKind::Tuple, .types = members}); }

TypeId Context::function(std::span<const TypeId> inputs, std::span<const TypeId> results) {
  std::vector<TypeId> all(inputs.begin(), inputs.end());
  all.insert(all.end(), results.begin(), results.end());
  auto count = static_cast<std::int64_t>(inputs.size());
  return type({.kind = TypeKind::Function, .ints = {&count, 1}, .types = all});
}

TypeId Context::tensor(std::span<const std::int64_t> shape, TypeId element, AttrId encoding) {
  return type({.kind = TypeKind::RankedTensor, .attr = encoding, .ints = shape, .types = {&element, 1}});
}

TypeId Context::unrankedTensor(TypeId element) { return type({.kind = TypeKind::UnrankedTensor, .types = {&element, 1}}); }
TypeId Context::token() { return type({.kind = TypeKind::Token}); }

AttrId Context::unit() { return attr({.kind = AttrKind::Unit}); }

AttrId Context::boolean(bool value) {
  std::int64_t v = value ? 1 : 0;
  return attr({.kind = AttrKind::Bool, .ints = {&v, 1}});
}

AttrId Context::integer(TypeId type, std::int64_t value) { return attr({.kind = AttrKind::Integer, .type = type, .ints = {&value, 1}}); }
AttrId Context::i64(std::int64_t value) { return integer(integer(64), value); }
AttrId Context::string(std::string_view text) { return attr({.kind = AttrKind::String, .text = text}); }
AttrId Context::symbol(std::string_view name) { return attr({.kind = AttrKind::SymbolRef, .text = name}); }
AttrId Context::typeAttr(TypeId type) { return attr({.kind = AttrKind::Type, .type = type}); }
AttrId Context::array(std::span<const AttrId> items) { return attr({.kind = AttrKind::Array, .subs = items}); }

AttrId Context::denseI64Array(std::span<const std::int64_t> values) {
  return attr({.kind = AttrKind::DenseArray, .type = integer(64), .ints = values});
}

AttrId Context::unknownLoc() {
  if (!unknownLoc_) unknownLoc_ = attr({.kind = AttrKind::LocUnknown});
  return unknownLoc_;
}

AttrId Context::fileLoc(std::string_view file, std::int64_t line, std::int64_t column) {
  std::int64_t at[] = {line, column};
  return attr({.kind = AttrKind::LocFile, .ints = at, .text = file});
}

AttrId Context::emptyDict() { return emptyDict_; }

AttrId Context::dict(std::vector<std::pair<StrId, AttrId>> entries) {
  std::stable_sort(entries.begin(), entries.end(), [this](const auto& a, const auto& b) { return str(a.first) < str(b.first); });
  std::vector<AttrId> subs;
  subs.reserve(entries.size() * 2);
  for (const auto& [name, value] : entries) {
    AttrId key = string(str(name));
    if (!subs.empty() && subs[subs.size() - 2] == key) {
      subs.back() = value;
      continue;
    }
    subs.push_back(key);
    subs.push_back(value);
  }
  return attr({.kind = AttrKind::Dictionary, .subs = subs});
}

AttrId Context::get(AttrId dictionary, std::string_view name) const {
  if (!dictionary) return {};
  auto subs = attr(dictionary).subs;
  for (std::size_t i = 0; i + 1 < subs.size(); i += 2) {
    if (attr(subs[i]).text == name) return subs[i + 1];
  }
  return {};
}

AttrId Context::with(AttrId dictionary, std::string_view name, AttrId value) {
  auto old = dictionary ? attr(dictionary).subs : std::span<const AttrId>();
  std::vector<AttrId> subs;
  subs.reserve(old.size() + 2);
  std::size_t i = 0;
  for (; i < old.size() && attr(old[i]).text < name; i += 2) subs.insert(subs.end(), {old[i], old[i + 1]});
  if (value) subs.insert(subs.end(), {string(name), value});
  if (i < old.size() && attr(old[i]).text == name) i += 2;
  subs.insert(subs.end(), old.begin() + static_cast<std::ptrdiff_t>(i), old.end());
  return attr({.kind = AttrKind::Dictionary, .subs = subs});
}

}  // namespace shardlens
