#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr const char* kSameTypes = "SameOperandsAndResultType";
constexpr const char* kRegion = "SingleBlockImplicitTerminator";

constexpr OdsRow kSdyOdsRows[] = {
    {OpKind::SdyMesh, "", "", "mesh:SdyMesh sym_name:Str", "", "HasParent(builtin.module)"},
    {OpKind::SdyShardingConstraint, "input:AnyType", "result:AnyType", "sharding:SdyTensorSharding", "", kSameTypes},
    {OpKind::SdyReshard, "input:AnyType", "result:AnyType", "sharding:SdyTensorSharding", "", kSameTypes},
    {OpKind::SdyReturn, "results:AnyType*", "", "", "", ""},
    {OpKind::SdyManualComputation, "tensors:AnyType*", "results:AnyType*",
     "in_shardings:SdyShardingPerValue manual_axes:SdyManualAxes out_shardings:SdyShardingPerValue", "body:1", kRegion},
    {OpKind::SdyShardingGroup, "input:AnyRankedTensor", "", "group_id:I64", "", ""},
    {OpKind::SdyConstant, "", "output:AnyStaticShapeTensor", "value:Elements", "", ""},
    {OpKind::SdyDataFlowEdge, "input:AnyShaped", "result:AnyShaped", "sharding?:SdyTensorSharding", "", kSameTypes},
    {OpKind::SdyPropagationBarrier, "input:AnyRankedTensor", "result:AnyRankedTensor", "allowed_direction:SdyPropagationDirection", "",
     kSameTypes},
    {OpKind::SdyNamedComputation, "operands:AnyType*", ":AnyType*",
     "in_shardings?:SdyShardingPerValue name:Str out_shardings?:SdyShardingPerValue", "body:1", kRegion},
    {OpKind::SdyAllGather, "tensor:AnyShaped", "result:AnyShaped", "gathering_axes:SdyListOfAxisRefLists out_sharding:SdyTensorSharding",
     "", kSameTypes},
    {OpKind::SdyAllSlice, "tensor:AnyShaped", "result:AnyShaped", "out_sharding:SdyTensorSharding slicing_axes:SdyListOfAxisRefLists", "",
     kSameTypes},
    {OpKind::SdyAllToAll, "tensor:AnyShaped", "result:AnyShaped", "out_sharding:SdyTensorSharding params:SdyAllToAllParamList", "",
     kSameTypes},
    {OpKind::SdyCollectivePermute, "tensor:AnyShaped", "result:AnyShaped", "out_sharding:SdyTensorSharding", "", kSameTypes},
    {OpKind::SdyAllReduce, "tensor:AnyShaped", "result:AnyShaped",
     "out_sharding:SdyTensorSharding reduction_axes:SdyAxisRefList reduction_op?:SdyReductionOp", "", kSameTypes},
    {OpKind::SdyReduceScatter, "tensor:AnyShaped", "result:AnyShaped",
     "out_sharding:SdyTensorSharding reduce_scatter_axes:SdyListOfAxisRefLists reduction_op?:SdyReductionOp", "", kSameTypes},
    {OpKind::SdyShardedToUnreduced, "tensor:AnyShaped", "result:AnyShaped", "axes:SdyListOfAxisRefLists out_sharding:SdyTensorSharding", "",
     kSameTypes},
    {OpKind::SdyReplicatedToUnreduced, "tensor:AnyShaped", "result:AnyShaped", "axes:SdyAxisRefList out_sharding:SdyTensorSharding", "",
     kSameTypes},
    {OpKind::SdyFuncDataFlowEdge, "operand:AnyShaped", "result:AnyShaped", "", "", kSameTypes},
};

}  // namespace

std::span<const OdsRow> sdyOdsRows() { return kSdyOdsRows; }

}  // namespace shardlens
