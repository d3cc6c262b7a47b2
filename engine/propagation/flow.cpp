#include "engine/propagation/flow.h"

#include "engine/sharding/owner.h"

namespace shardlens {

namespace {

FlowClass classify(OpKind kind) {
  switch (kind) {
    case OpKind::FuncReturn: return FlowClass::FuncReturn;
    case OpKind::FuncCall: return FlowClass::Call;
    case OpKind::SdyDataFlowEdge: return FlowClass::Edge;
    case OpKind::SdyFuncDataFlowEdge: return FlowClass::FuncEdge;
    case OpKind::SdyPropagationBarrier: return FlowClass::Barrier;
    case OpKind::StablehloWhile:
    case OpKind::StablehloCase:
    case OpKind::StablehloIf:
    case OpKind::StablehloOptimizationBarrier:
    case OpKind::SdyManualComputation:
    case OpKind::SdyNamedComputation: return FlowClass::DataFlow;
    default: return kind != OpKind::Unknown && hasTrait(kind, kTerminator) ? FlowClass::Terminator : FlowClass::Plain;
  }
}

FlowClasses classifyAll() {
  FlowClasses all{};
  for (std::size_t kind = 0; kind <= kOpKinds; ++kind) all[kind] = classify(static_cast<OpKind>(kind));
  return all;
}

}  // namespace

const FlowClasses& flowClasses() {
  static const FlowClasses all = classifyAll();
  return all;
}

Flow::Flow(const Module& module) : module_(module) {
  collect();
  collectCalls();
}

void Flow::collect() {
  order_.reserve(module_.opCount());
  parents_.resize(module_.opCount());
  collectRegions(module_.root());
  for (OpId op : order_) {
    if (module_.op(op).kind == OpKind::FuncFunc && parents_[op.value] == module_.root()) functions_.push_back(op);
  }
  slots_.resize(module_.valueCount());
  for (std::uint32_t v = 0; v < slots_.size(); ++v) {
    // Most values are results of plain operations and carry their own.
    OpId def = module_.definingOp(ValueId(v));
    bool own = def && flowClassOf(module_.op(def).kind) != FlowClass::DataFlow;
    slots_[v] = own ? ValueId(v) : shardableValue(module_, ValueId(v));
  }
  collectTensors();
}

void Flow::collectRegions(OpId op) {
  for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) {
    for (BlockId b = module_.entry(module_.regionOf(op, r)); b; b = module_.block(b).next) {
      for (OpId inner = module_.block(b).firstOp; inner; inner = module_.op(inner).next) {
        order_.push_back(inner);
        parents_[inner.value] = op;
        if (module_.op(inner).regionCount) collectRegions(inner);
      }
    }
  }
}

void Flow::collectTensors() {
  firstTensor_.assign(module_.opCount() + 1, 0);
  tensors_.reserve(module_.useCount() + module_.valueCount());
  uses_.assign(module_.valueCount(), 0);
  for (std::uint32_t o = 0; o < module_.opCount(); ++o) {
    const Operation& op = module_.op(OpId(o));
    firstTensor_[o] = static_cast<std::uint32_t>(tensors_.size());
    bool linked = op.block.valid();
    for (std::uint32_t i = 0; i < op.operandCount; ++i) {
      ValueId operand = module_.operand(OpId(o), i);
      tensors_.push_back(operand ? slots_[operand.value] : ValueId());
      if (operand && linked) ++uses_[operand.value];
    }
    for (std::uint32_t i = 0; i < op.resultCount; ++i) tensors_.push_back(slots_[op.firstResult.value + i]);
  }
  firstTensor_[module_.opCount()] = static_cast<std::uint32_t>(tensors_.size());
}

OpId Flow::edgeOn(ValueId owner) const {
  UseId use = owner ? module_.value(owner).firstUse : UseId();
  if (!use || module_.use(use).next) return {};
  OpId user = module_.use(use).owner;
  return module_.op(user).kind == OpKind::SdyDataFlowEdge ? user : OpId();
}

OpId Flow::edgeOwnerOp(OpId edge) const {
  ValueId input = module_.operand(edge, 0);
  OpId op = ownerOf(module_, input);
  return op && flowClassOf(module_.op(op).kind) == FlowClass::DataFlow ? op : OpId();
}

namespace {

// Operand `index` of the terminator of region `region` of `op`; invalid where it has none.
ValueId returned(const Module& m, OpId op, std::uint32_t region, std::uint32_t index) {
  if (region >= m.op(op).regionCount) return {};
  BlockId block = m.entry(m.regionOf(op, region));
  OpId end = block ? m.terminator(block) : OpId();
  return end && index < m.op(end).operandCount ? m.operand(end, index) : ValueId();
}

void addIfValid(std::vector<ValueId>& values, ValueId value) {
  if (value) values.push_back(value);
}

}  // namespace

void Flow::edgeSources(OpId edge, std::vector<ValueId>& sources) const {
  sources.clear();
  OpId op = edgeOwnerOp(edge);
  if (!op) return;
  ValueId owner = module_.operand(edge, 0);
  std::uint32_t index = module_.indexOf(owner);
  auto operand = [&] { return index < module_.op(op).operandCount ? module_.operand(op, index) : ValueId(); };
  switch (module_.op(op).kind) {
    case OpKind::StablehloCase:
    case OpKind::StablehloIf:
      for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) addIfValid(sources, returned(module_, op, r, index));
      break;
    case OpKind::StablehloWhile:
      addIfValid(sources, operand());
      addIfValid(sources, returned(module_, op, 1, index));
      break;
    case OpKind::StablehloOptimizationBarrier: addIfValid(sources, operand()); break;
    default: addIfValid(sources, module_.isArgument(owner) ? operand() : returned(module_, op, 0, index)); break;
  }
}

void Flow::edgeTargets(OpId edge, std::vector<ValueId>& targets) const {
  targets.clear();
  OpId op = edgeOwnerOp(edge);
  if (!op || module_.op(op).kind != OpKind::StablehloWhile) return;
  std::uint32_t index = module_.indexOf(module_.operand(edge, 0));
  for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) {
    BlockId block = module_.entry(module_.regionOf(op, r));
    if (block && index < module_.block(block).argCount) targets.push_back(module_.arg(block, index));
  }
}

OpId Flow::edgeOfSource(UseId use) const {
  OpId user = module_.use(use).owner;
  FlowClass flow = flowClassOf(module_.op(user).kind);
  bool end = flow == FlowClass::Terminator || flow == FlowClass::FuncReturn;
  OpId op = end ? module_.parentOp(user) : user;
  if (!op || flowClassOf(module_.op(op).kind) != FlowClass::DataFlow) return {};
  OpKind kind = module_.op(op).kind;
  std::uint32_t index = module_.operandNumber(use);
  // An operand of a manual or named computation leads to the operation, not to the edge of its argument, as in the reference.
  if (!end && (kind == OpKind::SdyManualComputation || kind == OpKind::SdyNamedComputation)) return edgeOn(module_.operand(op, index));
  return index < module_.op(op).resultCount ? edgeOn(module_.result(op, index)) : OpId();
}

}  // namespace shardlens
