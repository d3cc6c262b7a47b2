#include "engine/plan/why_not.h"

#include <algorithm>
#include <unordered_map>

#include "engine/plan/neighbours.h"

namespace shardlens {

namespace {

/// Looks from a dimension along factors, breadth first, for tensors that have the axis, and says what stopped it there.
class Search {
 public:
  /// `rest`: what of the axis is asked for where some of it is there.
  Search(ObstacleFinder& finder, const AxisRef& axis, const std::optional<AxisPiece>& rest)
      : finder_(finder), index_(finder.index()), axis_(axis), rest_(rest), neighbours_(index_) {}

  void from(const TensorPlace& place, std::size_t dim) {
    visit({place, dim, kNone, 0});
    for (std::size_t i = 0; i < nodes_.size() && i < kMost; ++i) {
      if (!found_.empty() && nodes_[i].depth > foundDepth_) break;
      look(i);
    }
  }
  [[nodiscard]] std::vector<Obstacle> take() { return std::move(found_.empty() ? weak_ : found_); }

 private:
  static constexpr std::size_t kMost = 20000, kNone = ~std::size_t{0}, kMostFound = 8;
  struct Node {
    TensorPlace place;
    std::size_t dim;
    std::size_t from;
    std::size_t depth;
  };

  void visit(const Node& node) {
    std::uint64_t key = (std::uint64_t{node.place.slot ? node.place.slot.value : node.place.func.value} << 24) + (node.dim << 16) +
                        (node.place.slot ? 0 : node.place.result + 1);
    if (seen_.emplace(key, nodes_.size()).second) nodes_.push_back(node);
  }

  void look(std::size_t i) {
    Node node = nodes_[i];
    // Members of a group have the same sharding: what stops it at one stops it at all.
    for (const TensorPlace& member : neighbours_.groupOf(node.place)) visit({member, node.dim, i, node.depth});
    for (const auto& [op, result] : neighbours_.of(node.place)) {
      RuledOp ruled = finder_.ruled(op, result);
      if (ruled.rule) {
        lookThrough(i, node, ruled);
      } else {
        lookAtWall(i, node, ruled);
      }
    }
  }

  void lookThrough(std::size_t i, const Node& node, const RuledOp& op) {
    const ShardingRule& rule = index_.table().decodedRule(op.rule);
    if (rule.operands.size() + rule.results.size() != op.tensors.size()) return;
    for (std::size_t to = 0; to < op.tensors.size(); ++to) {
      if (op.tensors[to] != node.place || node.dim >= mappingOf(rule, to).size()) continue;
      for (std::int64_t factor : mappingOf(rule, to)[node.dim]) along(i, node, op, rule, to, factor);
      for (std::size_t t = 0; t < op.tensors.size() && node.depth == 0; ++t) aside(i, node, op, rule, to, t);
    }
  }

  void along(std::size_t i, const Node& node, const RuledOp& op, const ShardingRule& rule, std::size_t to, std::int64_t factor) {
    for (std::size_t t = 0; t < op.tensors.size(); ++t) {
      std::int64_t dim = dimOf(mappingOf(rule, t), factor);
      if (t == to || dim < 0 || !op.tensors[t].valid()) continue;
      std::optional<AxisPiece> piece = pieceAt(op.tensors[t], static_cast<std::size_t>(dim));
      if (piece && hasOnFactor(op, rule, t, factor, *piece)) {
        add(i, finder_.between(op, to, t, factor, *piece), found_);
      } else if (piece) {
        // The axis belongs to another factor of that dimension.
        std::int64_t other = factorWith(op, rule, t, static_cast<std::size_t>(dim), *piece);
        if (other >= 0) add(i, notShared(node, op, rule, t, static_cast<std::size_t>(dim), other), weak_);
      } else {
        visit({op.tensors[t], static_cast<std::size_t>(dim), i, node.depth + 1});
      }
    }
  }

  // A neighbour that has the axis where the dimension has no share in it.
  void aside(std::size_t i, const Node& node, const RuledOp& op, const ShardingRule& rule, std::size_t to, std::size_t t) {
    if (t == to || !op.tensors[t].valid()) return;
    const TensorMapping& mapping = mappingOf(rule, t);
    for (std::size_t d = 0; d < mapping.size(); ++d) {
      std::optional<AxisPiece> piece = pieceAt(op.tensors[t], d);
      if (!piece) continue;
      std::int64_t factor = factorWith(op, rule, t, d, *piece);
      if (factor < 0 || dimOf(mappingOf(rule, to), factor) == static_cast<std::int64_t>(node.dim)) continue;
      add(i, notShared(node, op, rule, t, d, factor), weak_);
    }
  }

  std::int64_t factorWith(const RuledOp& op, const ShardingRule& rule, std::size_t t, std::size_t dim, const AxisPiece& piece) {
    for (std::int64_t factor : mappingOf(rule, t)[dim])
      if (hasOnFactor(op, rule, t, factor, piece)) return factor;
    return -1;
  }

  [[nodiscard]] Obstacle notShared(const Node& node, const RuledOp& op, const ShardingRule& rule, std::size_t holder, std::size_t dim,
                                   std::int64_t factor) const {
    Obstacle stop;
    stop.kind = ObstacleKind::NotShared;
    stop.op = op.op, stop.at = node.place, stop.dim = node.dim, stop.holder = op.tensors[holder], stop.holderDim = dim;
    stop.factor = factor, stop.factorKind = rule.kind(factor), stop.axis = axis_;
    return stop;
  }

  bool hasOnFactor(const RuledOp& op, const ShardingRule& rule, std::size_t t, std::int64_t factor, const AxisPiece& piece) {
    const Mesh* mesh = index_.meshOf(index_.at(op.tensors[t], index_.end()));
    if (!mesh) return false;
    std::vector<const TensorSharding*> shardings(op.tensors.size(), nullptr);
    shardings[t] = &index_.decodedAt(op.tensors[t], index_.end());
    Projection projection = project(rule, shardings, *mesh);
    const FactorSharding& f = projection.tensors[t].factors[static_cast<std::size_t>(factor)];
    return !presentIn(f.axes, piece, *mesh).empty() || !presentIn(f.overflow, piece, *mesh).empty();
  }

  // Nothing passes an operation without a rule; it is an obstacle where the axis stands behind it.
  void lookAtWall(std::size_t i, const Node& node, const RuledOp& op) {
    for (const TensorPlace& other : op.tensors) {
      if (!other.valid() || other == node.place) continue;
      const TensorSharding& sharding = index_.decodedAt(other, index_.end());
      for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
        if (!pieceAt(other, d)) continue;
        Obstacle stop;
        stop.kind = ObstacleKind::NoRule;
        stop.op = op.op, stop.at = node.place, stop.dim = node.dim, stop.holder = other, stop.holderDim = d, stop.axis = axis_;
        bool alike = d == node.dim && index_.typeAt(other) == index_.typeAt(node.place);
        add(i, stop, alike ? found_ : weak_);
      }
    }
  }

  [[nodiscard]] std::optional<AxisPiece> pieceAt(const TensorPlace& place, std::size_t dim) const {
    const TensorSharding& sharding = index_.decodedAt(place, index_.end());
    const Mesh* mesh = dim < sharding.dims.size() ? index_.meshOf(index_.at(place, index_.end())) : nullptr;
    if (!mesh || mesh->axisSize(axis_.name) == 0) return std::nullopt;
    std::vector<AxisPiece> has = presentIn(sharding.dims[dim].axes, rest_ ? *rest_ : pieceOf(axis_, *mesh), *mesh);
    return has.empty() ? std::nullopt : std::optional(has.front());
  }

  void add(std::size_t i, Obstacle stop, std::vector<Obstacle>& to) {
    for (std::size_t n = i; n != kNone; n = nodes_[n].from) stop.way.insert(stop.way.begin(), nodes_[n].place);
    bool known = std::any_of(to.begin(), to.end(), [&](const Obstacle& o) {
      return o.kind == stop.kind && o.at == stop.at && o.dim == stop.dim && o.op == stop.op && o.rival == stop.rival;
    });
    if (!known && to.size() < kMostFound) to.push_back(std::move(stop));
    if (&to == &found_) foundDepth_ = nodes_[i].depth;
  }

  ObstacleFinder& finder_;
  const PlanIndex& index_;
  AxisRef axis_;
  std::optional<AxisPiece> rest_;
  Neighbours neighbours_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::size_t> seen_;
  std::vector<Obstacle> found_, weak_;
  std::size_t foundDepth_ = 0;
};

Obstacle plain(ObstacleKind kind, const TensorPlace& place, std::size_t dim, const AxisRef& axis) {
  Obstacle obstacle;
  obstacle.kind = kind, obstacle.at = place, obstacle.dim = dim, obstacle.axis = axis;
  if (place.valid()) obstacle.way = {place};
  return obstacle;
}

std::vector<Obstacle> obstaclesAt(const PlanIndex& index, const TensorPlace& place, std::size_t dim, const AxisRef& axis) {
  ObstacleFinder finder(index);
  std::vector<Obstacle> all;
  AttrId sharding = index.at(place, index.end());
  const Mesh* mesh = index.meshOf(sharding);
  AxisPiece piece = mesh && mesh->axisSize(axis.name) ? pieceOf(axis, *mesh) : AxisPiece{axis.name, 1, 1};
  std::optional<AxisPiece> rest;
  if (mesh && dim < index.decodedAt(place, index.end()).dims.size()) {
    std::vector<AxisPiece> missing = missingFrom(index.decodedAt(place, index.end()).dims[dim].axes, piece, *mesh);
    if (!missing.empty() && missing.front() != piece) piece = missing.front(), rest = piece;
  }
  if (std::optional<Obstacle> own = finder.onTensor(place, dim, piece)) {
    if (!rest) own->axis = axis;
    own->way = {place};
    all.push_back(*own);
  }
  OpId def = place.slot ? index.module().definingOp(place.slot) : OpId();
  if (all.empty() && def && !index.used(def)) all.push_back(plain(ObstacleKind::Unused, place, dim, axis));
  Search search(finder, axis, rest);
  search.from(place, dim);
  for (Obstacle& stop : search.take()) {
    // Who has the axis elsewhere is no news where another obstacle is settled.
    if (stop.kind == ObstacleKind::NotShared && !all.empty() && all.front().kind != ObstacleKind::ClosedDim && !all.front().op) break;
    bool same = !all.empty() && stop.kind == all.front().kind && stop.at == place && stop.dim == dim;
    // The obstacle on the tensor itself is told once, with who would have given the axis.
    if (same) {
      if (!all.front().op) all.front() = stop;
    } else {
      all.push_back(stop);
    }
  }
  if (all.empty()) all.push_back(plain(index.plan().complete ? ObstacleKind::Nowhere : ObstacleKind::NotReached, place, dim, axis));
  return all;
}

}  // namespace

WhyNot whyNot(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis) {
  WhyNot answer;
  std::vector<TensorPlace> places = index.placesOf(opened);
  if (places.empty()) {
    bool tensor =
        shardableValue(*index.plan().opened, opened).valid() && rankOf(index.module().context(), index.plan().opened->type(opened)) >= 0;
    answer.obstacles.push_back(plain(tensor ? ObstacleKind::Unused : ObstacleKind::NoSharding, {}, dim, axis));
    answer.obstacles.back().asked = opened;
    return answer;
  }
  answer.obstacles = obstaclesAt(index, places.front(), dim, axis);
  answer.remedies = remediesFor(index, answer.obstacles, opened, dim, axis);
  return answer;
}

}  // namespace shardlens
