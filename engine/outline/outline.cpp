#include "engine/outline/outline.h"

#include <algorithm>

#include "engine/outline/count_ops.h"

namespace shardlens {

namespace {

constexpr std::string_view kKindNames[] = {"function", "phase", "scope",   "layer", "run", "loop",
                                           "call",     "role",  "pattern", "slice", "op",  "argument"};

}  // namespace

std::string_view boxKindName(BoxKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::span<const BoxId> Outline::childrenOf(BoxId id) const {
  const Box& shown = box(id).body ? box(box(id).body) : box(id);
  return std::span(children).subspan(shown.firstChild, shown.childCount);
}

BoxId Outline::childToward(BoxId outer, BoxId inner) const {
  if (box(outer).body) outer = box(outer).body;
  if (!holds(outer, inner) || inner == outer) return {};
  auto list = childrenOf(outer);
  auto after = std::upper_bound(list.begin(), list.end(), box(inner).first, [&](std::uint32_t at, BoxId b) { return at < box(b).first; });
  return after == list.begin() ? BoxId() : *(after - 1);
}

std::string Outline::path(BoxId id) const {
  std::string text;
  for (BoxId at = id; at; at = box(at).parent) text.insert(0, text.empty() ? box(at).name : box(at).name + "/");
  return text;
}

void Outline::number(const Module& module) {
  std::uint32_t next = 0;
  struct Frame {
    BoxId box;
    std::uint32_t child;
  };
  std::vector<Frame> stack;
  for (BoxId top : functions) {
    if (box(top).parent) continue;  // an uncalled function stands in the root's box of those
    stack.push_back({top, 0});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      Box& at = boxes[frame.box.value];
      if (frame.child == 0) at.first = next++;
      if (frame.child < at.childCount) {
        stack.push_back({children[at.firstChild + frame.child++], 0});
        continue;
      }
      at.last = next;
      stack.pop_back();
    }
  }
  countOps(module, *this);
}

}  // namespace shardlens
