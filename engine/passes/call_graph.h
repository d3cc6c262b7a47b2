#pragma once

#include <string_view>
#include <vector>

#include "engine/ir/clone.h"
#include "engine/passes/symbol_names.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

inline constexpr std::string_view kOriginalFuncName = "sdy.original_func_name";

/// Functions with a body and the calls between them.
class CallGraph {
 public:
  explicit CallGraph(const Module& module);
  /// Callees before their callers; otherwise in the module's order. In a cycle the function that is met first comes last.
  [[nodiscard]] const std::vector<OpId>& postOrder() const { return postOrder_; }
  /// Callers before their callees: the post-order backwards.
  [[nodiscard]] std::vector<OpId> preOrder() const { return {postOrder_.rbegin(), postOrder_.rend()}; }
  /// Calls of other functions anywhere inside `func`, in the order of the text.
  [[nodiscard]] const std::vector<OpId>& callsIn(OpId func) const;
  [[nodiscard]] bool hasCalls() const { return hasCalls_; }

 private:
  struct Node {
    OpId func;
    std::vector<OpId> calls;
    bool visited = false;
  };
  void visit(std::size_t node);
  [[nodiscard]] std::size_t nodeOf(OpId func) const;

  const Module& module_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string_view, std::size_t> byName_;
  std::vector<OpId> postOrder_;
  bool hasCalls_ = false;
};

/// Name of the function that `call` calls.
std::string_view calleeName(const Module& module, OpId call);
void setCallee(Module& module, OpId call, std::string_view name);

/// `sdy.original_func_name` of a copied function, otherwise its name (a String attribute).
AttrId originalFuncName(const Module& module, OpId func);

/// A copy of `func` that is in no block yet, with copies of all that it calls, which are in `symbols` already; calls of a function that
/// is being copied stay as they are, and all do once `symbols` has no room.
OpId cloneFunction(Module& module, OpId func, SymbolNames& symbols);

/// Shardings of a function's arguments or results (SdyShardingPerValue), open ones where some have none; invalid where none has a sharding
/// on a mesh of more than one chip.
AttrId funcArgShardings(const Module& module, OpId func, const MeshTable& meshes);
AttrId funcResultShardings(const Module& module, OpId func, const MeshTable& meshes);

}  // namespace shardlens
