#include "app/window/neighbourhood.h"

namespace shardlens::app {

namespace {

template <typename Visit>
void eachNext(const Module& m, ValueId value, FlowSide side, Visit&& visit) {
  if (side == FlowSide::Producers) {
    OpId op = m.definingOp(value);
    for (std::uint32_t i = 0; op && i < m.op(op).operandCount; ++i) visit(m.operand(op, i));
    return;
  }
  for (UseId use = m.value(value).firstUse; use; use = m.use(use).next) {
    OpId op = m.use(use).owner;
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) visit(m.result(op, i));
  }
}

}  // namespace

std::unordered_set<std::uint32_t> neighbourhood(const Snapshot& snapshot, ValueId value, FlowSide side, int depth) {
  const Outline& outline = *snapshot.outline;
  std::unordered_set<std::uint32_t> boxes, seen{value.value};
  std::vector<ValueId> level{value};
  auto light = [&](ValueId v) {
    if (v.value < outline.boxOfValue.size() && outline.boxOfValue[v.value]) boxes.insert(outline.boxOfValue[v.value].value);
  };
  light(value);
  for (int d = 0; d < depth && !level.empty(); ++d) {
    std::vector<ValueId> next;
    for (ValueId at : level)
      eachNext(*snapshot.module, at, side, [&](ValueId v) {
        if (!seen.insert(v.value).second) return;
        light(v);
        next.push_back(v);
      });
    level = std::move(next);
  }
  return boxes;
}

QString searchName(const Snapshot& snapshot, ValueId value) {
  std::string_view plain = nameInText(*snapshot.module, value);
  if (plain.empty()) return {};
  std::string name("%");
  name += plain;
  if (findValue(*snapshot.module, *snapshot.outline, name) == value) return QString::fromStdString(name);
  const Outline& outline = *snapshot.outline;
  BoxId box = value.value < outline.boxOfValue.size() ? outline.boxOfValue[value.value] : BoxId();
  while (box && outline.box(box).kind != BoxKind::Function) box = outline.box(box).parent;
  if (!box) return {};
  name = outline.box(box).name + "/" + name;
  return findValue(*snapshot.module, outline, name) == value ? QString::fromStdString(name) : QString();
}

}  // namespace shardlens::app
