#include <algorithm>

#include "engine/ir/each_op.h"
#include "engine/passes/call_graph.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

bool saysReplicated(const TensorSharding& s) {
  return s.unreduced.empty() && std::ranges::all_of(s.dims, [](const DimSharding& dim) { return dim.axes.empty(); });
}

/// True where both lay data out alike; no sharding is a replicated one.
bool layOutAlike(Context& c, AttrId a, AttrId b) {
  if (a == b) return true;
  TensorSharding left = a ? decodeSharding(c, a) : TensorSharding(), right = b ? decodeSharding(c, b) : TensorSharding();
  if (saysReplicated(left) || saysReplicated(right)) return saysReplicated(left) && saysReplicated(right);
  return left.mesh == right.mesh && left.unreduced == right.unreduced &&
         std::ranges::equal(left.dims, right.dims, {}, &DimSharding::axes, &DimSharding::axes);
}

AttrId fullyClosedLike(Context& c, AttrId sharding) {
  TensorSharding like = decodeSharding(c, sharding);
  return replicatedSharding(c, like.dims.size(), like.mesh, true);
}

/// Makes the results of calls be sharded as their functions return them, with a reshard to what the caller has.
class CallReshards {
 public:
  explicit CallReshards(Module& module) : module_(module), c_(module.context()), meshes_(module), symbols_(module) {}

  bool run() {
    std::vector<OpId> calls;
    eachOp(module_, module_.root(), [&](OpId op) {
      if (module_.op(op).kind == OpKind::FuncCall) calls.push_back(op);
    });
    for (OpId call : calls) visit(call);
    return !calls.empty();
  }

 private:
  void visit(OpId call) {
    OpId func = symbols_.function(calleeName(module_, call));
    std::vector<AttrId> returned = func ? returnedBy(call, func) : std::vector<AttrId>();
    if (returned.size() != module_.op(call).resultCount || returned.empty()) return;
    for (std::uint32_t i = 0; i < returned.size(); ++i) {
      ValueId result = module_.result(call, i);
      AttrId wanted = shardingOf(module_, result);
      if (!layOutAlike(c_, returned[i], wanted)) insert(call, result, wanted ? wanted : fullyClosedLike(c_, returned[i]));
    }
    module_.setAttribute(call, "sdy.sharding", encodePerValue(c_, returned));
  }

  /// A function that says nothing of its results returns them replicated, where the caller expects anything.
  std::vector<AttrId> returnedBy(OpId call, OpId func) {
    auto known = returned_.find(func);
    if (known == returned_.end()) known = returned_.emplace(func, funcResultShardings(module_, func, meshes_)).first;
    AttrId list = known->second;
    bool own = list.valid();
    if (!own) list = module_.attribute(call, "sdy.sharding");
    if (!list || c_.kind(list) != AttrKind::SdyShardingPerValue) return {};
    std::vector<AttrId> shardings(c_.attr(list).subs.begin(), c_.attr(list).subs.end());
    if (!own) std::ranges::transform(shardings, shardings.begin(), [this](AttrId s) { return fullyClosedLike(c_, s); });
    return shardings;
  }

  void insert(OpId call, ValueId result, AttrId sharding) {
    std::vector<UseId> users;
    for (UseId use = module_.value(result).firstUse; use; use = module_.use(use).next) users.push_back(use);
    Operation o = module_.op(call);
    TypeId type = module_.type(result);
    AttrId attrs = c_.with(c_.emptyDict(), "sharding", sharding);
    OpId reshard = module_.create(
        {.kind = OpKind::SdyReshard, .attrs = attrs, .loc = o.loc, .source = o.source, .operands = {&result, 1}, .results = {&type, 1}});
    module_.value(module_.result(reshard)).source = module_.value(result).source;
    module_.insertAfter(call, reshard);
    for (UseId use : users) module_.setOperand(use, module_.result(reshard));
  }

  Module& module_;
  Context& c_;
  MeshTable meshes_;
  SymbolNames symbols_;
  std::unordered_map<OpId, AttrId> returned_;
};

bool runInsertFuncCallReshards(const PassRun& run) {
  run.setChanged(CallReshards(run.module).run());
  return true;
}

}  // namespace

Pass insertFuncCallReshardsPass() {
  return {"sdy-insert-func-call-reshards",
          "Inserts reshards where a call's results are sharded otherwise than its function returns them",
          PassLevel::Module,
          {},
          runInsertFuncCallReshards,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
