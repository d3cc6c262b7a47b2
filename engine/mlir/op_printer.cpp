#include "engine/mlir/op_printer.h"

#include <algorithm>

#include "engine/mlir/print_text.h"

namespace shardlens {

namespace {

/// `emit(i)` for each i of [from, to), with `, ` between.
template <typename Emit>
void list(OpPrinter& p, std::uint32_t from, std::uint32_t to, Emit&& emit) {
  for (std::uint32_t i = from; i < to; ++i) {
    if (i > from) p << ", ";
    emit(i);
  }
}

}  // namespace

OpPrinter& OpPrinter::operator<<(std::int64_t number) {
  appendNumber(out(), number);
  return *this;
}

void OpPrinter::operands(OpId op, std::uint32_t from, std::uint32_t to) {
  list(*this, from, std::min(to, module().op(op).operandCount), [&](std::uint32_t i) { operand(module().operand(op, i)); });
}

void OpPrinter::types(std::span<const TypeId> types) {
  list(*this, 0, static_cast<std::uint32_t>(types.size()), [&](std::uint32_t i) { type(types[i]); });
}

void OpPrinter::operandTypes(OpId op, std::uint32_t from, std::uint32_t to) {
  list(*this, from, std::min(to, module().op(op).operandCount), [&](std::uint32_t i) {
    ValueId value = module().operand(op, i);
    type(value ? module().type(value) : TypeId());
  });
}

void OpPrinter::resultTypes(OpId op) {
  list(*this, 0, module().op(op).resultCount, [&](std::uint32_t i) { type(module().type(module().result(op, i))); });
}

void OpPrinter::functionalType(OpId op) {
  *this << '(';
  operandTypes(op);
  *this << ") -> ";
  std::uint32_t count = module().op(op).resultCount;
  bool bare = count == 1 && context().type(module().type(module().result(op))).kind != TypeKind::Function;
  if (!bare) *this << '(';
  resultTypes(op);
  if (!bare) *this << ')';
}

void OpPrinter::arrowTypes(std::span<const TypeId> results) {
  bool bare = results.size() == 1 && context().type(results[0]).kind != TypeKind::Function;
  if (!bare) *this << '(';
  types(results);
  if (!bare) *this << ')';
}

}  // namespace shardlens
