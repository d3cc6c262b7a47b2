#include <algorithm>

#include "engine/ir/clone.h"
#include "engine/passes/call_graph.h"
#include "engine/passes/edge_shardings.h"
#include "engine/passes/main_functions.h"
#include "engine/passes/passes.h"
#include "engine/propagation/func_attrs.h"

namespace shardlens {

namespace {

constexpr std::string_view kThread = "execution_thread";

/// Moves the body of each named computation into a private function of its own and calls that.
class NamedComputationExport {
 public:
  explicit NamedComputationExport(Module& module) : module_(module), c_(module.context()), symbols_(module) {}

  bool run() {
    collect(module_.root());
    for (OpId op : computations_) outline(op);
    // Edges on results are met once all computations are calls: one may feed another.
    for (OpId call : calls_) {
      for (std::uint32_t i = 0; i < module_.op(call).resultCount; ++i) dissolveEdgeOn(module_.result(call, i));
    }
    return !computations_.empty();
  }

 private:
  /// Inner computations before outer ones.
  void collect(OpId op) {
    for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) {
      for (BlockId b = module_.entry(module_.regionOf(op, r)); b; b = module_.block(b).next) {
        for (OpId inner = module_.block(b).firstOp; inner; inner = module_.op(inner).next) {
          if (module_.op(inner).regionCount) collect(inner);
        }
      }
    }
    if (module_.op(op).kind == OpKind::SdyNamedComputation) computations_.push_back(op);
  }

  void outline(OpId op) {
    auto ofArguments = edgeShardings(module_, argumentEdgeOwners(module_, op));
    if (!ofArguments.empty()) setArgumentEdgeShardings(module_, op, ofArguments);
    auto ofResults = edgeShardings(module_, resultEdgeOwners(module_, op));
    if (!ofResults.empty()) setResultEdgeShardings(module_, op, ofResults);
    OpId func = makeFunction(op);
    std::string_view name = symbols_.insert(func);
    replaceByCall(op, name);
  }

  OpId makeFunction(OpId op) {
    std::vector<std::pair<StrId, AttrId>> attrs{{c_.str("sym_name"), nameOf(op)},
                                                {c_.str("function_type"), c_.typeAttr(typeOf(op))},
                                                {c_.str("sym_visibility"), c_.string("private")},
                                                {c_.str(kOriginalFuncName), nameOf(op)}};
    if (AttrId thread = module_.attribute(op, kThread)) attrs.emplace_back(c_.str(kThread), thread);
    Operation o = module_.op(op);
    OpId func =
        module_.create({.kind = OpKind::FuncFunc, .attrs = c_.dict(std::move(attrs)), .loc = o.loc, .source = o.source, .regions = 1});
    moveBlocks(module_, module_.regionOf(op), module_.regionOf(func));
    for (BlockId b = bodyOf(module_, func); b; b = module_.block(b).next) module_.op(module_.terminator(b)).kind = OpKind::FuncReturn;
    BlockId body = bodyOf(module_, func);
    for (std::uint32_t i = 0; i < module_.block(body).argCount; ++i) dissolveEdgeOn(module_.arg(body, i));
    shardArguments(func, module_.attribute(op, "in_shardings"));
    return func;
  }

  AttrId nameOf(OpId op) const { return module_.attribute(op, "name"); }

  TypeId typeOf(OpId op) {
    std::vector<TypeId> inputs, results;
    for (ValueId argument : argumentEdgeOwners(module_, op)) inputs.push_back(module_.type(argument));
    for (std::uint32_t i = 0; i < module_.op(op).resultCount; ++i) results.push_back(module_.type(module_.result(op, i)));
    return c_.function(inputs, results);
  }

  void shardArguments(OpId func, AttrId shardings) {
    if (!shardings) return;
    FuncAttrs arguments(module_, func, FuncAttrs::Of::Arguments);
    auto each = c_.attr(shardings).subs;
    for (std::uint32_t i = 0; i < each.size(); ++i) arguments.set(i, "sdy.sharding", each[i]);
    arguments.store(module_);
  }

  void replaceByCall(OpId op, std::string_view callee) {
    std::vector<ValueId> operands;
    std::vector<TypeId> types;
    for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) operands.push_back(module_.operand(op, i));
    for (std::uint32_t i = 0; i < module_.op(op).resultCount; ++i) types.push_back(module_.type(module_.result(op, i)));
    Operation o = module_.op(op);
    OpId call = module_.create({.kind = OpKind::FuncCall,
                                .attrs = callAttrs(op, callee),
                                .loc = o.loc,
                                .source = o.source,
                                .operands = operands,
                                .results = types});
    module_.insertBefore(op, call);
    std::vector<ValueId> results;
    for (std::uint32_t i = 0; i < o.resultCount; ++i) {
      results.push_back(module_.result(call, i));
      module_.value(results.back()).source = module_.value(module_.result(op, i)).source;
    }
    replaceAndErase(module_, op, results);
    calls_.push_back(call);
  }

  /// What a person added to the computation stays on its call.
  AttrId callAttrs(OpId op, std::string_view callee) {
    AttrId attrs = module_.op(op).attrs, shardings = module_.attribute(op, "out_shardings");
    for (std::string_view own : opInfo(OpKind::SdyNamedComputation).inherent) attrs = c_.with(attrs, own, {});
    attrs = c_.with(c_.with(attrs, kThread, {}), "callee", c_.symbol(callee));
    return shardings ? c_.with(attrs, "sdy.sharding", shardings) : attrs;
  }

  void dissolveEdgeOn(ValueId value) {
    UseId use = module_.value(value).firstUse;
    if (use && module_.op(module_.use(use).owner).kind == OpKind::SdyDataFlowEdge) dissolveEdge(module_, module_.use(use).owner);
  }

  Module& module_;
  Context& c_;
  SymbolNames symbols_;
  std::vector<OpId> computations_, calls_;
};

bool runExportNamedComputations(const PassRun& run) {
  run.setChanged(NamedComputationExport(run.module).run());
  return true;
}

}  // namespace

Pass exportNamedComputationsPass() {
  return {"sdy-export-named-computations",
          "Moves the bodies of named computations into private functions and calls them",
          PassLevel::Module,
          {},
          runExportNamedComputations,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
