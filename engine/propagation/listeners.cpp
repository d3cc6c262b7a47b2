#include "engine/propagation/listeners.h"

#include <algorithm>

namespace shardlens {

Listeners::List Listeners::make(ValueId value, const Liveness* live) {
  if (entries_.empty()) entries_.push_back(0);  // no list ends at 0
  met_.clear();
  throughCalls_ = false;
  List list;
  list.first = static_cast<std::uint32_t>(entries_.size());
  OpId def = m_.definingOp(value);
  if (def && m_.op(def).kind == OpKind::SdyDataFlowEdge) {
    flow_.edgeTargets(def, targets_);
    for (ValueId target : targets_) addUsers(target, live);
  }
  add(def ? def : m_.region(m_.block(m_.owningBlock(value)).region).op);
  addUsers(value, live);
  list.end = static_cast<std::uint32_t>(entries_.size()) & ~kIfThere;
  list.throughCalls = throughCalls_;
  if (!live) lists_[value.value] = list;
  return list;
}

void Listeners::add(OpId op) {
  std::uint32_t place = op ? schedule_.place(op) : Schedule::kNowhere;
  if (place != Schedule::kNowhere) entries_.push_back(place);
}

bool Listeners::meet(ValueId value) {
  if (std::find(met_.begin(), met_.end(), value) != met_.end()) return false;
  met_.push_back(value);
  return true;
}

void Listeners::addUsers(ValueId value, const Liveness* live) {
  for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
    OpId user = m_.use(use).owner;
    FlowClass flow = flowClassOf(m_.op(user).kind);
    bool end = flow == FlowClass::Terminator || flow == FlowClass::FuncReturn;
    OpId edge = end || flow == FlowClass::DataFlow ? flow_.edgeOfSource(use) : OpId();
    if (edge) {
      entries_.push_back(schedule_.place(user) | kIfThere);
      entries_.push_back(schedule_.place(edge));
    } else if (end) {
      addTerminator(use, live);
    } else if (flow == FlowClass::Call) {
      throughCalls_ = true;
      OpId func = live && live->erased(user) ? OpId() : flow_.callee(user);
      BlockId body = func ? flow_.body(func) : BlockId();
      std::uint32_t index = m_.operandNumber(use);
      if (body && index < m_.block(body).argCount && meet(m_.arg(body, index))) addUsers(m_.arg(body, index), live);
    } else {
      add(user);
    }
  }
}

// What a called function returns flows to its calls' users; other terminators concern what they end.
void Listeners::addTerminator(UseId use, const Liveness* live) {
  OpId end = m_.use(use).owner;
  OpId func = m_.op(end).kind == OpKind::FuncReturn ? flow_.enclosingFunc(end) : OpId();
  if (!func || !flow_.hasUsers(func)) return add(m_.parentOp(end));
  throughCalls_ = true;
  std::uint32_t index = m_.operandNumber(use);
  for (OpId call : flow_.callers(func)) {
    if (index < m_.op(call).resultCount && meet(m_.result(call, index))) addUsers(m_.result(call, index), live);
  }
}

}  // namespace shardlens
