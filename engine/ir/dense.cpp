#include "engine/ir/dense.h"

#include <cctype>
#include <charconv>
#include <cstring>
#include <string>

namespace shardlens {

namespace {

// Little-endian integer of `bytes` bytes, its sign kept.
std::int64_t integerAt(const char* data, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, bytes);
  unsigned unused = 64 - 8 * static_cast<unsigned>(bytes);
  return static_cast<std::int64_t>(word << unused) >> unused;
}

void readRaw(std::string_view data, std::size_t bytes, std::vector<std::int64_t>& out) {
  for (std::size_t at = 0; at + bytes <= data.size(); at += bytes) out.push_back(integerAt(data.data() + at, bytes));
}

std::string fromHex(std::string_view text) {
  auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10); };
  std::string bytes;
  auto start = text.find('x');
  for (std::size_t at = start == std::string_view::npos ? 0 : start + 1;
       at + 1 < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])); at += 2) {
    bytes.push_back(static_cast<char>(digit(text[at]) << 4 | digit(text[at + 1])));
  }
  return bytes;
}

void readText(std::string_view text, std::vector<std::int64_t>& out) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == 't' || text[at] == 'f') {
      out.push_back(text[at] == 't');
      while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at]))) ++at;
      continue;
    }
    std::int64_t value = 0;
    auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error == std::errc()) {
      out.push_back(value);
      at = static_cast<std::size_t>(end - text.data());
    } else {
      ++at;
    }
  }
}

std::size_t elementCount(const Context& c, TypeId type) {
  std::size_t count = 1;
  for (std::int64_t size : shapeOf(c, type)) count *= size > 0 ? static_cast<std::size_t>(size) : 0;
  return count;
}

}  // namespace

bool denseIntegers(const Context& c, AttrId attr, std::vector<std::int64_t>& out) {
  const AttrData& data = c.attr(attr);
  out.clear();
  if (data.kind == AttrKind::DenseArray) {
    out.assign(data.ints.begin(), data.ints.end());
    return true;
  }
  if (data.kind != AttrKind::DenseElements) return false;
  TypeId element = elementOf(c, data.type);
  const TypeData& type = c.type(element);
  if (type.kind != TypeKind::Integer && type.kind != TypeKind::Index) return false;
  std::size_t bytes = type.kind == TypeKind::Index ? 8 : (static_cast<std::size_t>(type.ints[0]) + 7) / 8;
  if (bytes == 0 || bytes > 8) return false;
  switch (static_cast<DenseForm>(data.sub)) {
    case DenseForm::Raw:
    case DenseForm::Splat: readRaw(data.text, bytes, out); break;
    case DenseForm::HexView: readRaw(fromHex(data.text), bytes, out); break;
    case DenseForm::TextView: readText(data.text, out); break;
  }
  std::size_t count = elementCount(c, data.type);
  if (out.size() == 1 && count > 1) out.assign(count, out.front());
  return out.size() == count;
}

}  // namespace shardlens
