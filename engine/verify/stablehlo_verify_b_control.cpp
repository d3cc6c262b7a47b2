// Control flow, tuples, and what comes from and goes to the host.
#include <algorithm>

#include "engine/verify/stablehlo_verify_b.h"

namespace shardlens::verify_b {

namespace {

constexpr std::int64_t kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3;

bool isToken(const OpCheck& o, TypeId t) { return o.c.type(t).kind == TypeKind::Token; }

/// The channel's type: the second number of its handle.
std::int64_t channelType(const OpCheck& o) { return o.c.attr(o.attr("channel_handle")).ints[1]; }

bool checkChannel(const OpCheck& o, std::int64_t hostType, std::string_view hostName) {
  bool toHost = o.flag("is_host_transfer");
  if (!toHost && channelType(o) != kDeviceToDevice) {
    return o.fail("channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false");
  }
  return !toHost || channelType(o) == hostType || o.fail("channel_type should be ", hostName, " when is_host_transfer is true");
}

/// Results are tensors with one token after them.
bool checkTensorsThenToken(const OpCheck& o, std::string_view othersAre) {
  if (o.results() == 0) return o.fail("result is expected to be at least of size 1, but got 0");
  for (std::uint32_t i = 0; i + 1 < o.results(); ++i) {
    if (!isTensor(o.c, o.result(i))) return o.fail(othersAre, o.text(o.result(i)));
  }
  TypeId last = o.result(o.results() - 1);
  return isToken(o, last) || o.fail("last element of result types is expected to be of token type, but got ", o.text(last));
}

bool checkLayouts(const OpCheck& o, std::span<const AttrId> layouts) {
  for (AttrId layout : layouts) {
    if (o.c.kind(layout) != AttrKind::Array) {
      return o.fail("layout-attribute expected to have elements of type array, but got ", o.v.text(layout));
    }
    for (AttrId leaf : o.c.attr(layout).subs) {
      if (o.c.kind(leaf) == AttrKind::Integer || o.c.kind(leaf) == AttrKind::Bool) continue;
      return o.fail("layout-attribute's leaf elements are expected to be of type integer, but got ", o.v.text(leaf));
    }
  }
  return true;
}

bool checkCarried(const OpCheck& o, std::span<const TypeId> got, std::string_view what) {
  std::vector<TypeId> operands = o.operandTypes();
  return compatibleTypes(o.c, operands, got) ||
         o.fail("expect operands to be compatible with ", what, " but got ", o.text(operands), " vs ", o.text(got));
}

bool isTerminated(const OpCheck& o, BlockId block) {
  OpId last = o.m.terminator(block);
  return last && (o.m.op(last).kind == OpKind::Unknown || hasTrait(o.m.op(last).kind, kTerminator));
}

}  // namespace

bool inferIf(const OpCheck& o) {
  std::vector<TypeId> inferred;
  return inferConditional(o, inferred) && checkInferred(o, inferred);
}

bool verifyWhile(const OpCheck& o) {
  BlockId cond = o.body(0), body = o.body(1);
  if (!checkCarried(o, o.argumentTypes(cond), "condition block arguments") ||
      !checkCarried(o, o.argumentTypes(body), "body block arguments")) {
    return false;
  }
  if (!isTerminated(o, body)) return o.fail("The while body-region expected to have a terminator");
  if (!checkCarried(o, o.returnTypes(body), "body block return types")) return false;
  std::vector<TypeId> returned = o.returnTypes(cond);
  if (returned.size() != 1) return o.fail("expect condition body returns a single value but got ", returned.size());
  if (o.rank(returned[0]) == 0 && isInteger(o.c, o.element(returned[0]), 1)) return true;
  return o.fail("expect condition block return a zero-ranked tensor of i1 but got ", o.text(returned[0]));
}

bool inferTuple(const OpCheck& o) { return checkInferred(o, o.c.tuple(o.operandTypes())); }

bool inferGetTupleElement(const OpCheck& o) {
  auto members = o.c.type(o.operand(0)).types;
  auto index = static_cast<std::size_t>(o.integer("index"));
  if (index >= members.size()) return o.fail("index ", index, " is out of bounds of operand with size ", members.size());
  return checkInferred(o, members[index]);
}

bool verifyInfeed(const OpCheck& o) {
  if (!checkTensorsThenToken(o, "all elements of result types, except the last element, are expected to be of tensor type, but got "))
    return false;
  AttrId layout = o.attr("layout");
  if (!layout) return true;
  auto layouts = o.c.attr(layout).subs;
  if (layouts.size() != o.results() - 1) {
    return o.fail("layout-attribute size must be ", o.results() - 1,
                  " (which is the number of op-results - 1 (for token result)), but got ", layouts.size());
  }
  return checkLayouts(o, layouts);
}

bool inferOutfeed(const OpCheck& o) { return checkInferred(o, o.c.token()); }

bool inferSend(const OpCheck& o) { return checkChannel(o, kDeviceToHost, "DEVICE_TO_HOST") && checkInferred(o, o.c.token()); }

bool verifyRecv(const OpCheck& o) {
  return checkChannel(o, kHostToDevice, "HOST_TO_DEVICE") &&
         checkTensorsThenToken(o, "everything but the last element of result types is expected to be of tensor type, but got ");
}

}  // namespace shardlens::verify_b
