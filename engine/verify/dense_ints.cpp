// Integers of constants and of attributes such as replica groups, out of whichever form the literal is kept in.
#include <algorithm>
#include <charconv>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

std::int64_t signExtend(std::uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<std::int64_t>(value);
  unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

struct IntFormat {
  unsigned bits = 64;
  [[nodiscard]] std::size_t bytes() const { return (bits + 7) / 8; }
  [[nodiscard]] std::int64_t value(std::uint64_t raw) const {
    if (bits == 1) return static_cast<std::int64_t>(raw & 1U);
    return signExtend(raw, bits);
  }
};

std::optional<IntFormat> formatOf(const Context& c, TypeId element) {
  const TypeData& d = c.type(element);
  if (d.kind == TypeKind::Index) return IntFormat{};
  if (d.kind != TypeKind::Integer || d.ints[0] > 64) return std::nullopt;
  return IntFormat{static_cast<unsigned>(d.ints[0])};
}

void readRaw(std::string_view bytes, IntFormat format, std::vector<std::int64_t>& out) {
  for (std::size_t at = 0; at + format.bytes() <= bytes.size(); at += format.bytes()) {
    std::uint64_t raw = 0;
    for (std::size_t i = 0; i < format.bytes(); ++i) raw |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    out.push_back(format.value(raw));
  }
}

unsigned hexDigit(char ch) { return ch <= '9' ? static_cast<unsigned>(ch - '0') : (static_cast<unsigned>(ch) | 0x20U) - 'a' + 10; }

std::string unhex(std::string_view digits) {
  while (!digits.empty() && digits.front() == '"') digits = digits.substr(1, digits.size() - 2);
  if (digits.starts_with("0x")) digits.remove_prefix(2);
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) bytes += static_cast<char>(hexDigit(digits[i]) << 4 | hexDigit(digits[i + 1]));
  return bytes;
}

bool isWord(char ch) { return ch == '-' || (ch >= '0' && ch <= '9') || ((ch | 0x20) >= 'a' && (ch | 0x20) <= 'z'); }

std::int64_t readWord(std::string_view word, IntFormat format) {
  if (word == "true") return 1;
  if (word == "false") return 0;
  bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  int base = word.starts_with("0x") ? 16 : 10;
  if (base == 16) word.remove_prefix(2);
  std::uint64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value, base);
  return format.value(negative ? 0 - value : value);
}

void readLiteral(std::string_view text, IntFormat format, std::vector<std::int64_t>& out) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && isWord(text[end])) ++end;
    if (end > at) out.push_back(readWord(text.substr(at, end - at), format));
    at = end + (end == at ? 1 : 0);
  }
}

/// A splat longer than this is kept this long: no shape, padding or table of groups is, and a text may claim any size.
constexpr std::int64_t kLongestSplat = 1 << 16;

}  // namespace

bool denseInts(const Context& c, AttrId attr, std::vector<std::int64_t>& out) {
  if (!attr || c.kind(attr) != AttrKind::DenseElements) return false;
  const AttrData& data = c.attr(attr);
  auto format = formatOf(c, elementOf(c, data.type));
  if (!format) return false;
  std::size_t before = out.size();
  auto wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(product(shapeOf(c, data.type)), 0, kLongestSplat));
  switch (static_cast<DenseForm>(data.sub)) {
    case DenseForm::Raw:
    case DenseForm::Splat: readRaw(data.text, *format, out); break;
    case DenseForm::HexView: readRaw(unhex(data.text), *format, out); break;
    case DenseForm::TextView: readLiteral(data.text, *format, out); break;
  }
  if (out.size() - before == 1) out.resize(before + wanted, out.back());
  return true;
}

bool constantInts(const Module& m, ValueId value, std::vector<std::int64_t>& out) {
  OpId def = m.definingOp(value);
  return def && m.op(def).kind == OpKind::StablehloConstant && denseInts(m.context(), m.attribute(def, "value"), out);
}

bool checkShapeOperand(const OpCheck& o, ValueId shape, TypeId result) {
  std::vector<std::int64_t> sizes;
  if (!constantInts(o.m, shape, sizes)) return true;
  bool known = true;
  for (std::int64_t size : sizes) known = known && size >= 0;
  if (known && compatibleTypes(o.c, o.c.tensor(sizes, o.element(result)), result)) return true;
  return o.fail("output shape [", sizes, "] is incompatible with return type of operation ", o.text(result));
}

}  // namespace shardlens
