// A collective or a slice that runs while others do: its start holds it, its end gives what it returned.
#include <algorithm>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

constexpr OpKind kMayRunAside[] = {
    OpKind::StablehloAllGather,         OpKind::StablehloAllReduce,
    OpKind::StablehloAllToAll,          OpKind::StablehloCollectiveBroadcast,
    OpKind::StablehloCollectivePermute, OpKind::StablehloCollectiveReduce,
    OpKind::StablehloDynamicSlice,      OpKind::StablehloDynamicUpdateSlice,
    OpKind::StablehloReduceScatter,     OpKind::StablehloSlice,
};

bool checkArguments(const OpCheck& o, BlockId block) {
  std::vector<TypeId> arguments = o.argumentTypes(block);
  if (arguments.size() != o.operands()) {
    return o.failOp("number of operands (", o.operands(), ") must match number of region arguments (", arguments.size(), ")");
  }
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (o.operand(i) == arguments[i]) continue;
    return o.failOp("operand type ", o.text(o.operand(i)), " at index ", i, " must match region argument type ", o.text(arguments[i]));
  }
  return true;
}

TypeId futureOf(const OpCheck& o, TypeId type) {
  TypeData data;
  data.kind = TypeKind::Future;
  data.types = std::span(&type, 1);
  return o.c.type(data);
}

}  // namespace

bool inferAsyncStart(const OpCheck& o) {
  BlockId block = o.body(0);
  if (!block) return o.failOp("region must not be empty");
  OpId first = o.m.block(block).firstOp, last = o.m.block(block).lastOp;
  if (first == last || o.m.op(first).next != last) return o.failOp("region must contain exactly one operation and a return");
  if (std::ranges::find(kMayRunAside, o.m.op(first).kind) == std::end(kMayRunAside)) {
    return o.failOp("region must contain a collective or slice operation");
  }
  if (!checkArguments(o, block)) return false;
  std::vector<TypeId> returned = o.returnTypes(block);
  if (returned.size() != 1) return o.failOp("region must return exactly one value, but got ", returned.size());
  return checkInferred(o, futureOf(o, returned[0]));
}

bool inferAsyncDone(const OpCheck& o) {
  auto held = o.c.type(o.operand(0)).types;
  if (held.size() != 1) return o.failOp("future must have exactly one type parameter, but got ", held.size());
  return checkInferred(o, held[0]);
}

}  // namespace shardlens::verify_a
