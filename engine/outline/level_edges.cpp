#include <algorithm>
#include <unordered_map>

#include "engine/outline/outline.h"

namespace shardlens {

namespace {

/// Collects the dataflow of one level. Every use by an operation inside is met at its user, every use outside at its definition.
class LevelReader {
 public:
  LevelReader(const Module& module, const Outline& outline, BoxId box) : module_(module), outline_(outline) {
    level_ = outline.box(box).body ? outline.box(box).body : box;
  }

  LevelEdges read() {
    visit(level_, {});
    std::sort(out_.edges.begin(), out_.edges.end(),
              [](const BoxEdge& a, const BoxEdge& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
    std::sort(out_.border.begin(), out_.border.end(), [](const BorderEdge& a, const BorderEdge& b) {
      return std::tie(a.inside, a.incoming, a.outside) < std::tie(b.inside, b.incoming, b.outside);
    });
    return std::move(out_);
  }

 private:
  void visit(BoxId at, BoxId child) {
    const Box& box = outline_.box(at);
    if (box.op && box.kind != BoxKind::Function) {
      if (child) visitOp(box, child);
    } else if (box.value) {
      consumers(box.value, child);
    }
    for (std::uint32_t i = 0; i < box.childCount; ++i) {
      BoxId next = outline_.children[box.firstChild + i];
      visit(next, child ? child : next);
    }
  }

  void visitOp(const Box& box, BoxId child) {
    if (box.kind == BoxKind::Loop) {
      operands(box.op, child);
    } else {
      walk(module_, box.op, [&](OpId op) { operands(op, child); });
    }
    for (std::uint32_t r = 0; r < module_.op(box.op).resultCount; ++r) consumers(module_.result(box.op, r), child);
  }

  void operands(OpId op, BoxId child) {
    for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
      ValueId value = module_.operand(op, i);
      BoxId leaf = value.value < outline_.boxOfValue.size() ? outline_.boxOfValue[value.value] : BoxId();
      if (!leaf) continue;
      if (BoxId from = outline_.childToward(level_, leaf)) {
        if (from != child) addEdge(from, child, value);
      } else if (!outline_.holds(leaf, level_)) {
        addBorder(child, leaf, true, value);
      }
    }
  }

  void consumers(ValueId value, BoxId child) {
    for (UseId use = module_.value(value).firstUse; use; use = module_.use(use).next) {
      OpId owner = module_.use(use).owner;
      BoxId leaf = owner.value < outline_.boxOfOp.size() ? outline_.boxOfOp[owner.value] : BoxId();
      if (leaf && !outline_.holds(level_, leaf) && !outline_.holds(leaf, level_)) addBorder(child, leaf, false, value);
    }
  }

  void addEdge(BoxId from, BoxId to, ValueId value) {
    std::uint64_t key = std::uint64_t{from.value} << 32 | to.value;
    auto [it, fresh] = edgeAt_.try_emplace(key, out_.edges.size());
    if (fresh) out_.edges.push_back({from, to, 0, value});
    ++out_.edges[it->second].count;
  }

  void addBorder(BoxId inside, BoxId leaf, bool incoming, ValueId value) {
    BoxId outside = outsideBox(leaf);
    std::uint64_t key = std::uint64_t{inside.value} << 33 | std::uint64_t{outside.value} << 1 | (incoming ? 1 : 0);
    auto [it, fresh] = borderAt_.try_emplace(key, out_.border.size());
    if (fresh) out_.border.push_back({inside, outside, incoming, 0, value});
    ++out_.border[it->second].count;
  }

  BoxId outsideBox(BoxId leaf) const {
    for (BoxId up = outline_.box(level_).parent; up; up = outline_.box(up).parent)
      if (BoxId child = outline_.childToward(up, leaf)) return child;
    return leaf;
  }

  const Module& module_;
  const Outline& outline_;
  BoxId level_;
  LevelEdges out_;
  std::unordered_map<std::uint64_t, std::size_t> edgeAt_, borderAt_;
};

}  // namespace

LevelEdges levelEdges(const Module& module, const Outline& outline, BoxId box) { return LevelReader(module, outline, box).read(); }

}  // namespace shardlens
