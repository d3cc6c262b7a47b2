#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;
constexpr Names kModule[] = {"sym_name", "sym_visibility"};
constexpr Names kFunc[] = {"arg_attrs", "function_type", "no_inline", "res_attrs", "sym_name", "sym_visibility"};
constexpr Names kCall[] = {"arg_attrs", "callee", "no_inline", "res_attrs"};
constexpr Names kCallIndirect[] = {"arg_attrs", "res_attrs"};
constexpr Names kAssert[] = {"msg"};
constexpr Names kCondBranch[] = {"branch_weights", "operandSegmentSizes"};
constexpr Names kFuncConstant[] = {"value"};

constexpr OpInfoRow kBuiltinRows[] = {
    {OpKind::BuiltinModule, kSymbol | kSymbolTable | kIsolatedFromAbove | kSingleBlock | kNoTerminator, kModule},
    {OpKind::BuiltinUnrealizedConversionCast, kPure, {}},
    {OpKind::FuncFunc, kSymbol | kIsolatedFromAbove, kFunc},
    {OpKind::FuncCall, 0, kCall},
    {OpKind::FuncCallIndirect, 0, kCallIndirect},
    {OpKind::FuncConstant, kPure | kConstantLike, kFuncConstant},
    {OpKind::FuncReturn, kTerminator | kPure, {}},
    {OpKind::CfAssert, kAllocates, kAssert},
    {OpKind::CfBranch, kTerminator | kPure, {}},
    {OpKind::CfCondBranch, kTerminator | kPure, kCondBranch},
};

}  // namespace

std::span<const OpInfoRow> builtinOpInfo() { return kBuiltinRows; }

}  // namespace shardlens
