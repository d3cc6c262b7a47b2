// Formats of `sdy` operations. Those with one operand are alike and come from a table; those with regions have a file of their own.
#include <array>

#include "engine/mlir/assembly_sdy.h"
#include "engine/mlir/mlir.h"
#include "engine/mlir/text_sdy.h"

namespace shardlens {

namespace {

using sdytext::ParseFn;

enum class TypeClass : std::uint8_t { Any, Shaped, RankedTensor };

/// An attribute in a format: `keyword=` before it where it has one; no name: none stands there.
struct Slot {
  std::string_view name;
  AttrKind kind = AttrKind::Unit;
  ParseFn parse = nullptr;
  std::string_view keyword;
  bool optional = false;
};

/// `[reduction] before %operand after {attributes} : type`.
struct UnaryFormat {
  OpKind op;
  TypeClass type;
  Slot before, after;
  bool reduction = false;  ///< `max` or `min` first, where it is not the sum
  bool result = true;
};

constexpr std::array<std::string_view, 4> kDirections = {"NONE", "FORWARD", "BACKWARD", "BOTH"};
constexpr std::array<std::string_view, 3> kReductions = {"sum", "max", "min"};

std::string commaList(std::span<const std::string_view> words) {
  std::string list;
  for (std::string_view word : words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

AttrId enumAttr(Context& c, std::size_t value) { return c.integer(c.integer(32U), static_cast<std::int64_t>(value)); }

// One of `words`, bare or quoted. Leaves `out` alone where neither stands there and it may be missing.
bool parseEnum(OpParser& p, std::span<const std::string_view> words, std::string_view name, bool optional, AttrId* out) {
  Offset at = p.at();
  std::string quoted;
  bool isQuoted = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (p.parseOptionalKeyword(words[i])) return *out = enumAttr(p.context(), i), true;
  }
  isQuoted = p.parseOptionalString(&quoted);
  for (std::size_t i = 0; isQuoted && i < words.size(); ++i) {
    if (quoted == words[i]) return *out = enumAttr(p.context(), i), true;
  }
  if (isQuoted) return p.error(at, "invalid " + std::string(name) + " attribute specification: \"" + quoted + "\"");
  if (optional) return true;
  return p.error(at, "expected string or keyword containing one of the following enum values for attribute '" + std::string(name) + "' [" +
                         commaList(words) + "]");
}

bool parseDirection(OpParser& p, AttrId* out) { return parseEnum(p, kDirections, "allowed_direction", false, out); }

bool parseGroupId(OpParser& p, AttrId* out) {
  Offset at = p.at();
  if (!p.parseAttribute(out, p.context().integer(64U))) return false;
  // A truth value is an integer of one bit: it is read, and refused for its width.
  AttrKind kind = p.context().kind(*out);
  return kind == AttrKind::Integer || kind == AttrKind::Bool || p.error(at, "invalid kind of attribute specified");
}

constexpr Slot kNoSlot = {};
constexpr Slot kSharding = {"sharding", AttrKind::SdyTensorSharding, sdytext::parseSharding, {}, false};
constexpr Slot kEdgeSharding = {"sharding", AttrKind::SdyTensorSharding, sdytext::parseSharding, "sharding", true};
constexpr Slot kOutSharding = {"out_sharding", AttrKind::SdyTensorSharding, sdytext::parseSharding, "out_sharding", false};
constexpr Slot kDirectionSlot = {"allowed_direction", AttrKind::Integer, parseDirection, "allowed_direction", false};
constexpr Slot kGroupId = {"group_id", AttrKind::Integer, parseGroupId, "group_id", false};

constexpr Slot axes(std::string_view name) { return {name, AttrKind::SdyAxisRefList, sdytext::parseAxisRefList, {}, false}; }
constexpr Slot axesPerDim(std::string_view name) { return {name, AttrKind::SdyListOfAxisRefLists, sdytext::parseAxisRefLists, {}, false}; }
constexpr Slot params() { return {"params", AttrKind::SdyAllToAllParamList, sdytext::parseAllToAllParams, {}, false}; }

constexpr std::array kUnaryFormats = {
    UnaryFormat{OpKind::SdyShardingConstraint, TypeClass::Any, kNoSlot, kSharding},
    UnaryFormat{OpKind::SdyReshard, TypeClass::Any, kNoSlot, kSharding},
    UnaryFormat{OpKind::SdyShardingGroup, TypeClass::RankedTensor, kNoSlot, kGroupId, false, false},
    UnaryFormat{OpKind::SdyDataFlowEdge, TypeClass::Shaped, kNoSlot, kEdgeSharding},
    UnaryFormat{OpKind::SdyFuncDataFlowEdge, TypeClass::Shaped, kNoSlot, kNoSlot},
    UnaryFormat{OpKind::SdyPropagationBarrier, TypeClass::RankedTensor, kNoSlot, kDirectionSlot},
    UnaryFormat{OpKind::SdyAllGather, TypeClass::Shaped, axesPerDim("gathering_axes"), kOutSharding},
    UnaryFormat{OpKind::SdyAllSlice, TypeClass::Shaped, axesPerDim("slicing_axes"), kOutSharding},
    UnaryFormat{OpKind::SdyAllToAll, TypeClass::Shaped, params(), kOutSharding},
    UnaryFormat{OpKind::SdyCollectivePermute, TypeClass::Shaped, kNoSlot, kOutSharding},
    UnaryFormat{OpKind::SdyAllReduce, TypeClass::Shaped, axes("reduction_axes"), kOutSharding, true},
    UnaryFormat{OpKind::SdyReduceScatter, TypeClass::Shaped, axesPerDim("reduce_scatter_axes"), kOutSharding, true},
    UnaryFormat{OpKind::SdyShardedToUnreduced, TypeClass::Shaped, axesPerDim("axes"), kOutSharding},
    UnaryFormat{OpKind::SdyReplicatedToUnreduced, TypeClass::Shaped, axes("axes"), kOutSharding},
};

const UnaryFormat* unaryFormatOf(OpKind kind) {
  for (const UnaryFormat& format : kUnaryFormats) {
    if (format.op == kind) return &format;
  }
  return nullptr;
}

bool parseSlot(OpParser& p, const Slot& slot, OpState& state) {
  if (slot.name.empty()) return true;
  if (slot.optional && !p.parseOptionalKeyword(slot.keyword)) return true;
  if (!slot.optional && !slot.keyword.empty() && !p.parseKeyword(slot.keyword)) return false;
  if (!slot.keyword.empty() && !p.parseEqual()) return false;
  AttrId value;
  if (!sdytext::parseInFullOr(p, slot.kind, slot.parse, &value)) return false;
  state.add(p.context(), slot.name, value);
  return true;
}

bool isOfClass(const Context& c, TypeId type, TypeClass wanted) {
  TypeKind kind = c.type(type).kind;
  switch (wanted) {
    case TypeClass::Any: return true;
    case TypeClass::RankedTensor: return kind == TypeKind::RankedTensor;
    case TypeClass::Shaped:
      return kind == TypeKind::RankedTensor || kind == TypeKind::UnrankedTensor || kind == TypeKind::Vector || kind == TypeKind::MemRef ||
             kind == TypeKind::UnrankedMemRef;
  }
  return false;
}

bool parseTypeOfClass(OpParser& p, TypeClass wanted, TypeId* type) {
  if (!p.parseColon()) return false;
  Offset at = p.at();
  if (!p.parseType(type)) return false;
  if (isOfClass(p.context(), *type, wanted)) return true;
  std::string found =
      wanted == TypeClass::RankedTensor ? ": expected builtin.tensor, but found '" + printType(p.context(), *type) + "'" : "";
  return p.error(at, "invalid kind of type specified" + found);
}

bool parseUnary(OpParser& p, OpState& state) {
  const UnaryFormat& format = *unaryFormatOf(state.kind);
  UnresolvedOperand operand;
  AttrId reduction;
  TypeId type;
  if (format.reduction && !parseEnum(p, kReductions, "reduction_op", true, &reduction)) return false;
  if (!parseSlot(p, format.before, state) || !p.parseOperand(&operand) || !parseSlot(p, format.after, state)) return false;
  if (!p.parseOptionalAttrDict(state) || !parseTypeOfClass(p, format.type, &type)) return false;
  if (reduction) state.add(p.context(), "reduction_op", reduction);
  if (format.result) state.results.push_back(type);
  return p.resolve(operand, type, &state.operands);
}

std::size_t enumValue(const OpPrinter& p, AttrId value) { return static_cast<std::size_t>(p.context().attr(value).ints[0]); }

void printSlot(OpPrinter& p, const Slot& slot, OpId op) {
  AttrId value = slot.name.empty() ? AttrId() : p.module().attribute(op, slot.name);
  if (!value) return;
  p << " ";
  if (!slot.keyword.empty()) p << slot.keyword << "=";
  if (slot.parse == parseDirection)
    p << kDirections[enumValue(p, value) % kDirections.size()];
  else
    sdytext::printStripped(p, value);
}

void printUnary(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  OpKind kind = m.op(op).kind;
  const UnaryFormat& format = *unaryFormatOf(kind);
  AttrId reduction = format.reduction ? m.attribute(op, "reduction_op") : AttrId();
  if (reduction && enumValue(p, reduction) != 0) p << " " << kReductions[enumValue(p, reduction) % kReductions.size()];
  printSlot(p, format.before, op);
  p << " ";
  p.operand(m.operand(op, 0));
  printSlot(p, format.after, op);
  p.optionalAttrDict(op, opInfo(kind).inherent);
  p << " : ";
  p.type(format.result ? m.type(m.result(op)) : m.type(m.operand(op, 0)));
}

bool parseMeshOp(OpParser& p, OpState& state) {
  AttrId name, mesh;
  if (!p.parseSymbolName(&name) || !p.parseEqual()) return false;
  if (!sdytext::parseInFullOr(p, AttrKind::SdyMesh, sdytext::parseMesh, &mesh)) return false;
  state.add(p.context(), "sym_name", name);
  state.add(p.context(), "mesh", mesh);
  return p.parseOptionalAttrDict(state);
}

void printMeshOp(OpPrinter& p, OpId op) {
  const Module& m = p.module();
  p << " ";
  p.symbol(p.context().attr(m.attribute(op, "sym_name")).text);
  p << " = ";
  sdytext::printStripped(p, m.attribute(op, "mesh"));
  p.optionalAttrDict(op, opInfo(OpKind::SdyMesh).inherent);
}

bool parseSdyReturn(OpParser& p, OpState& state) {
  std::vector<UnresolvedOperand> operands;
  std::vector<TypeId> types;
  if (!p.parseOptionalAttrDict(state)) return false;
  Offset at = p.at();
  if (!p.parseOperandList(&operands)) return false;
  if (operands.empty()) return true;
  return p.parseColonTypeList(&types) && p.resolve(operands, types, at, &state.operands);
}

void printSdyReturn(OpPrinter& p, OpId op) {
  p.optionalAttrDict(op, {});
  if (p.module().op(op).operandCount == 0) return;
  p << " ";
  p.operands(op);
  p << " : ";
  p.operandTypes(op);
}

}  // namespace

OpAssembly sdyAssembly(OpKind kind) {
  switch (kind) {
    case OpKind::SdyMesh: return {parseMeshOp, printMeshOp};
    case OpKind::SdyReturn: return {parseSdyReturn, printSdyReturn};
    case OpKind::SdyConstant: return stablehloAssembly(OpKind::StablehloConstant);
    case OpKind::SdyManualComputation: return {parseSdyManualComputation, printSdyManualComputation};
    case OpKind::SdyNamedComputation: return {parseSdyNamedComputation, printSdyNamedComputation};
    default: return unaryFormatOf(kind) ? OpAssembly{parseUnary, printUnary} : OpAssembly{};
  }
}

}  // namespace shardlens
