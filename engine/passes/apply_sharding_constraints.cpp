#include <unordered_map>

#include "engine/passes/block_order.h"
#include "engine/passes/insert_ops.h"
#include "engine/passes/passes.h"
#include "engine/passes/propagate_options.h"
#include "engine/propagation/debug_attributes.h"
#include "engine/propagation/func_attrs.h"
#include "engine/sharding/closed.h"

namespace shardlens {

namespace {

constexpr PassOption kApplyConstraintsOptions[] = {kOriginsOption, kEdgesOption};
constexpr std::string_view kRule = "sdy.sharding_rule", kAnySharding = "sdy.sharding";

bool isConstraint(OpKind kind) { return kind == OpKind::SdyShardingConstraint || kind == OpKind::SdyManualComputation; }

class ConstraintApplier {
 public:
  ConstraintApplier(Module& module, const PropagationOptions& options)
      : m_(module), c_(module.context()), order_(module), rules_(module, false), debug_(module, options) {}

  /// True where there are constraints or manual computations.
  bool run() {
    visitRegions(m_.root());
    for (auto& [func, attrs] : functions_) attrs.store(m_);
    debug_.write(m_);
    return any_;
  }

 private:
  // Operations in a region come before the one that has it.
  void visitRegions(OpId op) {
    for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) {
      for (BlockId b = m_.entry(m_.regionOf(op, r)); b; b = m_.block(b).next) {
        for (OpId o = m_.block(b).firstOp; o;) {
          OpId following = m_.op(o).next;
          if (m_.op(o).regionCount) visitRegions(o);
          if (m_.op(o).kind == OpKind::SdyShardingConstraint) visitConstraint(o);
          if (m_.op(o).kind == OpKind::SdyManualComputation) visitComputation(o);
          o = following;
        }
      }
    }
  }

  void visitConstraint(OpId op) {
    any_ = true;
    if (OpId tail = tailOfChain(op)) useTail(op, tail);
    ValueId input = m_.operand(op, 0);
    AttrId sharding = m_.attribute(op, "sharding");
    if (!sharding || !shouldApply(input, sharding)) return;
    if (!isEdgeTarget(input)) {
      applyTo(op, input, sharding);
      return;
    }
    moveBehind(op, input);
    standBetween(op, input, sharding);
  }

  void visitComputation(OpId op) {
    any_ = true;
    for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
      ValueId input = m_.operand(op, i);
      AttrId sharding = borderSharding(op, i);
      if (!sharding || !shouldApply(input, sharding)) continue;
      if (!isEdgeTarget(input)) {
        setShardingOf(input, sharding);
        continue;
      }
      OpId constraint =
          createBehind(m_, OpKind::SdyShardingConstraint, input, c_.with(c_.emptyDict(), "sharding", sharding), m_.location(op));
      order_.moved(constraint);
      standBetween(constraint, input, sharding);
    }
  }

  /// The last of at least two constraints that follow on `head`, where nothing else constrains what they constrain; invalid where there
  /// is no such chain.
  [[nodiscard]] OpId tailOfChain(OpId head) const {
    OpId tail = nextInChain(head);
    if (!tail) return {};
    ValueId input = m_.operand(head, 0);
    OpId def = m_.definingOp(input);
    if ((def && m_.op(def).kind == OpKind::SdyShardingConstraint) || shardingHere(input) || isConstrained(input, head)) return {};
    while (OpId next = nextInChain(tail)) tail = next;
    return isConstrained(m_.result(tail), {}) ? OpId() : tail;
  }

  [[nodiscard]] OpId nextInChain(OpId op) const {
    UseId use = m_.value(m_.result(op)).firstUse;
    if (!use || m_.use(use).next) return {};
    OpId user = m_.use(use).owner;
    return m_.op(user).kind == OpKind::SdyShardingConstraint ? user : OpId();
  }

  [[nodiscard]] bool isConstrained(ValueId value, OpId except) const {
    for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
      OpId user = m_.use(use).owner;
      if (user != except && isConstraint(m_.op(user).kind)) return true;
    }
    return false;
  }

  // The result of a chain of constraints stands for what it constrains wherever that is used further down.
  void useTail(OpId head, OpId tail) {
    for (UseId use = m_.value(m_.operand(head, 0)).firstUse; use;) {
      UseId following = m_.use(use).next;
      OpId user = m_.use(use).owner;
      bool below = user != head && m_.op(user).kind != OpKind::FuncReturn && m_.op(user).block == m_.op(tail).block;
      if (below && order_.isBefore(tail, user)) m_.setOperand(use, m_.result(tail));
      use = following;
    }
  }

  [[nodiscard]] bool shouldApply(ValueId input, AttrId sharding) const {
    if (!shardableValue(m_, input) || shardingHere(input) || !isFullyClosed(c_, sharding)) return false;
    for (UseId use = m_.value(input).firstUse; use; use = m_.use(use).next) {
      OpId user = m_.use(use).owner;
      OpKind kind = m_.op(user).kind;
      if (kind == OpKind::SdyShardingConstraint && m_.attribute(user, "sharding") != sharding) return false;
      if (kind == OpKind::SdyManualComputation && borderSharding(user, m_.operandNumber(use)) != sharding) return false;
    }
    return true;
  }

  [[nodiscard]] AttrId borderSharding(OpId computation, std::uint32_t index) const {
    AttrId list = m_.attribute(computation, "in_shardings");
    return list && index < c_.attr(list).subs.size() ? c_.attr(list).subs[index] : AttrId();
  }

  /// True where other values share the sharding of `value` through a data-flow edge.
  [[nodiscard]] bool isEdgeTarget(ValueId value) const {
    ValueId slot = shardableValue(m_, value);
    OpId def = slot ? m_.definingOp(slot) : OpId();
    return def && m_.op(def).kind == OpKind::SdyDataFlowEdge;
  }

  void applyTo(OpId constraint, ValueId input, AttrId sharding) {
    if (AttrId rule = rules_.ruleOf(constraint)) {
      m_.setAttribute(constraint, kRule, rule);
      debug_.addConstraint(m_, constraint, sharding);
    }
    setShardingOf(input, sharding);
  }

  void moveBehind(OpId op, ValueId value) {
    OpId def = m_.definingOp(value);
    OpId first = def ? OpId() : m_.block(m_.owningBlock(value)).firstOp;
    if (first == op) return;
    m_.unlink(op);
    if (def) {
      m_.insertAfter(def, op);
    } else {
      m_.insertBefore(first, op);
    }
    order_.moved(op);
  }

  // All other users of `input` see it through the constraint. Unreduced axes do not spread, so they are said of the value itself.
  void standBetween(OpId constraint, ValueId input, AttrId sharding) {
    replaceUsesExcept(m_, input, constraint);
    TensorSharding wanted = decodeSharding(c_, sharding);
    if (wanted.unreduced.empty()) return;
    AttrId now = shardingHere(input);
    auto rank = static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c_, m_.type(input)), 0));
    TensorSharding own = decodeSharding(c_, now ? now : replicatedSharding(c_, rank, wanted.mesh, false));
    own.unreduced = std::move(wanted.unreduced);
    own.reduction = wanted.reduction;
    setShardingOf(input, encodeSharding(c_, own));
  }

  // Functions with thousands of arguments keep their shardings in one list: it is taken apart and put together once.
  [[nodiscard]] OpId functionOf(ValueId value) const {
    if (!m_.isArgument(value)) return {};
    OpId op = m_.region(m_.block(m_.owningBlock(value)).region).op;
    return m_.op(op).kind == OpKind::FuncFunc ? op : OpId();
  }

  [[nodiscard]] AttrId shardingHere(ValueId value) const {
    auto known = functions_.find(functionOf(value));
    return known == functions_.end() ? shardingOf(m_, value) : known->second.get(m_.indexOf(value), kAnySharding);
  }

  void setShardingOf(ValueId value, AttrId sharding) {
    if (OpId func = functionOf(value)) {
      auto [attrs, fresh] = functions_.try_emplace(func, m_, func, FuncAttrs::Of::Arguments);
      attrs->second.set(m_.indexOf(value), kAnySharding, sharding);
    } else {
      setSharding(m_, value, sharding);
    }
  }

  Module& m_;
  Context& c_;
  bool any_ = false;
  BlockOrder order_;
  RuleBook rules_;
  DebugAttributes debug_;
  std::unordered_map<OpId, FuncAttrs> functions_;  ///< whose arguments got shardings
};

bool runApplyConstraints(const PassRun& run) {
  PropagationOptions options;
  if (!readPropagationOptions(run, options)) return false;
  bool any = ConstraintApplier(run.module, options).run();
  run.setChanged(any || options.debugShardingOrigins || options.debugPropagationEdges);
  return true;
}

}  // namespace

Pass applyShardingConstraintsPass() {
  return {"sdy-apply-sharding-constraints",
          "Gives the input of a closed constraint its sharding, and later users of a constrained value the result of the last constraint",
          PassLevel::Module,
          kApplyConstraintsOptions,
          runApplyConstraints,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
