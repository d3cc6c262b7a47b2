// Replica groups of collectives that are written as a table of device numbers.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

/// Every number from 0 up to the count stands once; -1 fills short groups where they may differ in size.
bool checkReplicaIds(const OpCheck& o, std::span<const std::int64_t> ids, bool sameSize) {
  std::vector<std::int64_t> seen;
  for (std::int64_t id : ids) {
    if (id != -1) seen.push_back(id);
    if (id == -1 && sameSize) return o.fail("Invalid replica id -1");
  }
  std::ranges::sort(seen);
  auto twice = std::ranges::adjacent_find(seen);
  if (twice == seen.end()) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!std::ranges::binary_search(seen, static_cast<std::int64_t>(i))) return o.fail("replica id #", i, " not seen in replica groups");
    }
    return true;
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    auto earlier = ids.first(i);
    if (ids[i] == -1 || std::ranges::find(earlier, ids[i]) == earlier.end()) continue;
    return o.fail("replica id #", ids[i], " seen more than once");
  }
  return true;
}

}  // namespace

bool checkReplicaGroups(const OpCheck& o, AttrId groups, bool sameSize, bool globalIds, std::optional<std::int64_t> groupSize) {
  if (!groups || o.c.kind(groups) != AttrKind::DenseElements) return true;
  auto shape = o.dims(o.c.attr(groups).type);
  if (shape.size() != 2) return o.fail("replica groups should be a rank 2 tensor");
  if (globalIds && shape[0] * shape[1] == 0) return o.fail("if `use_global_device_ids` is set, the replica groups cannot be empty");
  std::vector<std::int64_t> ids;
  denseInts(o.c, groups, ids);
  if (!checkReplicaIds(o, ids, sameSize)) return false;
  if (!sameSize || !groupSize || (shape[0] != 0 && shape[1] == *groupSize)) return true;
  return o.fail("group size of replica_groups must be ", *groupSize);
}

}  // namespace shardlens
