#include "engine/coercion/explicit_reshards.h"

#include <algorithm>

#include "engine/coercion/reshard_inserter.h"
#include "engine/propagation/flow.h"
#include "engine/verify/verifier.h"

namespace shardlens {

ReshardInserter::ReshardInserter(Module& module, bool full, Diagnostics& diagnostics)
    : module_(module), full_(full), diagnostics_(diagnostics), book_(module), rules_(module, false), planner_(book_), make_(module) {}

bool ReshardInserter::fail(OpId op, std::string message) { return Verifier(module_, diagnostics_).opError(op, std::move(message)); }

OpId ReshardInserter::functionNamed(AttrId name) {
  if (!name) return {};
  if (functions_.empty()) {
    for (OpId op = module_.block(module_.entry(module_.regionOf(module_.root()))).firstOp; op; op = module_.op(op).next) {
      AttrId own = module_.op(op).kind == OpKind::FuncFunc ? module_.attribute(op, "sym_name") : AttrId();
      if (own) functions_.emplace(module_.context().attr(own).text, op);
    }
  }
  auto found = functions_.find(module_.context().attr(name).text);
  return found == functions_.end() ? OpId() : found->second;
}

bool ReshardInserter::function(OpId func) {
  if (!checkBorders(func)) return false;
  for (std::uint32_t r = 0; r < module_.op(func).regionCount; ++r) {
    if (!region(module_.regionOf(func, r))) return false;
  }
  return functionReturn(func);
}

// Operations inside an operation go before it; what is inserted is not visited.
bool ReshardInserter::region(RegionId id) {
  for (BlockId b = module_.entry(id); b; b = module_.block(b).next) {
    for (OpId op = module_.block(b).firstOp; op;) {
      OpId following = module_.op(op).next;
      for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) {
        if (!region(module_.regionOf(op, r))) return false;
      }
      if (!operation(op)) return false;
      op = following;
    }
  }
  return true;
}

bool ReshardInserter::inFull(OpId op) {
  if (full_) return true;
  // Pieces that are sharded like the whole may be joined as they are.
  if (module_.op(op).kind != OpKind::StablehloConcatenate) return false;
  AttrId whole = book_.of(module_.result(op));
  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    if (book_.of(module_.operand(op, i)) != whole) return true;
  }
  return false;
}

bool ReshardInserter::operation(OpId op) {
  switch (flowClassOf(module_.op(op).kind)) {
    case FlowClass::Terminator:
    case FlowClass::FuncReturn: return true;
    case FlowClass::DataFlow: return dataFlow(op);
    case FlowClass::Call: return call(op);
    default: return plain(op);
  }
}

bool ReshardInserter::plain(OpId op) {
  OpKind kind = module_.op(op).kind;
  bool product = kind == OpKind::StablehloDot || kind == OpKind::StablehloDotGeneral;
  bool full = inFull(op);
  if (!full && !product && !book_.anyUnreduced() && !book_.anyMaximal()) return true;
  if (book_.anyUnreduced()) {
    bool replaced = false;
    if (kind == OpKind::SdyReshard && (!reshardToPartial(op, &replaced) || replaced)) return replaced;
    if (!reduceOperands(op)) return false;
  }
  const Operation o = module_.op(op);
  tensors_.clear();
  for (std::uint32_t i = 0; i < o.operandCount; ++i) tensors_.push_back(book_.behindBarriers(module_.operand(op, i)));
  for (std::uint32_t i = 0; i < o.resultCount; ++i) tensors_.push_back(book_.behindBarriers(module_.result(op, i)));
  auto results = std::span<const AttrId>(tensors_).subspan(o.operandCount);
  if (book_.anyMaximal() && std::ranges::any_of(results, [&](AttrId s) { return book_.maximal(s); })) return singleDevice(op, results);
  bool partial = o.resultCount && !book_.unreduced(book_.of(module_.result(op))).empty();
  if (!full && !product && !partial) return true;
  AttrId rule = rules_.ruleOf(op);
  if (!rule) return true;
  const LayoutPlan& plan = planner_.plan(op, rule, tensors_, full);
  if (!plan.problem.empty()) return fail(op, plan.problem);
  if (!plan.empty()) apply(op, plan);
  return true;
}

void ReshardInserter::apply(OpId op, const LayoutPlan& plan) {
  std::uint32_t operands = module_.op(op).operandCount;
  Place before = Place::beforeOp(module_, op), after = Place::afterOp(module_, op);
  for (const LayoutChange& change : plan.changes) {
    if (change.tensor < operands) {
      ValueId input = module_.operand(op, change.tensor);
      module_.setOperand(module_.operandUse(op, change.tensor), make_.reshard(before, input, change.sharding));
      continue;
    }
    ValueId result = module_.result(op, change.tensor - operands);
    AttrId own = book_.of(result);
    make_.replaceOtherUses(result, make_.reshard(after, result, own ? own : book_.replicatedFor(result, plan.mesh)));
    setSharding(module_, result, change.sharding);
  }
  if (!plan.allReduce.empty()) allReduceResults(op, plan);
}

namespace {

// The sharding without the axes that are summed over: a sum that is spread over them is on none of them yet.
TensorSharding withoutAxes(TensorSharding sharding, const AxisList& summedOver, const Mesh& mesh) {
  for (DimSharding& dim : sharding.dims) cutBefore(dim.axes, summedOver, mesh);
  sharding.replicated = difference(sharding.replicated, summedOver, mesh);
  return sharding;
}

}  // namespace

// The sums are added up right behind the operation, before its results are resharded.
void ReshardInserter::allReduceResults(OpId op, const LayoutPlan& plan) {
  Place place = Place::afterOp(module_, op);
  for (std::uint32_t i = 0; i < module_.op(op).resultCount; ++i) {
    ValueId result = module_.result(op, i);
    AttrId own = book_.of(result);
    AttrId sharding = own ? own : book_.replicatedFor(result, plan.mesh);
    const KnownSharding known = book_[sharding];
    TensorSharding spread = known.mesh ? withoutAxes(known.sharding, plan.allReduce, *known.mesh) : known.sharding;
    AttrId before = spread == known.sharding ? sharding : encodeSharding(module_.context(), spread);
    if (before != sharding) setSharding(module_, result, before);
    ValueId sum = make_.allReduce(place, result, plan.allReduce, spread.reduction, spread.dims == known.sharding.dims ? sharding : before);
    make_.replaceOtherUses(result, sum);
    if (spread.dims != known.sharding.dims) make_.replaceOtherUses(sum, make_.reshard(place, sum, sharding));
  }
}

bool insertExplicitReshards(Module& module, std::span<const OpId> functions, bool full, Diagnostics& diagnostics) {
  ReshardInserter inserter(module, full, diagnostics);
  return std::ranges::all_of(functions, [&](OpId func) { return inserter.function(func); });
}

}  // namespace shardlens
