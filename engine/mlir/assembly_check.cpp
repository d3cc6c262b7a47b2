// Formats of the operations of StableHLO's own tests: `check`, and what only its interpreter runs.
#include "engine/mlir/op_format.h"

namespace shardlens {

namespace {

constexpr FormatRow kCheckFormats[] = {
    {OpKind::CheckExpectAlmostEqConst, "% , <value:elements> !likevalue [? , tolerance = <tolerance:f64> ?] {}"},
    {OpKind::CheckExpectAlmostEq, "% , % [? , tolerance = <tolerance:f64> ?] {} : !operand !likefirst"},
    {OpKind::CheckExpectEqConst, "% , <value:elements> !likevalue {}"},
    {OpKind::CheckExpectEq, "% , % {} : !operand !likefirst"},
    {OpKind::CheckExpectClose,
     "% , % , max_ulp_difference = <max_ulp_difference:ui64> [? , min_ulp_difference = <min_ulp_difference:ui64> ?] : {} !operand , "
     "!operand"},
    {OpKind::CheckExpectSerializedEq, "% , probe_id = <probe_id:text> [? , iter = <iteration:ui32> ?] {} : !operand"},
    {OpKind::InterpreterPrint, "% {} : !operand"},
    {OpKind::InterpreterProbe, "% , probe_id = <probe_id:text> {} : !alike"},
};

}  // namespace

std::span<const FormatRow> checkFormats() { return kCheckFormats; }

OpAssembly checkAssembly(OpKind kind) { return formatAssembly(kind); }

}  // namespace shardlens
