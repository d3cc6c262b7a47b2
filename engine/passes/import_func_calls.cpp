#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/passes/call_graph.h"
#include "engine/passes/data_flow_edges.h"
#include "engine/passes/passes.h"
#include "engine/propagation/run_state.h"

namespace shardlens {

namespace {

constexpr std::string_view kAddEdges = "add-data-flow-edges-on-named-computations";
constexpr PassOption kImportFuncCallsOptions[] = {
    {kAddEdges, OptionType::Flag, "true", "whether to add data flow edges on named computations"}};

// Calls inside calls become regions inside regions; as deep as the reader takes them is as deep as they may get.
constexpr unsigned kDeepestImport = 4000;

class CallImporter {
 public:
  explicit CallImporter(const PassRun& run) : run_(run), m_(run.module), c_(m_.context()), graph_(m_), symbols_(m_), meshes_(m_) {}

  /// False with a diagnostic where the copies become too many.
  bool run() {
    if (!graph_.hasCalls()) return true;
    for (OpId func : graph_.postOrder()) {
      unsigned depth = 0;
      for (OpId call : graph_.callsIn(func)) depth = std::max(depth, visit(call));
      depths_.emplace(func, depth);
    }
    for (const auto& [func, region] : moved_) symbols_.erase(func);
    return good_;
  }

 private:
  /// Imports what `call` calls where that can be; returns how deep the calls below it go.
  unsigned visit(OpId call) {
    OpId func = symbols_.function(calleeName(m_, call));
    if (!func || !m_.op(func).regionCount) return 0;
    // A function that has not been finished calls itself by way of this one: it stays a function.
    auto depth = depths_.find(func);
    if (depth == depths_.end() || depth->second >= kDeepestImport) kept_.insert(func);
    if (depth == depths_.end() || kept_.contains(func)) return 0;
    if (moved_.contains(func) && !symbols_.hasRoom()) return refuse(call);
    import(call, func);
    return depth->second + 1;
  }

  unsigned refuse(OpId call) {
    if (good_) reportAt(run_.diagnostics, Severity::Error, m_, call, "too many copies of called functions to import this call");
    good_ = false;
    return 0;
  }

  void import(OpId call, OpId func) {
    std::vector<ValueId> operands;
    for (std::uint32_t i = 0; i < m_.op(call).operandCount; ++i) operands.push_back(m_.operand(call, i));
    std::vector<TypeId> results;
    for (std::uint32_t i = 0; i < m_.op(call).resultCount; ++i) results.push_back(m_.type(m_.result(call, i)));
    Operation o = m_.op(call);
    OpId named = m_.create({.kind = OpKind::SdyNamedComputation,
                            .attrs = attributesFor(call, func),
                            .loc = o.loc,
                            .source = o.source,
                            .operands = operands,
                            .results = results,
                            .regions = 1});
    for (std::uint32_t i = 0; i < o.resultCount; ++i) m_.value(m_.result(named, i)).source = m_.value(m_.result(call, i)).source;
    m_.insertBefore(call, named);
    fill(m_.regionOf(named), call, func);
    std::vector<ValueId> values;
    for (std::uint32_t i = 0; i < o.resultCount; ++i) values.push_back(m_.result(named, i));
    replaceAndErase(m_, call, values);
  }

  AttrId attributesFor(OpId call, OpId func) {
    static constexpr std::string_view kOwn[] = {"callee", "arg_attrs", "res_attrs", "no_inline", "sdy.sharding"};
    AttrId attrs = m_.op(call).attrs;
    for (std::string_view own : kOwn) attrs = c_.with(attrs, own, {});
    if (AttrId thread = m_.attribute(func, "execution_thread")) attrs = c_.with(attrs, "execution_thread", thread);
    attrs = c_.with(attrs, "name", originalFuncName(m_, func));
    if (AttrId in = funcArgShardings(m_, func, meshes_)) attrs = c_.with(attrs, "in_shardings", in);
    AttrId out = m_.attribute(call, "sdy.sharding");
    return out && c_.kind(out) == AttrKind::SdyShardingPerValue ? c_.with(attrs, "out_shardings", out) : attrs;
  }

  /// The first call of a function takes its body, later ones copies.
  void fill(RegionId region, OpId call, OpId func) {
    auto [taken, first] = moved_.try_emplace(func, region);
    if (first) {
      moveBlocks(m_, m_.regionOf(func), region);
      for (BlockId b = m_.entry(region); b; b = m_.block(b).next) turnReturn(m_.terminator(b));
      return;
    }
    if (run_.warned.first("function copied for each of its calls")) warnOfCopies(call);
    map_.clear();
    cloneRegion(m_, taken->second, region, map_);
  }

  // The return of a function as that of a computation: its uses become the newest, as those of a new operation are.
  void turnReturn(OpId end) {
    if (!end || m_.op(end).kind != OpKind::FuncReturn) return;
    m_.op(end).kind = OpKind::SdyReturn;
    m_.op(end).attrs = c_.emptyDict();
    for (std::uint32_t i = 0; i < m_.op(end).operandCount; ++i) m_.setOperand(m_.operandUse(end, i), m_.operand(end, i));
  }

  void warnOfCopies(OpId call) {
    reportAt(run_.diagnostics, Severity::Warning, m_, call,
             "function @" + std::string(calleeName(m_, call)) + " has multiple call ops, we need to clone the function body for each call");
  }

  const PassRun& run_;
  Module& m_;
  Context& c_;
  CallGraph graph_;
  SymbolNames symbols_;
  MeshTable meshes_;
  CloneMap map_;
  std::unordered_map<OpId, unsigned> depths_;  ///< of the calls inside functions that are done
  std::unordered_map<OpId, RegionId> moved_;   ///< where the body of an imported function is
  bool good_ = true;
  std::unordered_set<OpId> kept_;  ///< functions that stay
};

bool runImportFuncCalls(const PassRun& run) {
  Module& m = run.module;
  std::size_t before = m.opCount();
  if (!CallImporter(run).run()) return false;
  run.setChanged(m.opCount() != before);
  if (!run.options.flag(kAddEdges)) return true;
  walk(m, m.root(), [&](OpId op) {
    if (m.op(op).kind == OpKind::SdyNamedComputation) addDataFlowEdges(m, op);
  });
  run.setChanged(m.opCount() != before);
  return true;
}

}  // namespace

Pass importFuncCallsPass() {
  return {"sdy-import-func-calls", "Turns every call into an sdy.named_computation with the body of the function it calls",
          PassLevel::Module,       kImportFuncCallsOptions,
          runImportFuncCalls,      nullptr,
          Verified::Later};
}

}  // namespace shardlens
