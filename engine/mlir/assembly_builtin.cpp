#include "engine/mlir/assembly_func.h"

namespace shardlens {

namespace {

// `module @name attributes {...} { ... }`
bool parseModule(OpParser& p, OpState& state) {
  AttrId name;
  if (p.parseOptionalSymbolName(&name)) state.add(p.context(), "sym_name", name);
  RegionId body;
  if (!p.parseOptionalAttrDictWithKeyword(state) || !p.parseRegion(&body)) return false;
  Module& m = p.module();
  if (!m.region(body).firstBlock) m.appendBlock(body, m.createBlock());
  state.regions.push_back(body);
  return true;
}

// `unrealized_conversion_cast %a, %b : t, t to t {...}`
bool parseCast(OpParser& p, OpState& state) {
  std::vector<UnresolvedOperand> operands;
  std::vector<TypeId> types;
  Offset where = p.at();
  if (!p.parseOperandList(&operands)) return false;
  if (!operands.empty() && !p.parseColonTypeList(&types)) return false;
  if (!p.parseKeyword("to") || !p.parseTypeList(&state.results) || !p.parseOptionalAttrDict(state)) return false;
  return p.resolve(operands, types, where, &state.operands);
}

}  // namespace

OpAssembly builtinAssembly(OpKind kind) {
  if (kind == OpKind::BuiltinModule) return {parseModule, printModuleOp};
  return {parseCast, printUnrealizedCast};
}

}  // namespace shardlens
