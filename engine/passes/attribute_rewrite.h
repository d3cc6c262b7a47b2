#pragma once

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Where operations of a kind keep the shardings of what they define.
enum class ShardingPlace : std::uint8_t {
  Results,     ///< `sdy.sharding`, per result
  Single,      ///< `sharding`: data-flow edges, constraints, reshards
  Collective,  ///< `out_sharding`
  Borders,     ///< `in_shardings` and `out_shardings`: manual and named computations
  Function,    ///< `sdy.sharding` of arguments and results
};
inline constexpr std::size_t kShardingPlaces = 5;

ShardingPlace shardingPlace(OpKind kind);

/// Changes attribute dictionaries of operations by a function of dictionary and place, which is asked once for each pair.
class AttributeRewrite {
 public:
  using Change = std::function<AttrId(AttrId dictionary, ShardingPlace place)>;
  AttributeRewrite(Module& module, Change change) : module_(module), change_(std::move(change)) {}

  /// Changes `root` and all in it; true where anything is other than it was.
  bool run(OpId root);
  AttrId changed(AttrId dictionary, ShardingPlace place);

 private:
  Module& module_;
  Change change_;
  std::array<std::vector<AttrId>, kShardingPlaces> known_;  ///< by dictionary; invalid where not asked yet
};

using ShardingRewrite = std::function<AttrId(AttrId sharding)>;

/// Changes every sharding in `root`, at the borders of manual computations with their manual axes; true where one changed.
bool changeShardings(Module& module, OpId root, const ShardingRewrite& change);

/// Dictionary of a function with each dictionary in `arg_attrs` and `res_attrs` changed.
AttrId changeFunctionValues(Context& context, AttrId dictionary, const std::function<AttrId(AttrId)>& change);

/// The dictionary without these names.
AttrId without(Context& context, AttrId dictionary, std::span<const std::string_view> names);

}  // namespace shardlens
