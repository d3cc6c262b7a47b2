#include "engine/outline/leaves.h"

#include "engine/outline/loop_trips.h"

namespace shardlens {

namespace {

bool opensBox(const Module& module, OpId op) {
  switch (module.op(op).kind) {
    case OpKind::StablehloWhile:
    case OpKind::StablehloCase:
    case OpKind::StablehloIf:
    case OpKind::SdyManualComputation:
    case OpKind::SdyNamedComputation: return true;
    default: return false;
  }
}

std::string leafName(const Module& module, OpId op) {
  std::string_view name = module.name(op);
  if (module.op(op).kind == OpKind::StablehloCustomCall) {
    if (AttrId target = module.attribute(op, "call_target_name")) return std::string(module.context().attr(target).text);
  }
  return std::string(name.substr(name.find('.') + 1));
}

}  // namespace

Leaves::Leaves(const Module& module, BoxTree& tree)
    : module_(module), tree_(tree), boxOfOp_(module.opCount(), UINT32_MAX), boxOfValue_(module.valueCount(), UINT32_MAX) {}

std::uint32_t Leaves::function(const std::string& name) const {
  auto found = functions_.find(name);
  return found == functions_.end() ? UINT32_MAX : found->second;
}

std::uint32_t Leaves::make(OpId op) {
  BoxKind kind = BoxKind::Op;
  std::string name = leafName(module_, op);
  if (opensBox(module_, op)) {
    kind = BoxKind::Loop;
    if (module_.op(op).kind == OpKind::StablehloWhile) {
      std::int64_t trips = loopTrips(module_, op);
      name = trips >= 0 ? "loop x " + std::to_string(trips) : "loop";
    }
  } else if (module_.op(op).kind == OpKind::FuncCall) {
    std::string callee(module_.context().attr(module_.attribute(op, "callee")).text);
    if (function(callee) != UINT32_MAX) {
      kind = BoxKind::Call;
      name = callee;
    }
  }
  std::uint32_t leaf = tree_.add(kind, std::move(name), op);
  setBoxOf(op, leaf);
  return leaf;
}

void Leaves::setBoxOf(OpId op, std::uint32_t leaf) {
  auto set = [&](OpId inner) {
    boxOfOp_[inner.value] = leaf;
    for (std::uint32_t r = 0; r < module_.op(inner).resultCount; ++r) boxOfValue_[module_.result(inner, r).value] = leaf;
  };
  walk(module_, op, [&](OpId inner) {
    set(inner);
    for (std::uint32_t r = 0; r < module_.op(inner).regionCount; ++r) {
      for (BlockId b = module_.entry(module_.regionOf(inner, r)); b; b = module_.block(b).next) {
        for (std::uint32_t a = 0; a < module_.block(b).argCount; ++a) boxOfValue_[module_.arg(b, a).value] = leaf;
      }
    }
  });
}

}  // namespace shardlens
