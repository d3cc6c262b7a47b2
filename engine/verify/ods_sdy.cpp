#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr const char* kSame = "SameOperandsAndResultType";
constexpr const char* kRegion = "SingleBlockImplicitTerminator";

constexpr OdsRow kRows[] = {
    {OpKind::SdyMesh, "", "", "mesh:SdyMesh sym_name:Str", "", "HasParent(builtin.module)"},
    {OpKind::SdyShardingConstraint, "input:AnyType", "result:AnyType", "sharding:SdyTensorSharding", "", kSame},
    {OpKind::SdyReshard, "input:AnyType", "result:AnyType", "sharding:SdyTensorSharding", "", kSame},
    {OpKind::SdyReturn, "results:AnyType*", "", "", "", ""},
    {OpKind::SdyManualComputation, "tensors:AnyType*", "results:AnyType*",
     "in_shardings:SdyShardingPerValue manual_axes:SdyManualAxes out_shardings:SdyShardingPerValue", "body:1", kRegion},
    {OpKind::SdyShardingGroup, "input:AnyRankedTensor", "", "group_id:I64", "", ""},
    {OpKind::SdyConstant, "", "output:AnyStaticShapeTensor", "value:Elements", "", ""},
    {OpKind::SdyDataFlowEdge, "input:AnyShaped", "result:AnyShaped", "sharding?:SdyTensorSharding", "", kSame},
    {OpKind::SdyPropagationBarrier, "input:AnyRankedTensor", "result:AnyRankedTensor", "allowed_direction:SdyPropagationDirection", "",
     kSame},
    {OpKind::SdyNamedComputation, "operands:AnyType*", ":AnyType*",
     "in_shardings?:SdyShardingPerValue name:Str out_shardings?:SdyShardingPerValue", "body:1", kRegion},
    {OpKind::SdyAllGather, "tensor:AnyShaped", "result:AnyShaped", "gathering_axes:SdyListOfAxisRefLists out_sharding:SdyTensorSharding",
     "", kSame},
    {OpKind::SdyAllSlice, "tensor:AnyShaped", "result:AnyShaped", "out_sharding:SdyTensorSharding slicing_axes:SdyListOfAxisRefLists", "",
     kSame},
    {OpKind::SdyAllToAll, "tensor:AnyShaped", "result:AnyShaped", "out_sharding:SdyTensorSharding params:SdyAllToAllParamList", "", kSame},
    {OpKind::SdyCollectivePermute, "tensor:AnyShaped", "result:AnyShaped", "out_sharding:SdyTensorSharding", "", kSame},
    {OpKind::SdyAllReduce, "tensor:AnyShaped", "result:AnyShaped",
     "out_sharding:SdyTensorSharding reduction_axes:SdyAxisRefList reduction_op?:SdyReductionOp", "", kSame},
    {OpKind::SdyReduceScatter, "tensor:AnyShaped", "result:AnyShaped",
     "out_sharding:SdyTensorSharding reduce_scatter_axes:SdyListOfAxisRefLists reduction_op?:SdyReductionOp", "", kSame},
    {OpKind::SdyShardedToUnreduced, "tensor:AnyShaped", "result:AnyShaped", "axes:SdyListOfAxisRefLists out_sharding:SdyTensorSharding", "",
     kSame},
    {OpKind::SdyReplicatedToUnreduced, "tensor:AnyShaped", "result:AnyShaped", "axes:SdyAxisRefList out_sharding:SdyTensorSharding", "",
     kSame},
    {OpKind::SdyFuncDataFlowEdge, "operand:AnyShaped", "result:AnyShaped", "", "", kSame},
};

}  // namespace

std::span<const OdsRow> sdyOdsRows() { return kRows; }

}  // namespace shardlens
