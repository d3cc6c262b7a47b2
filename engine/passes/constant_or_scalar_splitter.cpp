#include <array>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/ir/each_op.h"
#include "engine/passes/call_graph.h"
#include "engine/passes/passes.h"
#include "engine/propagation/priorities.h"

namespace shardlens {

namespace {

// What an operation is to this pass.
enum class Sort : std::uint8_t {
  Other,
  Constant,    // constant or iota
  Preserving,  // constant where its operands are
  Asks,        // preserving where its operand and result have the same shape
  Call,
  Named,
  Group,
  Function,
};

Sort sortOf(OpKind kind) {
  switch (kind) {
    case OpKind::SdyConstant:
    case OpKind::StablehloIota: return Sort::Constant;
    case OpKind::FuncCall: return Sort::Call;
    case OpKind::SdyNamedComputation: return Sort::Named;
    case OpKind::SdyShardingGroup: return Sort::Group;
    case OpKind::FuncFunc: return Sort::Function;
    case OpKind::StablehloBroadcastInDim:
    case OpKind::StablehloReshape:
    case OpKind::StablehloSlice: return Sort::Preserving;
    case OpKind::StablehloBitcastConvert:
    case OpKind::SdyPropagationBarrier:
    case OpKind::SdyReshard:
    case OpKind::SdyShardingConstraint: return kind != OpKind::Unknown && hasTrait(kind, kPure) ? Sort::Asks : Sort::Other;
    default: return kind != OpKind::Unknown && hasTrait(kind, kPure) && hasTrait(kind, kElementwise) ? Sort::Preserving : Sort::Other;
  }
}

const std::array<Sort, kOpKinds + 1>& sorts() {
  static const std::array<Sort, kOpKinds + 1> all = [] {
    std::array<Sort, kOpKinds + 1> made{};
    for (std::size_t kind = 0; kind <= kOpKinds; ++kind) made[kind] = sortOf(static_cast<OpKind>(kind));
    return made;
  }();
  return all;
}

using Names = std::unordered_set<std::string_view>;

// Every user of a constant sub-computation (a constant or iota with what is computed from nothing else) and of a broadcast scalar gets a
// copy of its own, which lies before the original; then the originals go. A sub-computation that has one use only, and nothing in it that
// another uses, would be replaced by its copy at the same place: it is left where it is. So the last user of each keeps the original.
class ConstantSplitter {
 public:
  explicit ConstantSplitter(Module& module) : m_(module), c_(module.context()), sorts_(sorts()), marks_(module.opCount(), kNone) {}

  void run() {
    bool named = turnConstants();
    CallGraph graph(m_);
    if (graph.hasCalls()) symbols_ = std::make_unique<SymbolNames>(m_);
    tracksNames_ = named || graph.hasCalls();
    for (OpId func : graph.postOrder()) {
      func_ = func;
      if (named) walkNamed(func);
      walkRegionOf(func, {});
    }
  }

 private:
  enum Mark : std::uint8_t { kNone, kConstant, kMovable, kExpansion };

  /// sdy.constant, unlike stablehlo.constant, is never merged with its equals. True where there are named computations.
  bool turnConstants() {
    bool named = false;
    eachOp(m_, m_.root(), [&](OpId op) {
      OpKind& kind = m_.op(op).kind;
      if (kind == OpKind::StablehloConstant) kind = OpKind::SdyConstant;
      named = named || kind == OpKind::SdyNamedComputation;
      groups_ = groups_ || kind == OpKind::SdyShardingGroup;
    });
    return named;
  }

  // The innermost first.
  void walkNamed(OpId op) {
    for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) {
      for (BlockId b = m_.entry(m_.regionOf(op, r)); b; b = m_.block(b).next) {
        for (OpId o = m_.block(b).firstOp; o; o = m_.op(o).next) {
          if (!m_.op(o).regionCount) continue;
          walkNamed(o);
          if (m_.op(o).kind == OpKind::SdyNamedComputation) walkRegionOf(o, o);
        }
      }
    }
  }

  void walkRegionOf(OpId op, OpId named) {
    constants_.clear();
    expansions_.clear();
    visitRegions(op, named);
    for (OpId expansion : expansions_) eraseUnused(expansion);
    for (std::size_t i = constants_.size(); i-- > 0;) eraseUnused(constants_[i]);
  }

  void visitRegions(OpId op, OpId named) {
    for (std::uint32_t r = 0; r < m_.op(op).regionCount; ++r) {
      for (BlockId b = m_.entry(m_.regionOf(op, r)); b; b = m_.block(b).next) {
        for (OpId o = m_.block(b).firstOp; o; o = m_.op(o).next) {
          visit(o, named);
          if (m_.op(o).regionCount && m_.op(o).kind != OpKind::SdyNamedComputation) visitRegions(o, named);
        }
      }
    }
  }

  void visit(OpId op, OpId named) {
    Sort sort = sorts_[static_cast<std::size_t>(m_.op(op).kind)];
    if (sort == Sort::Group || sort == Sort::Function) return;
    bool preserving = sort == Sort::Constant || preserves(op, sort);
    if (sort == Sort::Constant || (preserving && operandsAreConstant(op))) {
      marks_[op.value] = movable(op, sort) ? kMovable : kConstant;
      constants_.push_back(op);
      return;
    }
    if (tracksNames_ && !preserving && !hasTrait(m_.op(op).kind, kTerminator)) noteNotConstant(named);
    if (m_.op(op).kind == OpKind::StablehloBroadcastInDim && isScalar(m_.operand(op, 0))) {
      marks_[op.value] = kExpansion;
      expansions_.push_back(op);
      return;
    }
    splitOperands(op);
  }

  [[nodiscard]] bool preserves(OpId op, Sort sort) const {
    switch (sort) {
      case Sort::Preserving: return true;
      case Sort::Asks: return isElementwise(m_, op);
      case Sort::Named: return !notConstantNamed_.contains(text(m_.attribute(op, "name")));
      case Sort::Call: {
        OpId func = symbols_ ? symbols_->function(calleeName(m_, op)) : OpId();
        return func && !notConstantFuncs_.contains(text(originalFuncName(m_, func)));
      }
      default: return false;
    }
  }

  [[nodiscard]] bool operandsAreConstant(OpId op) const {
    for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
      OpId def = m_.definingOp(m_.operand(op, i));
      if (!def || !isConstant(def)) return false;
    }
    return true;
  }

  /// True where nothing else uses what `op` is computed from, scalars aside.
  [[nodiscard]] bool movable(OpId op, Sort sort) const {
    if (sort == Sort::Call || sort == Sort::Named || m_.op(op).resultCount != 1) return false;
    for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
      ValueId operand = m_.operand(op, i);
      if (!isScalar(operand) && (marks_[m_.definingOp(operand).value] != kMovable || !hasOneUse(operand))) return false;
    }
    return true;
  }

  void noteNotConstant(OpId named) {
    if (named) notConstantNamed_.insert(text(m_.attribute(named, "name")));
    notConstantFuncs_.insert(text(originalFuncName(m_, func_)));
  }

  void splitOperands(OpId op) {
    for (std::uint32_t i = 0; i < m_.op(op).operandCount; ++i) {
      ValueId operand = m_.operand(op, i);
      OpId def = m_.definingOp(operand);
      if (!def || (!isConstant(def) && markOf(def) != kExpansion) || isScalar(operand)) continue;
      if (markOf(def) != kConstant && hasOneUse(operand)) continue;
      m_.setOperand(m_.operandUse(op, i), copy(operand));
    }
  }

  // A value that is to be copied, and how many of its operands have been.
  struct Open {
    ValueId value;
    std::uint32_t nextOperand;
  };

  /// A copy of all that `root` is computed from.
  ValueId copy(ValueId root) {
    map_.clear();
    std::vector<Open>& open = open_;
    open.assign(1, {root, 0});
    while (!open.empty()) {
      auto [value, next] = open.back();
      OpId op = m_.definingOp(value);
      if (!op || isScalar(value) || map_.has(value)) {
        open.pop_back();
      } else if (next < m_.op(op).operandCount) {
        open.back().nextOperand = next + 1;
        open.push_back({m_.operand(op, next), 0});
      } else {
        copyOne(op, value);
        open.pop_back();
      }
    }
    return map_.get(root);
  }

  void copyOne(OpId op, ValueId value) {
    OpId copy = cloneOp(m_, op, map_);
    m_.insertBefore(op, copy);
    if (m_.op(copy).kind == OpKind::FuncCall && symbols_) {
      OpId callee = symbols_->function(calleeName(m_, copy));
      if (callee) setCallee(m_, copy, symbols_->insert(cloneFunction(m_, callee, *symbols_)));
    }
    // A constant may have a use a layer and a copy a layer: its uses are not looked through for nothing.
    if (!groups_) return;
    for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
      OpId user = m_.use(use).owner;
      if (m_.op(user).kind == OpKind::SdyShardingGroup) m_.insertBefore(op, cloneOp(m_, user, map_));
    }
  }

  void eraseUnused(OpId op) {
    for (std::uint32_t r = 0; r < m_.op(op).resultCount; ++r) {
      for (UseId use = m_.value(m_.result(op, r)).firstUse; use; use = m_.use(use).next) {
        if (m_.op(m_.use(use).owner).kind != OpKind::SdyShardingGroup) return;
      }
    }
    for (std::uint32_t r = 0; r < m_.op(op).resultCount; ++r) {
      while (UseId use = m_.value(m_.result(op, r)).firstUse) m_.erase(m_.use(use).owner);
    }
    m_.erase(op);
  }

  [[nodiscard]] Mark markOf(OpId op) const { return op.value < marks_.size() ? static_cast<Mark>(marks_[op.value]) : kNone; }
  [[nodiscard]] bool isConstant(OpId op) const { return markOf(op) == kConstant || markOf(op) == kMovable; }
  [[nodiscard]] bool hasOneUse(ValueId value) const {
    UseId use = m_.value(value).firstUse;
    return use && !m_.use(use).next;
  }
  [[nodiscard]] bool isScalar(ValueId value) const {
    const TypeData& type = c_.type(m_.type(value));
    return (type.kind == TypeKind::RankedTensor || type.kind == TypeKind::MemRef || type.kind == TypeKind::Vector) && type.ints.empty();
  }
  [[nodiscard]] std::string_view text(AttrId attr) const { return attr ? c_.attr(attr).text : std::string_view(); }

  Module& m_;
  Context& c_;
  const std::array<Sort, kOpKinds + 1>& sorts_;
  std::vector<std::uint8_t> marks_;           ///< by operation of the text
  std::vector<OpId> constants_, expansions_;  ///< of the region that is walked, in order
  Names notConstantNamed_, notConstantFuncs_;
  bool tracksNames_ = false;
  bool groups_ = false;  ///< whether there are sharding groups
  OpId func_;
  std::unique_ptr<SymbolNames> symbols_;
  CloneMap map_;
  std::vector<Open> open_;
};

bool runConstantSplitter(const PassRun& run) {
  ConstantSplitter(run.module).run();
  return true;
}

}  // namespace

Pass constantOrScalarSplitterPass() {
  return {"sdy-constant-or-scalar-splitter",
          "Gives every user of a constant, of what is computed from constants, or of a broadcast scalar a copy of its own",
          PassLevel::Module,
          {},
          runConstantSplitter,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
