#include "engine/passes/call_graph.h"

#include <algorithm>

#include "engine/ir/each_op.h"
#include "engine/propagation/func_attrs.h"

namespace shardlens {

std::string_view calleeName(const Module& module, OpId call) {
  AttrId callee = module.attribute(call, "callee");
  return callee ? module.context().attr(callee).text : std::string_view();
}

void setCallee(Module& module, OpId call, std::string_view name) { module.setAttribute(call, "callee", module.context().symbol(name)); }

CallGraph::CallGraph(const Module& module) : module_(module) {
  for (OpId func = module.block(module.entry(module.regionOf(module.root()))).firstOp; func; func = module.op(func).next) {
    if (module.op(func).kind != OpKind::FuncFunc || !module.entry(module.regionOf(func))) continue;
    AttrId name = module.attribute(func, "sym_name");
    byName_.try_emplace(module.context().attr(name).text, nodes_.size());
    nodes_.push_back({func, {}, false});
  }
  // A lone function has nobody to call but itself.
  for (Node& node : nodes_) {
    if (nodes_.size() < 2) break;
    eachOp(module, node.func, [&](OpId op) {
      if (module.op(op).kind == OpKind::FuncCall) node.calls.push_back(op);
    });
    hasCalls_ = hasCalls_ || !node.calls.empty();
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) visit(i);
}

void CallGraph::visit(std::size_t root) {
  struct Open {
    std::size_t node, nextCall;
  };
  std::vector<Open> open;
  auto enter = [&](std::size_t node) {
    if (nodes_[node].visited) return;
    nodes_[node].visited = true;
    open.push_back({node, 0});
  };
  enter(root);
  while (!open.empty()) {
    auto& [node, nextCall] = open.back();
    if (nextCall == nodes_[node].calls.size()) {
      postOrder_.push_back(nodes_[node].func);
      open.pop_back();
      continue;
    }
    auto callee = byName_.find(calleeName(module_, nodes_[node].calls[nextCall++]));
    if (callee != byName_.end()) enter(callee->second);
  }
}

std::size_t CallGraph::nodeOf(OpId func) const { return byName_.at(module_.context().attr(module_.attribute(func, "sym_name")).text); }

const std::vector<OpId>& CallGraph::callsIn(OpId func) const { return nodes_[nodeOf(func)].calls; }

AttrId originalFuncName(const Module& module, OpId func) {
  AttrId original = module.attribute(func, kOriginalFuncName);
  bool named = original && module.context().kind(original) == AttrKind::String;
  return named ? original : module.attribute(func, "sym_name");
}

namespace {

// A function that is being copied, and how far its copy's calls have been followed.
struct OpenCopy {
  AttrId original;
  OpId copy;
  std::vector<OpId> calls;
  std::size_t nextCall = 0;
};

class FunctionCloner {
 public:
  FunctionCloner(Module& module, SymbolNames& symbols) : module_(module), symbols_(symbols) {}

  OpId clone(OpId func) {
    enter(func);
    while (true) {
      OpenCopy& top = open_.back();
      if (top.nextCall < top.calls.size()) {
        OpId callee = symbols_.function(calleeName(module_, top.calls[top.nextCall]));
        if (callee && !isOpen(callee) && symbols_.hasRoom()) {
          enter(callee);
        } else {
          ++top.nextCall;
        }
        continue;
      }
      OpId copy = top.copy;
      open_.pop_back();
      if (open_.empty()) return copy;
      OpenCopy& caller = open_.back();
      setCallee(module_, caller.calls[caller.nextCall++], symbols_.insert(copy));
    }
  }

 private:
  // A function that was copied from one that is being copied is the same: otherwise two that call each other have copies without end.
  [[nodiscard]] bool isOpen(OpId func) const {
    return std::ranges::find(open_, originalFuncName(module_, func), &OpenCopy::original) != open_.end();
  }

  void enter(OpId func) {
    map_.clear();
    OpenCopy open{originalFuncName(module_, func), cloneOp(module_, func, map_), {}};
    module_.setAttribute(open.copy, kOriginalFuncName, open.original);
    eachOp(module_, open.copy, [&](OpId op) {
      if (module_.op(op).kind == OpKind::FuncCall) open.calls.push_back(op);
    });
    open_.push_back(std::move(open));
  }

  Module& module_;
  SymbolNames& symbols_;
  CloneMap map_;
  std::vector<OpenCopy> open_;
};

AttrId shardingsOrOpen(const Module& m, OpId func, FuncAttrs::Of of, const MeshTable& meshes) {
  Context& c = m.context();
  FuncAttrs attrs(m, func, of);
  std::vector<AttrId> shardings;
  AttrId mesh;
  for (std::uint32_t i = 0; i < attrs.size(); ++i) {
    AttrId sharding = attrs.get(i, "sdy.sharding");
    if (sharding && c.kind(sharding) != AttrKind::SdyTensorSharding) sharding = {};
    shardings.push_back(sharding);
    if (mesh || !sharding) continue;
    const Mesh* found = meshes.find(c.attr(sharding).subs[0]);
    if (found && !found->isMaximal()) mesh = c.attr(sharding).subs[0];
  }
  if (!mesh) return {};
  const TypeData& type = c.type(c.attr(m.attribute(func, "function_type")).type);
  std::size_t first = of == FuncAttrs::Of::Arguments ? 0 : static_cast<std::size_t>(type.ints[0]);
  for (std::size_t i = 0; i < shardings.size(); ++i) {
    if (shardings[i]) continue;
    std::int64_t rank = std::max<std::int64_t>(rankOf(c, type.types[first + i]), 0);
    shardings[i] = replicatedSharding(c, static_cast<std::size_t>(rank), mesh, false);
  }
  return encodePerValue(c, shardings);
}

}  // namespace

OpId cloneFunction(Module& module, OpId func, SymbolNames& symbols) { return FunctionCloner(module, symbols).clone(func); }

AttrId funcArgShardings(const Module& module, OpId func, const MeshTable& meshes) {
  return shardingsOrOpen(module, func, FuncAttrs::Of::Arguments, meshes);
}

AttrId funcResultShardings(const Module& module, OpId func, const MeshTable& meshes) {
  return shardingsOrOpen(module, func, FuncAttrs::Of::Results, meshes);
}

}  // namespace shardlens
