#include "engine/plan/calls_around.h"

#include <algorithm>

namespace shardlens {

std::vector<OpId> callsAround(const Plan& plan, OpId imported) {
  const Module& m = *plan.imported;
  std::vector<OpId> calls;
  for (OpId at = m.parentOp(imported); at && at != m.root(); at = m.parentOp(at)) {
    OpId from = m.op(at).kind == OpKind::SdyNamedComputation ? plan.origins->opened(at) : OpId();
    if (from && plan.opened->op(from).kind == OpKind::FuncCall) calls.push_back(from);
  }
  std::ranges::reverse(calls);
  return calls;
}

std::string pathThrough(const Outline& outline, std::span<const OpId> calls, BoxId box) {
  std::string text;
  auto add = [&](BoxId id) {
    std::string path = outline.path(id);
    if (text.empty()) {
      text = std::move(path);
    } else if (auto name = path.find('/'); name != std::string::npos) {
      text += path.substr(name);  // the function is what the call shows
    }
  };
  for (OpId call : calls)
    if (BoxId id = call.value < outline.boxOfOp.size() ? outline.boxOfOp[call.value] : BoxId()) add(id);
  if (box) add(box);
  return text;
}

}  // namespace shardlens
