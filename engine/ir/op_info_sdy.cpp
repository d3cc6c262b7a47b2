#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;
constexpr Names kMesh[] = {"mesh", "sym_name"};
constexpr Names kSharding[] = {"sharding"};
constexpr Names kManual[] = {"in_shardings", "manual_axes", "out_shardings"};
constexpr Names kNamed[] = {"in_shardings", "name", "out_shardings"};
constexpr Names kGroup[] = {"group_id"};
constexpr Names kSdyConstant[] = {"value"};
constexpr Names kBarrier[] = {"allowed_direction"};
constexpr Names kSdyGather[] = {"gathering_axes", "out_sharding"};
constexpr Names kSdySlice[] = {"out_sharding", "slicing_axes"};
constexpr Names kSdyAllToAll[] = {"out_sharding", "params"};
constexpr Names kPermute[] = {"out_sharding"};
constexpr Names kReduce[] = {"out_sharding", "reduction_axes", "reduction_op"};
constexpr Names kSdyReduceScatter[] = {"out_sharding", "reduce_scatter_axes", "reduction_op"};
constexpr Names kToUnreduced[] = {"axes", "out_sharding"};

constexpr std::uint32_t kRegionOp = kRecursivelyPure | kIsolatedFromAbove | kSingleBlock;

constexpr OpInfoRow kSdyRows[] = {
    {OpKind::SdyMesh, kSymbol, kMesh},
    {OpKind::SdyShardingConstraint, kSameOperandsAndResultType, kSharding},
    {OpKind::SdyReshard, kPure | kSameOperandsAndResultType, kSharding},
    {OpKind::SdyReturn, kPure | kTerminator, {}},
    {OpKind::SdyManualComputation, kRegionOp, kManual},
    {OpKind::SdyShardingGroup, 0, kGroup},
    {OpKind::SdyConstant, kPure, kSdyConstant},
    {OpKind::SdyDataFlowEdge, kSameOperandsAndResultType, kSharding},
    {OpKind::SdyPropagationBarrier, kPure | kSameOperandsAndResultType, kBarrier},
    {OpKind::SdyNamedComputation, kRegionOp, kNamed},
    {OpKind::SdyAllGather, kSameOperandsAndResultType, kSdyGather},
    {OpKind::SdyAllSlice, kSameOperandsAndResultType, kSdySlice},
    {OpKind::SdyAllToAll, kSameOperandsAndResultType, kSdyAllToAll},
    {OpKind::SdyCollectivePermute, kSameOperandsAndResultType, kPermute},
    {OpKind::SdyAllReduce, kSameOperandsAndResultType, kReduce},
    {OpKind::SdyReduceScatter, kSameOperandsAndResultType, kSdyReduceScatter},
    {OpKind::SdyShardedToUnreduced, kSameOperandsAndResultType, kToUnreduced},
    {OpKind::SdyReplicatedToUnreduced, kSameOperandsAndResultType, kToUnreduced},
    {OpKind::SdyFuncDataFlowEdge, kSameOperandsAndResultType, {}},
};

}  // namespace

std::span<const OpInfoRow> sdyOpInfo() { return kSdyRows; }

}  // namespace shardlens
