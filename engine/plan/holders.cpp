#include "engine/plan/holders.h"

#include <algorithm>
#include <unordered_map>

#include "engine/plan/neighbours.h"
#include "engine/plan/obstacle.h"

namespace shardlens {

namespace {

/// Walks from dimension to dimension along factors, over tensors that hold the axis.
class HolderWalk {
 public:
  explicit HolderWalk(const PlanIndex& index) : index_(index), finder_(index), neighbours_(index) {}

  void visit(const AxisAt& at) {
    std::uint64_t key = (std::uint64_t{at.place.slot ? at.place.slot.value : at.place.func.value} << 32) + (std::uint64_t{at.dim} << 1) +
                        (at.place.slot ? 0 : 1);
    std::vector<AxisAt>& known = seen_[key];
    bool isNew = std::none_of(known.begin(), known.end(), [&](const AxisAt& k) { return k.place == at.place && k.piece == at.piece; });
    if (!isNew) return;
    known.push_back(at);
    all_.push_back(at);
  }
  std::vector<AxisAt> walk() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      AxisAt here = all_[i];
      for (const TensorPlace& member : neighbours_.groupOf(here.place)) visitHolder(member, here.dim, here.piece);
      for (const auto& [op, result] : neighbours_.of(here.place)) along(here, finder_.ruled(op, result));
    }
    return std::move(all_);
  }

 private:
  void along(const AxisAt& here, const RuledOp& op) {
    if (!op.rule) return;
    const ShardingRule& rule = index_.table().decodedRule(op.rule);
    if (rule.operands.size() + rule.results.size() != op.tensors.size()) return;
    for (std::size_t to = 0; to < op.tensors.size(); ++to) {
      if (op.tensors[to] != here.place || here.dim >= mappingOf(rule, to).size()) continue;
      for (std::int64_t factor : mappingOf(rule, to)[here.dim]) {
        for (std::size_t t = 0; t < op.tensors.size(); ++t) {
          std::int64_t dim = t == to || !op.tensors[t].valid() ? -1 : dimOf(mappingOf(rule, t), factor);
          if (dim >= 0) visitHolder(op.tensors[t], static_cast<std::size_t>(dim), here.piece);
        }
      }
    }
  }

  void visitHolder(const TensorPlace& place, std::size_t dim, const AxisPiece& piece) {
    const TensorSharding& sharding = index_.decodedAt(place, index_.end());
    const Mesh* mesh = dim < sharding.dims.size() ? index_.meshOf(index_.at(place, index_.end())) : nullptr;
    if (!mesh || mesh->axisSize(piece.axis) == 0) return;
    for (const AxisPiece& part : presentIn(sharding.dims[dim].axes, piece, *mesh)) visit({place, dim, part, index_.end()});
  }

  const PlanIndex& index_;
  ObstacleFinder finder_;
  Neighbours neighbours_;
  std::vector<AxisAt> all_;
  std::unordered_map<std::uint64_t, std::vector<AxisAt>> seen_;
};

}  // namespace

std::vector<AxisAt> holdersAround(const PlanIndex& index, const std::vector<AxisAt>& at) {
  HolderWalk walk(index);
  for (const AxisAt& one : at) walk.visit(one);
  return walk.walk();
}

}  // namespace shardlens
