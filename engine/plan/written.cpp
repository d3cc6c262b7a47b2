#include "engine/plan/written.h"

#include <algorithm>

#include "engine/propagation/flow.h"
#include "engine/sharding/owner.h"

namespace shardlens {

namespace {

Written::Kind kindOf(const Module& m, OpId op, ValueId value) {
  bool argument = m.isArgument(value);
  switch (m.op(op).kind) {
    case OpKind::SdyShardingConstraint:
    case OpKind::SdyReshard: return Written::Kind::Constraint;
    case OpKind::SdyManualComputation:
    case OpKind::SdyNamedComputation: return argument ? Written::Kind::ComputationIn : Written::Kind::ComputationOut;
    default: return argument ? Written::Kind::Argument : Written::Kind::Result;
  }
}

/// The sharding at the border of a computation, manual axes included.
AttrId borderOf(const Module& m, const Written& w) {
  AttrId list = m.attribute(w.op, w.kind == Written::Kind::ComputationIn ? "in_shardings" : "out_shardings");
  const Context& c = m.context();
  return list && w.index < c.attr(list).subs.size() ? c.attr(list).subs[w.index] : AttrId();
}

/// Visits what import passes may have laid over a value, nearest first.
class Relatives {
 public:
  Relatives(const Module& m, const WantedSharding& wanted) : m_(m), meshes_(m), wanted_(wanted) {}

  std::optional<Written> find(ValueId value) {
    queue_.push_back(value);
    constexpr std::size_t kMost = 256;
    for (std::size_t i = 0; i < queue_.size() && i < kMost && !found_; ++i) look(queue_[i]);
    return found_;
  }

 private:
  void offer(const std::optional<Written>& w) {
    if (found_ || !w) return;
    bool border = w->kind == Written::Kind::ComputationIn || w->kind == Written::Kind::ComputationOut;
    AttrId sharding = border ? borderOf(m_, *w) : w->sharding;
    if (!sharding) return;
    TensorSharding decoded = decodeSharding(m_.context(), sharding);
    const Mesh* mesh = meshes_.find(decoded.mesh);
    if (mesh && wanted_(decoded, *mesh)) found_ = w;
  }
  void visit(ValueId value) {
    if (value && std::find(queue_.begin(), queue_.end(), value) == queue_.end()) queue_.push_back(value);
  }
  void look(ValueId value) {
    offer(writtenOn(m_, value));
    for (UseId use = m_.value(value).firstUse; use && !found_; use = m_.use(use).next) lookAtUse(use);
    if (!found_) lookAtOwner(value);
  }
  void lookAtUse(UseId use) {
    OpId user = m_.use(use).owner;
    std::uint32_t index = m_.operandNumber(use);
    switch (m_.op(user).kind) {
      case OpKind::SdyShardingConstraint: visit(m_.result(user)); break;
      case OpKind::SdyManualComputation:
      case OpKind::SdyNamedComputation:
        if (BlockId body = m_.entry(m_.regionOf(user)); body && index < m_.block(body).argCount) visit(m_.arg(body, index));
        break;
      case OpKind::SdyShardingGroup: visitGroup(user); break;
      case OpKind::FuncCall:
        if (ValueId argument = argumentOf(user, index)) visit(argument);
        break;
      case OpKind::FuncReturn: lookAtReturn(user, index); break;
      default: break;
    }
  }
  void lookAtReturn(OpId end, std::uint32_t index) {
    OpId func = m_.parentOp(end);
    if (func) offer(writtenOnResult(m_, func, index));
  }
  void lookAtOwner(ValueId value) {
    OpId op = ownerOf(m_, value);
    if (!op || m_.op(op).kind != OpKind::FuncCall) return;
    std::uint32_t index = m_.indexOf(value);
    if (OpId func = flow().callee(op)) {
      offer(writtenOnResult(m_, func, index));
      OpId end = m_.terminator(flow().body(func));
      if (end && index < m_.op(end).operandCount) visit(m_.operand(end, index));
    }
  }
  ValueId argumentOf(OpId call, std::uint32_t index) {
    OpId func = flow().callee(call);
    BlockId body = func ? flow().body(func) : BlockId();
    return body && index < m_.block(body).argCount ? m_.arg(body, index) : ValueId();
  }
  void visitGroup(OpId group) {
    AttrId id = m_.attribute(group, "group_id");
    walk(m_, m_.root(), [&](OpId op) {
      if (m_.op(op).kind == OpKind::SdyShardingGroup && m_.attribute(op, "group_id") == id) visit(m_.operand(op, 0));
    });
  }
  const Flow& flow() {
    if (!flow_) flow_.emplace(m_);
    return *flow_;
  }

  const Module& m_;
  MeshTable meshes_;
  const WantedSharding& wanted_;
  std::vector<ValueId> queue_;
  std::optional<Written> found_;
  std::optional<Flow> flow_;
};

/// Lets all uses of a constraint be of its operand, in the order of uses that reading the text without it gives.
void passOver(Module& m, OpId constraint) {
  ValueId input = m.operand(constraint, 0);
  m.replaceAllUses(m.result(constraint), input);
  m.erase(constraint);
  std::vector<UseId> uses;
  for (UseId use = m.value(input).firstUse; use; use = m.use(use).next) uses.push_back(use);
  std::sort(uses.begin(), uses.end(), [](UseId a, UseId b) { return a.value < b.value; });
  for (UseId use : uses) m.setOperand(use, input);
}

AttrId openSharding(Module& m, ValueId value, AttrId like) {
  Context& c = m.context();
  auto rank = static_cast<std::size_t>(std::max<std::int64_t>(rankOf(c, m.type(value)), 0));
  return replicatedSharding(c, rank, c.attr(like).subs[0], false);
}

/// Takes the free axes out of a border sharding: the manual ones say what the body's types mean.
void openBorder(Module& m, const Written& w) {
  Context& c = m.context();
  AttrId border = borderOf(m, w);
  if (!border) return;
  TensorSharding s = decodeSharding(c, border);
  std::vector<StrId> manual = m.op(w.op).kind == OpKind::SdyManualComputation ? manualAxesOf(m, w.op) : std::vector<StrId>();
  TensorSharding kept = onlyManualAxes(s, manual);
  for (DimSharding& dim : kept.dims) dim.closed = false, dim.priority.reset();
  std::string_view name = w.kind == Written::Kind::ComputationIn ? "in_shardings" : "out_shardings";
  AttrId list = m.attribute(w.op, name);
  std::vector<AttrId> all(c.attr(list).subs.begin(), c.attr(list).subs.end());
  all[w.index] = encodeSharding(c, kept);
  m.setAttribute(w.op, name, encodePerValue(c, all));
}

}  // namespace

std::optional<Written> writtenOn(const Module& m, ValueId value) {
  ValueId slot = shardableValue(m, value);
  AttrId sharding = slot ? shardingOf(m, slot) : AttrId();
  if (!sharding) return std::nullopt;
  OpId op = ownerOf(m, slot);
  return Written{kindOf(m, op, slot), op, slot, m.indexOf(slot), sharding};
}

std::optional<Written> placeToWrite(const Module& m, ValueId value) {
  ValueId slot = shardableValue(m, value);
  if (!slot) return std::nullopt;
  OpId op = ownerOf(m, slot);
  return Written{kindOf(m, op, slot), op, slot, m.indexOf(slot), shardingOf(m, slot)};
}

AttrId asInText(const Module& m, const Written& w, AttrId sharding) {
  bool inside = w.kind == Written::Kind::ComputationIn && m.op(w.op).kind == OpKind::SdyManualComputation;
  AttrId border = inside ? borderOf(m, w) : AttrId();
  if (!border || !sharding) return sharding;
  Context& c = m.context();
  return encodeSharding(c, withFreeAxesOf(decodeSharding(c, border), decodeSharding(c, sharding), manualAxesOf(m, w.op)));
}

std::optional<Written> writtenOnResult(const Module& m, OpId func, std::uint32_t result) {
  if (!func || m.op(func).kind != OpKind::FuncFunc) return std::nullopt;
  AttrId sharding = funcResultSharding(m, func, result);
  if (!sharding) return std::nullopt;
  return Written{Written::Kind::FuncResult, func, {}, result, sharding};
}

std::optional<Written> findWritten(const Module& opened, ValueId value, std::size_t dim, const AxisPiece& piece) {
  return findWritten(opened, value, [&](const TensorSharding& s, const Mesh& mesh) {
    return dim < s.dims.size() && !presentIn(s.dims[dim].axes, piece, mesh).empty();
  });
}

std::optional<Written> findWritten(const Module& opened, ValueId value, const WantedSharding& wanted) {
  return value ? Relatives(opened, wanted).find(value) : std::nullopt;
}

void rewrite(Module& m, const Written& w, AttrId sharding) {
  switch (w.kind) {
    case Written::Kind::FuncResult: setFuncResultSharding(m, w.op, w.index, sharding); return;
    case Written::Kind::Constraint:
      if (m.erased(w.op)) return;
      if (sharding) {
        setSharding(m, w.value, sharding);
      } else {
        passOver(m, w.op);
      }
      return;
    case Written::Kind::ComputationIn:
    case Written::Kind::ComputationOut: sharding ? setSharding(m, w.value, sharding) : openBorder(m, w); return;
    case Written::Kind::Result:
      // An operation of a single sharding cannot be without.
      setSharding(m, w.value, sharding ? sharding : m.op(w.op).resultCount == 1 ? AttrId() : openSharding(m, w.value, w.sharding));
      return;
    case Written::Kind::Argument: setSharding(m, w.value, sharding); return;
  }
}

Offset placeOf(const Module& m, const Written& w) {
  if (w.value && m.isArgument(w.value) && m.value(w.value).source != kNoOffset) return m.value(w.value).source;
  return w.value && !m.isArgument(w.value) ? m.start(w.op) : m.op(w.op).source;
}

}  // namespace shardlens
