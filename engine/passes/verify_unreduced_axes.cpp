#include <algorithm>

#include "engine/passes/call_graph.h"
#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/passes/symbol_names.h"
#include "engine/passes/unreduced_transition.h"
#include "engine/propagation/flow.h"

namespace shardlens {

namespace {

bool isReshard(OpKind kind) { return kind == OpKind::SdyReshard || kind == OpKind::SdyShardingConstraint; }

/// The reduction that the body of a reduce or a collective computes; nothing where it is no sum, maximum or minimum.
std::optional<ReductionOp> bodyReduction(const Module& m, OpId op) {
  BlockId body = m.op(op).regionCount ? m.entry(m.regionOf(op)) : BlockId();
  OpId end = body ? m.terminator(body) : OpId();
  if (!end || m.op(end).kind != OpKind::StablehloReturn) return std::nullopt;
  std::optional<ReductionOp> result;
  for (std::uint32_t i = 0; i < m.op(end).operandCount; ++i) {
    OpId def = m.definingOp(m.operand(end, i));
    std::optional<ReductionOp> own;
    if (def && m.op(def).kind == OpKind::StablehloAdd) own = ReductionOp::Sum;
    if (def && m.op(def).kind == OpKind::StablehloMaximum) own = ReductionOp::Max;
    if (def && m.op(def).kind == OpKind::StablehloMinimum) own = ReductionOp::Min;
    if (!own || (result && result != own)) return std::nullopt;
    result = own;
  }
  return result;
}

/// Checks one function, an operation after those in its regions.
class UnreducedVerifier {
 public:
  UnreducedVerifier(Module& module, Diagnostics& diagnostics)
      : m_(module), c_(module.context()), v_(module, diagnostics), meshes_(module), transition_(v_, meshes_), symbols_(module) {
    for (std::uint32_t a = 0; a < c_.attrCount() && !any_; ++a) {
      const AttrData& attr = c_.attr(AttrId(a));
      any_ = attr.kind == AttrKind::SdyTensorSharding && attr.ints.size() == 3 && attr.ints[2] > 0;
    }
  }

  bool inside(OpId op) {
    for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) {
      for (BlockId b = m_.entry(m_.regionOf(op, r)); b; b = m_.block(b).next) {
        for (OpId inner = m_.block(b).firstOp; inner; inner = m_.op(inner).next) {
          if (m_.op(inner).regionCount && !inside(inner)) return false;
          if (!operation(inner)) return false;
        }
      }
    }
    return true;
  }

 private:
  using Shardings = std::vector<const TensorSharding*>;

  bool operation(OpId op) {
    OpKind kind = m_.op(op).kind;
    if (kind == OpKind::SdyAllReduce || kind == OpKind::SdyReduceScatter) {
      return transition_.shardingOf(m_.operand(op, 0)) || v_.opError(op, "operand must be sharded.");
    }
    if (!any_ || isReshard(kind)) return true;
    switch (kind) {
      case OpKind::StablehloReduce:
        return transition_.check(op, inputs(op, m_.op(op).operandCount / 2), results(op), bodyReduction(m_, op));
      case OpKind::StablehloAllReduce:
      case OpKind::StablehloReduceScatter: return collective(op);
      case OpKind::FuncCall: return call(op);
      case OpKind::FuncReturn:
      case OpKind::SdyReturn: return terminator(op);
      default: break;
    }
    if (kind != OpKind::Unknown && hasTrait(kind, kTerminator)) return true;
    return transition_.check(op, inputs(op, m_.op(op).operandCount), results(op), ReductionOp::Sum);
  }

  bool comesFromReshard(ValueId value) const {
    OpId def = m_.definingOp(value);
    while (def && m_.op(def).kind == OpKind::SdyPropagationBarrier) def = m_.definingOp(m_.operand(def, 0));
    return def && isReshard(m_.op(def).kind);
  }

  /// What a reshard says counts as settled.
  Shardings inputs(OpId op, std::uint32_t count) {
    Shardings all;
    for (std::uint32_t i = 0; i < count; ++i) {
      ValueId operand = m_.operand(op, i);
      all.push_back(comesFromReshard(operand) ? nullptr : transition_.shardingOf(operand));
    }
    return all;
  }
  Shardings results(OpId op) {
    Shardings all;
    for (std::uint32_t i = 0; i < m_.op(op).resultCount; ++i) all.push_back(transition_.shardingOf(m_.result(op, i)));
    return all;
  }

  bool collective(OpId op) {
    const TensorSharding* before = transition_.shardingOf(m_.operand(op, 0));
    const TensorSharding* after = transition_.shardingOf(m_.result(op));
    return transition_.check(op, {before}, {after}, std::nullopt, bodyReduction(m_, op));
  }

  /// Both ends must leave the same axes unreduced; the message names those that only one leaves.
  bool same(OpId op, const TensorSharding* a, const TensorSharding* b, const std::string& suffix) {
    static const std::vector<AxisRef> kNone;
    const auto& left = a ? a->unreduced : kNone;
    const auto& right = b ? b->unreduced : kNone;
    std::vector<std::string_view> names;
    for (const AxisRef& axis : left) {
      if (std::ranges::find(right, axis) == right.end()) names.push_back(c_.str(axis.name));
    }
    for (const AxisRef& axis : right) {
      if (std::ranges::find(left, axis) == left.end()) names.push_back(c_.str(axis.name));
    }
    if (names.empty()) return true;
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string list;
    for (std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return v_.opError(op, "has unreduced axes mismatch for '" + list + "'" + suffix);
  }

  bool call(OpId op) {
    OpId callee = symbols_.function(calleeName(m_, op));
    BlockId body = callee ? bodyOf(m_, callee) : BlockId();
    if (!body) return true;
    for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
      ValueId operand = m_.operand(op, i);
      if (comesFromReshard(operand)) continue;
      if (!same(op, transition_.shardingOf(operand), transition_.shardingOf(m_.arg(body, i)),
                " at call argument " + std::to_string(i) + "."))
        return false;
    }
    for (std::uint32_t i = 0; i < m_.op(op).resultCount; ++i) {
      const TensorSharding* returned = transition_.decoded(funcResultSharding(m_, callee, i));
      if (!same(op, returned, transition_.shardingOf(m_.result(op, i)), " at call result " + std::to_string(i) + ".")) return false;
    }
    return true;
  }

  bool terminator(OpId op) {
    OpId parent = m_.parentOp(op);
    bool ofFunction = m_.op(parent).kind == OpKind::FuncFunc;
    std::uint32_t count = ofFunction ? m_.op(op).operandCount : std::min(m_.op(op).operandCount, m_.op(parent).resultCount);
    for (std::uint32_t i = 0; i < count; ++i) {
      AttrId expected = ofFunction ? funcResultSharding(m_, parent, i) : resultSharding(parent, i);
      ValueId operand = m_.operand(op, i);
      if (!expected || comesFromReshard(operand)) continue;
      std::string suffix = " at return value " + std::to_string(i) +
                           " without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.";
      if (!same(op, transition_.shardingOf(operand), transition_.decoded(expected), suffix)) return false;
    }
    return true;
  }

  /// Inside a manual computation its manual axes are not seen.
  AttrId resultSharding(OpId parent, std::uint32_t index) {
    AttrId sharding = shardingOf(m_, m_.result(parent, index));
    if (!sharding || m_.op(parent).kind != OpKind::SdyManualComputation) return sharding;
    return encodeSharding(c_, withoutManualAxes(decodeSharding(c_, sharding), manualAxesOf(m_, parent)));
  }

  Module& m_;
  Context& c_;
  Verifier v_;
  MeshTable meshes_;
  UnreducedTransition transition_;
  SymbolNames symbols_;
  bool any_ = false;
};

bool runVerifyUnreducedAxes(const PassRun& run) {
  UnreducedVerifier verifier(run.module, run.diagnostics);
  run.setChanged(false);
  bool good = true;
  for (OpId root : run.roots) good = verifier.inside(root) && good;
  return good;
}

}  // namespace

Pass verifyUnreducedAxesPass() {
  return {"sdy-verify-unreduced-axes",
          "Refuses operations that drop axes which their operands leave unreduced, or add some that none can",
          PassLevel::Function,
          {},
          runVerifyUnreducedAxes,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
