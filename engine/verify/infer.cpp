#include "engine/verify/infer.h"

namespace shardlens {

void append(std::string& out, std::span<const std::int64_t> part) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (i > 0) out += ", ";
    out += std::to_string(part[i]);
  }
}

std::int64_t product(std::span<const std::int64_t> sizes) {
  std::int64_t out = 1;
  for (std::int64_t size : sizes) out = times(out, size);
  return out;
}

std::span<const std::int64_t> takeList(std::span<const std::int64_t>& rest) {
  auto n = static_cast<std::size_t>(rest[0]);
  auto list = rest.subspan(1, n);
  rest = rest.subspan(1 + n);
  return list;
}

std::vector<TypeId> OpCheck::operandTypes(std::uint32_t from, std::uint32_t count) const {
  std::vector<TypeId> types;
  std::uint32_t end = count < operands() - from ? from + count : operands();
  for (std::uint32_t i = from; i < end; ++i) types.push_back(operand(i));
  return types;
}

std::vector<TypeId> OpCheck::resultTypes() const {
  std::vector<TypeId> types;
  for (std::uint32_t i = 0; i < results(); ++i) types.push_back(result(i));
  return types;
}

TypeId OpCheck::element(TypeId t) const { return c.type(t).kind == TypeKind::Complex ? t : elementOf(c, t); }

std::span<const std::int64_t> OpCheck::bounds(TypeId t) const {
  auto found = isRankedTensor(c, t) ? boundsOf(c, c.type(t).attr) : std::span<const std::int64_t>();
  return found.size() == dims(t).size() ? found : std::span<const std::int64_t>();
}

std::span<const std::int64_t> OpCheck::list(std::string_view name) const {
  AttrId a = attr(name);
  return a && c.kind(a) == AttrKind::DenseArray ? c.attr(a).ints : std::span<const std::int64_t>();
}

std::int64_t OpCheck::integer(std::string_view name, std::int64_t otherwise) const {
  AttrId a = attr(name);
  bool has = a && !c.attr(a).ints.empty();
  return has ? c.attr(a).ints[0] : otherwise;
}

bool OpCheck::flag(std::string_view name, bool otherwise) const {
  AttrId a = attr(name);
  if (!a) return otherwise;
  return c.kind(a) == AttrKind::Unit || (c.kind(a) == AttrKind::Bool && c.attr(a).ints[0] != 0);
}

std::vector<TypeId> OpCheck::argumentTypes(BlockId block) const {
  std::vector<TypeId> types;
  for (std::uint32_t i = 0; i < m.block(block).argCount; ++i) types.push_back(m.type(m.arg(block, i)));
  return types;
}

std::vector<TypeId> OpCheck::returnTypes(BlockId block) const {
  std::vector<TypeId> types;
  OpId last = m.terminator(block);
  if (!last) return types;
  for (std::uint32_t i = 0; i < m.op(last).operandCount; ++i) types.push_back(m.type(m.operand(last, i)));
  return types;
}

}  // namespace shardlens
