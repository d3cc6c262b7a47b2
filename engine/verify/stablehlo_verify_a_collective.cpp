// Collectives: groups of devices, channels, shapes and reduction bodies.
#include <algorithm>
#include <unordered_set>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

std::int64_t channelOf(const OpCheck& o) {
  AttrId handle = o.attr("channel_handle");
  return handle ? o.c.attr(handle).ints[0] : 0;
}

bool checkPositiveChannel(const OpCheck& o) {
  std::int64_t channel = channelOf(o);
  if (!o.flag("use_global_device_ids") || channel > 0) return true;
  return o.fail("channel_id must be positive when useGlobalDeviceIds is set but got: ", channel);
}

bool checkGathered(const OpCheck& o, TypeId operand, TypeId result, std::int64_t dim) {
  Dims from = o.dims(operand), to = o.dims(result);
  auto at = static_cast<std::size_t>(dim);
  if (at >= from.size()) return o.fail("all_gather_dim must be a valid index of operand");
  if (from[at] == 0) return o.fail("dimension size of operand at 'all_gather_dim' cannot be zero");
  if (from.size() != to.size()) return o.fail("operand and result must have the same rank");
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (i == at || compatibleDims(from[i], to[i])) continue;
    return o.fail("operand and result should have the same shape except for the dimension size at 'all_gather_dim'");
  }
  if (from[at] == kDynamic || to[at] == kDynamic || to[at] % from[at] == 0) return true;
  return o.fail("result gather dimension has size ", to[at], ", expected to be a multiple of operand gather dimension size ", from[at]);
}

/// The body combines two scalars of each operand's element type.
bool checkScalarReducers(const OpCheck& o, std::uint32_t operands) {
  for (std::uint32_t i = 0; i < operands; ++i) {
    TypeId type = o.operand(i), init = o.c.tensor({}, o.element(type));
    if (!checkReducer(o, o.body(0), std::span(&type, 1), std::span(&init, 1), {})) return false;
  }
  return true;
}

/// Operands with the element type that the body returns.
bool inferAccumulated(const OpCheck& o, std::uint32_t operands) {
  std::vector<TypeId> inferred, inputs = o.operandTypes(0, operands);
  std::vector<TypeId> accumulators = accumulatorTypes(o, o.body(0), inputs);
  for (TypeId type : inputs) inferred.push_back(o.c.tensor(o.dims(type), o.element(accumulators[0]), o.c.type(type).attr));
  return checkInferred(o, inferred);
}

// A root given at run time is the last operand: one device a data operand.

std::uint32_t dataOperands(const OpCheck& o) { return o.operands() - (o.flag("has_dynamic_root") && o.operands() > 0 ? 1U : 0U); }

bool checkRoot(const OpCheck& o, std::string_view name) {
  if (!o.flag("has_dynamic_root")) return o.operands() > 0 || o.fail(name, " requires at least one data operand");
  if (o.operands() < 2) return o.fail(name, " with has_dynamic_root=true requires at least two operands (data + root)");
  TypeId root = o.operand(o.operands() - 1);
  if (!isRankedTensor(o.c, root) || !isInteger(o.c, o.element(root), 32) || o.rank(root) != 1) {
    return o.fail("last operand of ", name, " with has_dynamic_root=true must be a rank-1 i32 tensor, but got ", o.text(root));
  }
  if (o.dims(root)[0] == o.operands() - 1) return true;
  return o.fail("last operand of ", name, " with has_dynamic_root=true must have the same number of elements as data operands (",
                o.operands() - 1, "), but got ", o.dims(root)[0]);
}

bool checkBroadcastGroups(const OpCheck& o) {
  std::vector<std::int64_t> ids;
  AttrId groups = o.attr("replica_groups");
  if (!denseInts(o.c, groups, ids)) return true;
  if (std::int64_t rank = o.rank(o.c.attr(groups).type); rank != 2) {
    return o.fail("replica groups should be a rank 2 tensor,but instead it is of rank ", rank);
  }
  std::unordered_set<std::int64_t> seen;
  for (std::int64_t id : ids) {
    if (id < 0) return o.fail("replica_groups values must be positive, but was given ", id);
    if (!seen.insert(id).second) return o.fail("replica id #", id, " seen more than once");
  }
  return true;
}

struct AllToAll {
  std::int64_t split, concat, count;
};

/// Shape and bounds of one operand after its pieces were exchanged; false after an error.
bool exchange(const OpCheck& o, AllToAll a, TypeId operand, std::vector<TypeId>& inferred) {
  std::int64_t rank = o.rank(operand);
  if (a.split >= rank) return o.fail("AllToAll split_dimension ", a.split, " is out-of-bounds for input rank ", rank);
  if (a.concat >= rank) return o.fail("AllToAll concat_dimension ", a.concat, " is out-of-bounds for input rank ", rank);
  std::vector<std::int64_t> dims(o.dims(operand).begin(), o.dims(operand).end());
  std::vector<std::int64_t> bounds(o.bounds(operand).begin(), o.bounds(operand).end());
  auto split = static_cast<std::size_t>(a.split), concat = static_cast<std::size_t>(a.concat);
  if (dims[split] != kDynamic && dims[split] % a.count != 0) {
    return o.fail("split dimension has size ", dims[split], ", expected to be a multiple of split_count ", a.count);
  }
  for (std::vector<std::int64_t>* sizes : {&dims, &bounds}) {
    if (sizes->empty()) continue;
    if ((*sizes)[split] != kDynamic) (*sizes)[split] /= a.count;
    if ((*sizes)[concat] != kDynamic) (*sizes)[concat] = times((*sizes)[concat], a.count);
  }
  inferred.push_back(o.c.tensor(dims, o.element(operand), encodingOf(o.c, o.c.type(operand).attr, bounds)));
  return true;
}

}  // namespace

bool verifyAllGather(const OpCheck& o) {
  bool global = o.flag("use_global_device_ids");
  if (!checkReplicaGroups(o, o.attr("replica_groups"), true, global)) return false;
  if (global && channelOf(o) < 0) return o.fail("channel_id cannot be negative when useGlobalDeviceIds is set");
  for (std::uint32_t i = 0; i < std::min(o.operands(), o.results()); ++i) {
    if (!checkGathered(o, o.operand(i), o.result(i), o.integer("all_gather_dim"))) return false;
  }
  return true;
}

bool verifyAllReduce(const OpCheck& o) {
  return checkReplicaGroups(o, o.attr("replica_groups"), false, o.flag("use_global_device_ids")) && checkPositiveChannel(o) &&
         checkScalarReducers(o, o.operands());
}

bool inferAllReduce(const OpCheck& o) { return inferAccumulated(o, o.operands()); }

bool inferAllToAll(const OpCheck& o) {
  AllToAll a{o.integer("split_dimension"), o.integer("concat_dimension"), o.integer("split_count")};
  if (!checkReplicaGroups(o, o.attr("replica_groups"), true, false, a.count)) return false;
  std::vector<TypeId> inferred;
  for (TypeId type : o.operandTypes()) {
    if (!exchange(o, a, type, inferred)) return false;
  }
  return checkInferred(o, inferred);
}

bool verifyCollectiveBroadcast(const OpCheck& o) { return checkBroadcastGroups(o) && checkRoot(o, "collective_broadcast"); }

bool inferCollectiveBroadcast(const OpCheck& o) { return checkInferred(o, o.operandTypes(0, dataOperands(o))); }

bool verifyCollectiveReduce(const OpCheck& o) {
  return checkReplicaGroups(o, o.attr("replica_groups"), false, o.flag("use_global_device_ids")) && checkPositiveChannel(o) &&
         checkRoot(o, "collective_reduce") && checkScalarReducers(o, dataOperands(o));
}

bool inferCollectiveReduce(const OpCheck& o) { return inferAccumulated(o, dataOperands(o)); }

bool verifyCollectivePermute(const OpCheck& o) {
  AttrId pairs = o.attr("source_target_pairs");
  Dims shape = o.dims(o.c.attr(pairs).type);
  if (shape.size() != 2) return o.fail("expect source_target_pairs attribute to be of rank 2, but got rank ", shape.size());
  if (shape[1] != 2) return o.fail("expect source_target_pairs attribute of shape (N, 2), but got (", shape, ")");
  std::vector<std::int64_t> ids;
  denseInts(o.c, pairs, ids);
  std::unordered_set<std::int64_t> sources, targets;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0) return o.fail("replica ids in source_target_pairs must be >= 0.");
    if (i % 2 == 0 && !sources.insert(ids[i]).second) return o.fail("duplicate sources not allowed.");
    if (i % 2 == 1 && !targets.insert(ids[i]).second) return o.fail("duplicate targets not allowed.");
  }
  return true;
}

bool inferCollectivePermute(const OpCheck& o) { return checkInferred(o, o.operandTypes()); }

}  // namespace shardlens::verify_a
