#include "engine/ir/each_op.h"
#include "engine/passes/edge_shardings.h"
#include "engine/passes/passes.h"
#include "engine/propagation/flow.h"

namespace shardlens {

namespace {

constexpr PassOption kSinkDataFlowEdgesOptions[] = {
    {"sink-debug-sharding-origins", OptionType::Flag, "false", "whether edges hand sdy.sharding_origins on to their operations"},
    {"sink-debug-propagation-edge-sharding", OptionType::Flag, "false", "whether edges hand sdy.propagation_edges on to their operations"},
};

/// Hands what stands on the edges of one function on to the operations that they belong to.
class EdgeSink {
 public:
  EdgeSink(Module& module, bool origins, bool edges) : module_(module), origins_(origins), edges_(edges) {}

  /// True where the function had edges or debug information was written.
  bool run(OpId root) {
    bool changed = false;
    eachOp(module_, root, [&](OpId op) {
      if (module_.op(op).kind == OpKind::SdyDataFlowEdge) {
        dissolveEdge(module_, op);
        changed = true;
      } else if (flowClassOf(module_.op(op).kind) == FlowClass::DataFlow) {
        changed |= sinkInto(op);
      }
    });
    return changed;
  }

 private:
  bool sinkInto(OpId op) {
    auto arguments = argumentEdgeOwners(module_, op), results = resultEdgeOwners(module_, op);
    auto ofArguments = edgeShardings(module_, arguments);
    if (!ofArguments.empty()) setArgumentEdgeShardings(module_, op, ofArguments);
    sinkDebug(op, arguments, "block_arg_");
    auto ofResults = edgeShardings(module_, results);
    if (!ofResults.empty()) setResultEdgeShardings(module_, op, ofResults);
    sinkDebug(op, results, "result_");
    return !ofArguments.empty() || !ofResults.empty() || origins_ || edges_;
  }

  /// The operation gets a list with what each edge has; edges without anything have no place in it.
  void sinkDebug(OpId op, const std::vector<ValueId>& owners, std::string_view side) {
    if (origins_) collect(op, owners, side, "sharding_origins", AttrKind::Dictionary);
    if (edges_) collect(op, owners, side, "propagation_edges", AttrKind::SdyPropagationEdges);
  }

  void collect(OpId op, const std::vector<ValueId>& owners, std::string_view side, std::string_view what, AttrKind kind) {
    Context& c = module_.context();
    std::string ofEdge = "sdy." + std::string(what), ofOp = "sdy." + std::string(side) + std::string(what);
    std::vector<AttrId> found;
    for (ValueId owner : owners) {
      OpId edge = dataFlowEdgeOn(module_, owner);
      AttrId info = edge ? module_.attribute(edge, ofEdge) : AttrId();
      bool empty = !info || c.kind(info) != kind || (kind == AttrKind::SdyPropagationEdges && c.attr(info).subs.empty());
      if (!empty) found.push_back(info);
    }
    module_.setAttribute(op, ofOp, c.array(found));
  }

  Module& module_;
  bool origins_, edges_;
};

bool runSinkDataFlowEdges(const PassRun& run) {
  EdgeSink sink(run.module, run.options.flag(kSinkDataFlowEdgesOptions[0].name), run.options.flag(kSinkDataFlowEdgesOptions[1].name));
  bool changed = false;
  for (OpId root : run.roots) changed |= sink.run(root);
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass sinkDataFlowEdgesPass() {
  return {"sdy-sink-data-flow-edges",
          "Hands the shardings of data-flow edges on to the operations that they belong to, and removes the edges",
          PassLevel::Function,
          kSinkDataFlowEdgesOptions,
          runSinkDataFlowEdges,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
