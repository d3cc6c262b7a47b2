#include <array>
#include <map>
#include <tuple>

#include "engine/ir/each_op.h"
#include "engine/passes/attribute_rewrite.h"
#include "engine/passes/call_graph.h"
#include "engine/passes/passes.h"

namespace shardlens {

namespace {

constexpr std::string_view kManualAxes = "sdy.func_manual_axes";
constexpr std::array<std::string_view, 2> kMarks{kOriginalFuncName, kManualAxes};

constexpr PassOption kUnflattenCallGraphOptions[] = {
    {"dedup-functions-fully", OptionType::Flag, "false",
     "whether copies of a function become one although their arguments and results are sharded differently"},
};

/// Makes one function again of the copies that `sdy-flatten-call-graph` made: of those that came from the same one inside the same manual
/// axes and are sharded alike, the one called first stays. Deduplicating fully, the one called most often stays, however it is sharded.
class CallUnflattener {
 public:
  CallUnflattener(Module& module, bool fully) : module_(module), fully_(fully), meshes_(module), symbols_(module) {}

  bool run() {
    std::vector<OpId> calls;
    eachOp(module_, module_.root(), [&](OpId op) {
      if (module_.op(op).kind == OpKind::FuncCall && calleeOf(op)) calls.push_back(op);
    });
    for (OpId call : calls) chosen_.try_emplace(choiceKey(calleeOf(call)), calleeOf(call));
    if (fully_) countCalls(calls);
    bool changed = false;
    for (OpId call : calls) {
      OpId func = chosen_.at(choiceKey(calleeOf(call)));
      changed |= func != calleeOf(call);
      setCallee(module_, call, symbols_.nameOf(func));
    }
    return removeMarks() || changed;
  }

 private:
  using Key = std::tuple<AttrId, AttrId, AttrId, AttrId>;  ///< origin, manual axes, shardings of arguments and of results

  OpId calleeOf(OpId call) const { return symbols_.function(calleeName(module_, call)); }

  const Key& keyOf(OpId func) {
    auto [known, isNew] = keys_.try_emplace(func);
    if (isNew) {
      known->second = {originalFuncName(module_, func), module_.attribute(func, kManualAxes), funcArgShardings(module_, func, meshes_),
                       funcResultShardings(module_, func, meshes_)};
    }
    return known->second;
  }
  Key choiceKey(OpId func) {
    const Key& key = keyOf(func);
    return fully_ ? Key{std::get<0>(key), std::get<1>(key), {}, {}} : key;
  }

  void countCalls(const std::vector<OpId>& calls) {
    std::map<Key, std::int64_t> counts;
    for (OpId call : calls) {
      OpId func = calleeOf(call);
      OpId& best = chosen_.at(choiceKey(func));
      if (++counts[keyOf(func)] > counts[keyOf(best)]) best = func;
    }
  }

  bool removeMarks() {
    bool changed = false;
    eachOp(module_, module_.root(), [&](OpId op) {
      if (module_.op(op).kind != OpKind::FuncFunc) return;
      AttrId attrs = without(module_.context(), module_.op(op).attrs, kMarks);
      changed |= attrs != module_.op(op).attrs;
      module_.op(op).attrs = attrs;
    });
    return changed;
  }

  Module& module_;
  bool fully_;
  MeshTable meshes_;
  SymbolNames symbols_;
  std::unordered_map<OpId, Key> keys_;
  std::map<Key, OpId> chosen_;
};

bool runUnflattenCallGraph(const PassRun& run) {
  run.setChanged(CallUnflattener(run.module, run.options.flag(kUnflattenCallGraphOptions[0].name)).run());
  return true;
}

}  // namespace

Pass unflattenCallGraphPass() {
  return {"sdy-unflatten-call-graph",
          "Lets calls of equal copies of a function call the same one again",
          PassLevel::Module,
          kUnflattenCallGraphOptions,
          runUnflattenCallGraph,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
