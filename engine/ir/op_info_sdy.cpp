#include "engine/ir/op_info_tables.h"

namespace shardlens {

namespace {

using Names = std::string_view;
constexpr Names kMesh[] = {"mesh", "sym_name"};
constexpr Names kSharding[] = {"sharding"};
constexpr Names kManual[] = {"in_shardings", "manual_axes", "out_shardings"};
constexpr Names kNamed[] = {"in_shardings", "name", "out_shardings"};
constexpr Names kGroup[] = {"group_id"};
constexpr Names kConstant[] = {"value"};
constexpr Names kBarrier[] = {"allowed_direction"};
constexpr Names kGather[] = {"gathering_axes", "out_sharding"};
constexpr Names kSlice[] = {"out_sharding", "slicing_axes"};
constexpr Names kAllToAll[] = {"out_sharding", "params"};
constexpr Names kPermute[] = {"out_sharding"};
constexpr Names kReduce[] = {"out_sharding", "reduction_axes", "reduction_op"};
constexpr Names kReduceScatter[] = {"out_sharding", "reduce_scatter_axes", "reduction_op"};
constexpr Names kToUnreduced[] = {"axes", "out_sharding"};

constexpr std::uint32_t kRegionOp = kRecursivelyPure | kIsolatedFromAbove | kSingleBlock;

constexpr OpInfoRow kRows[] = {
    {OpKind::SdyMesh, kSymbol, kMesh},
    {OpKind::SdyShardingConstraint, kSameOperandsAndResultType, kSharding},
    {OpKind::SdyReshard, kPure | kSameOperandsAndResultType, kSharding},
    {OpKind::SdyReturn, kPure | kTerminator, {}},
    {OpKind::SdyManualComputation, kRegionOp, kManual},
    {OpKind::SdyShardingGroup, 0, kGroup},
    {OpKind::SdyConstant, kPure, kConstant},
    {OpKind::SdyDataFlowEdge, kSameOperandsAndResultType, kSharding},
    {OpKind::SdyPropagationBarrier, kPure | kSameOperandsAndResultType, kBarrier},
    {OpKind::SdyNamedComputation, kRegionOp, kNamed},
    {OpKind::SdyAllGather, kSameOperandsAndResultType, kGather},
    {OpKind::SdyAllSlice, kSameOperandsAndResultType, kSlice},
    {OpKind::SdyAllToAll, kSameOperandsAndResultType, kAllToAll},
    {OpKind::SdyCollectivePermute, kSameOperandsAndResultType, kPermute},
    {OpKind::SdyAllReduce, kSameOperandsAndResultType, kReduce},
    {OpKind::SdyReduceScatter, kSameOperandsAndResultType, kReduceScatter},
    {OpKind::SdyShardedToUnreduced, kSameOperandsAndResultType, kToUnreduced},
    {OpKind::SdyReplicatedToUnreduced, kSameOperandsAndResultType, kToUnreduced},
    {OpKind::SdyFuncDataFlowEdge, kSameOperandsAndResultType, {}},
};

}  // namespace

std::span<const OpInfoRow> sdyOpInfo() { return kRows; }

}  // namespace shardlens
