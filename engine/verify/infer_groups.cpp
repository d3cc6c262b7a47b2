// Replica groups of collectives that are written as a table of device numbers.
#include <algorithm>

#include "engine/verify/infer.h"

namespace shardlens {

namespace {

/// Position of the first id that occurred before, -1 aside; the size where there is none.
std::size_t firstRepeat(std::span<const std::int64_t> ids) {
  std::vector<std::pair<std::int64_t, std::size_t>> sorted;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != -1) sorted.emplace_back(ids[i], i);
  }
  std::ranges::sort(sorted);
  std::size_t first = ids.size();
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].first == sorted[i - 1].first) first = std::min(first, sorted[i].second);
  }
  return first;
}

/// Every number from 0 up to the count stands once; -1 fills short groups where they may differ in size.
bool checkReplicaIds(const OpCheck& o, std::span<const std::int64_t> ids, bool sameSize) {
  std::size_t repeat = firstRepeat(ids);
  if (sameSize && std::ranges::find(ids.first(repeat), -1) != ids.first(repeat).end()) return o.fail("Invalid replica id -1");
  if (repeat < ids.size()) return o.fail("replica id #", ids[repeat], " seen more than once");
  std::vector<std::int64_t> seen;
  std::ranges::copy_if(ids, std::back_inserter(seen), [](std::int64_t id) { return id != -1; });
  std::ranges::sort(seen);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!std::ranges::binary_search(seen, static_cast<std::int64_t>(i))) return o.fail("replica id #", i, " not seen in replica groups");
  }
  return true;
}

/// Whether the nearest symbol table around the operation defines `name`.
bool definesSymbol(const OpCheck& o, std::string_view name) {
  OpId table = o.m.parentOp(o.op);
  while (table && !hasTrait(o.m.op(table).kind, kSymbolTable)) table = o.m.parentOp(table);
  if (!table) return false;
  for (OpId op = o.m.block(o.m.entry(o.m.regionOf(table))).firstOp; op; op = o.m.op(op).next) {
    AttrId symbol = o.m.attribute(op, "sym_name");
    if (symbol && o.c.attr(symbol).text == name) return true;
  }
  return false;
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

bool checkReplicaGroupSymbols(const OpCheck& o) {
  AttrId groups = o.attr("replica_groups");
  if (!groups || o.c.kind(groups) != AttrKind::StablehloReplicaGroupMeshAxes) return true;
  AttrId mesh = o.c.attr(groups).subs[0];
  if (o.c.kind(mesh) != AttrKind::SymbolRef || definesSymbol(o, o.c.attr(mesh).text)) return true;
  return o.failOp("replica_groups: mesh symbol '", o.c.attr(mesh).text, "' not found");
}

}  // namespace shardlens
