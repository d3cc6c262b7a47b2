#include <unordered_set>

#include "engine/canonical/linear_order.h"
#include "engine/canonical/pattern.h"

namespace shardlens {

namespace {

/// A reshard of a reshard that nobody else uses goes from the first layout to the last at once.
bool joinReshards(Rewriter& rewriter, OpId outer) {
  Module& m = rewriter.module();
  OpId inner = m.definingOp(m.operand(outer, 0));
  if (!inner || m.op(inner).kind != OpKind::SdyReshard || !hasOneUse(m, m.result(inner))) return false;
  AttrId attributes = m.context().dict({{m.context().str("sharding"), m.attribute(outer, "sharding")}});
  OpId joined = rewriter.createUnary(outer, OpKind::SdyReshard, m.operand(inner, 0), attributes, rewriter.fusedLocation({outer, inner}));
  rewriter.replace(outer, m.result(joined));
  return true;
}

// Moves no data: what lies before it is resharded as well as what lies behind.
bool movesNothing(OpKind kind) { return kind == OpKind::StablehloReshape || kind == OpKind::StablehloTranspose; }

/// Looks for a reshard that brought the same elements to the same chips already.
class EarlierReshard {
 public:
  EarlierReshard(Rewriter& rewriter, OpId reshard) : rewriter_(rewriter), m_(rewriter.module()), reshard_(reshard) {
    input_ = m_.operand(reshard, 0);
    root_ = input_;
    while (OpId op = mover(root_)) root_ = m_.operand(op, 0);
  }

  bool reuse() {
    OpId found = find();
    if (!found) return false;
    ValueId value = m_.result(found);
    if (m_.type(value) != m_.type(root_)) value = reshaped(value);
    rewriter_.replace(reshard_, repeatMoves(input_, value));
    return true;
  }

 private:
  [[nodiscard]] OpId mover(ValueId value) const {
    OpId op = m_.definingOp(value);
    return op && movesNothing(m_.op(op).kind) ? op : OpId();
  }

  // The wanted sharding as the root's dimensions have it where only transposes lie between; as far as it can be said.
  std::optional<TensorSharding> wantedAtRoot() {
    TensorSharding wanted = decodeSharding(m_.context(), m_.attribute(reshard_, "sharding"));
    ValueId value = input_;
    while (OpId op = mover(value)) {
      ValueId before = m_.operand(op, 0);
      if (m_.op(op).kind == OpKind::StablehloTranspose) {
        AttrId order = m_.attribute(op, "permutation");
        auto permutation = order ? m_.context().attr(order).ints : std::span<const std::int64_t>();
        if (permutation.size() != wanted.dims.size()) return std::nullopt;
        std::vector<DimSharding> dims(permutation.size());
        for (std::size_t i = 0; i < permutation.size(); ++i) dims[static_cast<std::size_t>(permutation[i])] = wanted.dims[i];
        wanted.dims = std::move(dims);
        wanted.reduction = ReductionOp::Sum;
      } else if (rankOf(m_.context(), m_.type(before)) != rankOf(m_.context(), m_.type(value))) {
        break;
      }
      value = before;
    }
    return wanted;
  }

  OpId find() {
    std::vector<OpId> reshards = candidates();
    if (reshards.empty()) return {};
    std::optional<TensorSharding> wanted = wantedAtRoot();
    for (OpId other : reshards) {
      if (wanted && equalLayout(other, *wanted)) return other;
    }
    return {};
  }

  // Reshards before this one in its block, of the root or of reshapes of it.
  std::vector<OpId> candidates() {
    std::vector<OpId> found;
    std::vector<ValueId> work{root_};
    std::unordered_set<ValueId> seen;
    while (!work.empty()) {
      ValueId value = work.back();
      work.pop_back();
      if (!seen.insert(value).second) continue;
      for (UseId use = m_.value(value).firstUse; use; use = m_.use(use).next) {
        OpId user = m_.use(use).owner;
        if (user == reshard_) continue;
        if (m_.op(user).kind == OpKind::StablehloReshape) work.push_back(m_.result(user));
        if (m_.op(user).kind == OpKind::SdyReshard && m_.op(user).block == m_.op(reshard_).block && isBefore(user)) found.push_back(user);
      }
    }
    return found;
  }

  [[nodiscard]] bool isBefore(OpId other) const {
    // Both directions at once: the distance is paid, not the length of the block.
    for (OpId up = m_.op(reshard_).prev, down = m_.op(reshard_).next; up; up = m_.op(up).prev) {
      if (up == other) return true;
      if (down == other) return false;
      if (down) down = m_.op(down).next;
    }
    return false;
  }

  [[nodiscard]] bool equalLayout(OpId other, const TensorSharding& wanted) const {
    Context& c = m_.context();
    TypeId type = m_.type(m_.result(other)), wantedType = m_.type(m_.result(reshard_));
    TensorSharding sharding = decodeSharding(c, m_.attribute(other, "sharding"));
    if (sharding == wanted && type == wantedType) return true;
    if (sharding.mesh != wanted.mesh || sharding.replicated != wanted.replicated) return false;
    if (!hasStaticShape(c, type) || !hasStaticShape(c, wantedType) || c.type(type).attr || c.type(wantedType).attr) return false;
    const Mesh* mesh = meshes().find(sharding.mesh);
    return mesh && sameInLinearOrder(sharding, shapeOf(c, type), wanted, shapeOf(c, wantedType), *mesh);
  }

  [[nodiscard]] const MeshTable& meshes() const {
    if (!meshes_) meshes_.emplace(m_);
    return *meshes_;
  }

  ValueId reshaped(ValueId value) {
    TypeId type = m_.type(root_);
    Module::NewOp made;
    made.kind = OpKind::StablehloReshape;
    made.attrs = m_.context().emptyDict();
    made.loc = m_.op(reshard_).loc;
    made.source = m_.op(reshard_).source;
    made.operands = {&value, 1};
    made.results = {&type, 1};
    return m_.result(placeAfter(value, m_.create(made)));
  }

  // Copies of the operations from the root to `target`, of `value` in the root's place.
  ValueId repeatMoves(ValueId target, ValueId value) {
    if (target == root_) return value;
    OpId op = m_.definingOp(target);
    ValueId input = repeatMoves(m_.operand(op, 0), value);
    CloneMap map;
    OpId copy = placeAfter(input, cloneOp(m_, op, map));
    m_.setOperand(m_.operandUse(copy, 0), input);
    return m_.result(copy);
  }

  OpId placeAfter(ValueId value, OpId op) {
    OpId def = m_.definingOp(value);
    BlockId block = m_.owningBlock(value);
    if (def) {
      m_.insertAfter(def, op);
    } else {
      m_.insertBefore(m_.block(block).firstOp, op);
    }
    rewriter_.revisit(op);
    return op;
  }

  Rewriter& rewriter_;
  Module& m_;
  OpId reshard_;
  ValueId input_, root_;
  mutable std::optional<MeshTable> meshes_;
};

bool reuseEarlierReshard(Rewriter& rewriter, OpId reshard) { return EarlierReshard(rewriter, reshard).reuse(); }

constexpr RewritePattern kReshardPatterns[] = {
    {OpKind::SdyReshard, "sdy-reshard", "ReshardOfReshardPattern", joinReshards},
    {OpKind::SdyReshard, {}, "ReshardCommonSubexpressionEliminationPattern", reuseEarlierReshard},
};

}  // namespace

std::span<const RewritePattern> reshardPatterns() { return kReshardPatterns; }

}  // namespace shardlens
