#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr OdsRow kBuiltinOdsRows[] = {
    {OpKind::BuiltinModule, "", "", "sym_name?:Str sym_visibility?:Str", "bodyRegion:1", "NoRegionArguments SingleBlock"},
    {OpKind::BuiltinUnrealizedConversionCast, "inputs:AnyType*", "outputs:AnyType*"},
    {OpKind::FuncFunc, "", "",
     "arg_attrs?:DictionaryArray function_type:FunctionType no_inline?:Unit res_attrs?:DictionaryArray sym_name:Str sym_visibility?:Str",
     "body:any"},
    {OpKind::FuncCall, "operands:AnyType*", ":AnyType*",
     "arg_attrs?:DictionaryArray callee:FlatSymbolRef no_inline?:Unit res_attrs?:DictionaryArray"},
    {OpKind::FuncCallIndirect, "callee:AnyFunction callee_operands:AnyType*", "results:AnyType*",
     "arg_attrs?:DictionaryArray res_attrs?:DictionaryArray"},
    {OpKind::FuncConstant, "", ":AnyType", "value:FlatSymbolRef"},
    {OpKind::FuncReturn, "operands:AnyType*", "", "", "", "HasParent(func.func)"},
    {OpKind::CfAssert, "arg:I1", "", "msg:Str"},
    {OpKind::CfBranch, "destOperands:AnyType*"},
    {OpKind::CfCondBranch, "condition:I1 destOperands:AnyType*"},
    {OpKind::CheckExpectAlmostEq, "lhs:AnyFloatOrAnyComplexTensor rhs:AnyFloatOrAnyComplexTensor", "", "tolerance?:F64", "",
     "SameTypeOperands"},
    {OpKind::CheckExpectAlmostEqConst, "lhs:AnyFloatOrAnyComplexTensor", "", "tolerance?:F64 value:Elements", "",
     "AllTypesMatch(lhs,value)"},
    {OpKind::CheckExpectClose, "actual:AnyFloatOrAnyComplexTensor expected:AnyFloatOrAnyComplexTensor", "",
     "max_ulp_difference?:UI64 min_ulp_difference?:UI64", "", "AllTypesMatch(actual,expected) AllShapesMatch(actual,expected)"},
    {OpKind::CheckExpectEq, "lhs:Tensor rhs:Tensor", "", "", "", "SameTypeOperands"},
    {OpKind::CheckExpectEqConst, "lhs:Tensor", "", "value:Elements", "", "AllTypesMatch(lhs,value)"},
    {OpKind::CheckExpectSerializedEq, "expected:Tensor", "", "iteration?:UI32 probe_id:Str"},
    {OpKind::InterpreterPrint, "operand:Tensor"},
    {OpKind::InterpreterProbe, "operand:Tensor", "result:Tensor", "probe_id:Str", "", "SameOperandsAndResultType"},
    {OpKind::InterpreterRunParallel, "inputs:TensorOrToken*", "results:TensorOrToken*",
     "infeed?:FlatSymbolRefArray programs:ArrayOfFlatSymbolRefArray"},
};

}  // namespace

std::span<const OdsRow> builtinOdsRows() { return kBuiltinOdsRows; }

}  // namespace shardlens
