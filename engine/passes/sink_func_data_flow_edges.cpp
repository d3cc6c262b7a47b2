#include <algorithm>

#include "engine/passes/edge_shardings.h"
#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

constexpr std::string_view kSharding = "sdy.sharding";

/// Hands on what the function edges of one function say. Lists with thousands of shardings are taken apart and put together once.
class FuncEdgeSink {
 public:
  explicit FuncEdgeSink(Module& module) : m_(module), c_(module.context()) {}

  /// True where the function had edges.
  bool run(OpId func) {
    std::size_t before = edges_.size();
    if (BlockId body = bodyOf(m_, func)) sinkIntoArguments(func, body);
    walk(m_, func, [&](OpId op) {
      if (m_.op(op).kind == OpKind::SdyFuncDataFlowEdge) visitEdge(op);
      if (m_.op(op).kind == OpKind::FuncCall) sinkIntoCall(op);
    });
    for (std::size_t i = before; i < edges_.size(); ++i) dissolveEdge(m_, edges_[i]);
    return edges_.size() != before;
  }

 private:
  void visitEdge(OpId edge) {
    edges_.push_back(edge);
    ValueId from = m_.operand(edge, 0);
    OpId def = m_.definingOp(from);
    OpId around = def ? OpId() : m_.region(m_.block(m_.owningBlock(from)).region).op;
    bool listed = def ? m_.op(def).kind == OpKind::FuncCall : m_.op(around).kind == OpKind::FuncFunc;
    if (listed) return;
    if (AttrId now = handedOn(edge, shardingOf(m_, from))) setSharding(m_, from, now);
  }

  void sinkIntoArguments(OpId func, BlockId body) {
    FuncAttrs arguments(m_, func, FuncAttrs::Of::Arguments);
    for (std::uint32_t i = 0; i < m_.block(body).argCount; ++i) {
      OpId edge = edgeOn(m_.arg(body, i));
      if (AttrId now = edge ? handedOn(edge, arguments.get(i, kSharding)) : AttrId()) arguments.set(i, kSharding, now);
    }
    arguments.store(m_);
  }

  void sinkIntoCall(OpId call) {
    std::vector<AttrId> shardings(m_.op(call).resultCount);
    AttrId list = m_.attribute(call, kSharding), mesh;
    if (list && c_.kind(list) == AttrKind::SdyShardingPerValue) {
      auto own = c_.attr(list).subs;
      std::copy_n(own.begin(), std::min(own.size(), shardings.size()), shardings.begin());
    }
    for (std::uint32_t i = 0; i < shardings.size(); ++i) {
      OpId edge = edgeOn(m_.result(call, i));
      AttrId now = edge ? handedOn(edge, shardings[i]) : AttrId();
      if (!now) continue;
      shardings[i] = now;
      if (!mesh) mesh = c_.attr(now).subs[0];
    }
    if (mesh) m_.setAttribute(call, kSharding, filled(call, shardings, mesh));
  }

  /// The list with open shardings where there are none.
  AttrId filled(OpId call, std::vector<AttrId>& shardings, AttrId mesh) {
    for (std::uint32_t i = 0; i < shardings.size(); ++i) {
      auto rank = static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c_, m_.type(m_.result(call, i))), 0));
      if (!shardings[i]) shardings[i] = replicatedSharding(c_, rank, mesh, false);
    }
    return encodePerValue(c_, shardings);
  }

  [[nodiscard]] OpId edgeOn(ValueId value) const {
    for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
      if (m_.op(m_.use(use).owner).kind == OpKind::SdyFuncDataFlowEdge) return m_.use(use).owner;
    }
    return {};
  }

  /// What the edge says holds for what flows into it; where it says nothing, nothing is left sharded there.
  AttrId handedOn(OpId edge, AttrId before) {
    if (AttrId now = shardingOf(m_, m_.result(edge))) return now;
    if (!before || c_.kind(before) != AttrKind::SdyTensorSharding) return {};
    TensorSharding old = decodeSharding(c_, before);
    return replicatedSharding(c_, old.dims.size(), old.mesh, false);
  }

  Module& m_;
  Context& c_;
  std::vector<OpId> edges_;
};

bool runSinkFuncDataFlowEdges(const PassRun& run) {
  FuncEdgeSink sink(run.module);
  bool changed = false;
  for (OpId root : run.roots) changed |= sink.run(root);
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass sinkFuncDataFlowEdgesPass() {
  return {"sdy-sink-func-data-flow-edges",
          "Hands the shardings of function edges on to arguments and call results, and removes the edges",
          PassLevel::Function,
          {},
          runSinkFuncDataFlowEdges,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
