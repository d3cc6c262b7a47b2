#include <algorithm>

#include "engine/plan/why.h"
#include "engine/plan/why_not.h"

namespace shardlens {

namespace {

void dropPiece(std::vector<AxisRef>& axes, const AxisPiece& piece, const Mesh& mesh) {
  std::vector<AxisRef> kept;
  for (const AxisRef& axis : axes)
    for (const AxisPiece& part : missingFrom({axisOf(piece, mesh)}, pieceOf(axis, mesh), mesh)) kept.push_back(axisOf(part, mesh));
  axes = std::move(kept);
}

void dropEverywhere(TensorSharding& sharding, const AxisPiece& piece, const Mesh& mesh) {
  for (DimSharding& dim : sharding.dims) dropPiece(dim.axes, piece, mesh);
  dropPiece(sharding.replicated, piece, mesh);
  dropPiece(sharding.unreduced, piece, mesh);
}

/// Makes the remedies for the obstacles of one question.
class Remedies {
 public:
  Remedies(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis)
      : index_(index), m_(*index.plan().opened), meshes_(m_), value_(opened), dim_(dim), axis_(axis) {}

  void add(const Obstacle& obstacle) {
    switch (obstacle.kind) {
      case ObstacleKind::ClosedDim: return open(obstacle);
      case ObstacleKind::Replicated:
      case ObstacleKind::Unreduced: return release(obstacle);
      case ObstacleKind::Conflict:
      case ObstacleKind::OtherDim: return takeAway(obstacle);
      default: return;
    }
  }

  void annotate() {
    std::vector<TensorPlace> places = index_.placesOf(value_);
    std::optional<Written> target = targetOn(value_);
    if (!target || places.empty()) return;
    TensorSharding sharding = index_.decodedAt(places.front(), index_.end());
    const Mesh* mesh = meshFor(sharding);
    if (!mesh) return;
    if (sharding.dims.size() <= dim_) return;
    AxisPiece piece = pieceOf(axis_, *mesh);
    for (const AxisPiece& part : missingFrom(sharding.dims[dim_].axes, piece, *mesh)) {
      dropEverywhere(sharding, part, *mesh);
      addOrMerge(sharding.dims[dim_].axes, axisOf(part, *mesh), *mesh);
    }
    addRemedy(Remedy::Kind::Annotate, {{*target, encodeSharding(m_.context(), sharding)}});
  }
  std::vector<Remedy> take() { return std::move(all_); }

 private:
  void addRemedy(Remedy::Kind kind, std::vector<std::pair<Written, AttrId>> rewrites) {
    if (rewrites.empty()) return;
    for (const Remedy& known : all_)
      if (known.kind == kind && known.rewrites == rewrites) return;
    all_.push_back({kind, std::move(rewrites)});
  }

  void open(const Obstacle& o) {
    std::optional<Written> w =
        find(o.at, [&](const TensorSharding& s, const Mesh&) { return o.dim < s.dims.size() && s.dims[o.dim].closed; });
    if (!w) return;
    TensorSharding sharding = decodeSharding(m_.context(), w->sharding);
    if (o.dim >= sharding.dims.size()) return;
    sharding.dims[o.dim].closed = false;
    addRemedy(Remedy::Kind::Open, {{*w, encodeSharding(m_.context(), sharding)}});
  }

  void release(const Obstacle& o) {
    bool replicated = o.kind == ObstacleKind::Replicated;
    std::optional<Written> w = find(o.at, [&](const TensorSharding& s, const Mesh& mesh) {
      return !presentIn(replicated ? s.replicated : s.unreduced, pieceOf(o.rivalAxis, mesh), mesh).empty();
    });
    if (!w) return;
    TensorSharding sharding = decodeSharding(m_.context(), w->sharding);
    if (const Mesh* mesh = meshes_.find(sharding.mesh))
      dropPiece(replicated ? sharding.replicated : sharding.unreduced, pieceOf(o.rivalAxis, *mesh), *mesh);
    addRemedy(Remedy::Kind::Free, {{*w, encodeSharding(m_.context(), sharding)}});
  }

  void takeAway(const Obstacle& o) {
    const Mesh* mesh = index_.meshOf(index_.at(o.rival, index_.end()));
    if (!mesh) return;
    AxisPiece piece = pieceOf(o.rivalAxis, *mesh);
    std::vector<std::pair<Written, AttrId>> rewrites;
    for (const Written& w : annotationsBehind(index_, {{o.rival, o.rivalDim, piece, index_.end()}})) {
      TensorSharding sharding = decodeSharding(m_.context(), w.sharding);
      for (DimSharding& dim : sharding.dims) {
        std::size_t before = dim.axes.size();
        dropPiece(dim.axes, piece, *mesh);
        // The place is to be free for another axis.
        if (dim.axes.size() < before) dim.closed = false;
      }
      rewrites.emplace_back(w, encodeSharding(m_.context(), sharding));
    }
    addRemedy(Remedy::Kind::TakeAway, std::move(rewrites));
  }

  std::optional<Written> find(const TensorPlace& place, const WantedSharding& wanted) const {
    if (place.func) {
      std::optional<Written> w = writtenOnResult(m_, index_.plan().origins->opened(place.func), place.result);
      const Mesh* mesh = w ? meshes_.find(decodeSharding(m_.context(), w->sharding).mesh) : nullptr;
      if (mesh && wanted(decodeSharding(m_.context(), w->sharding), *mesh)) return w;
    }
    return findWritten(m_, index_.openedAt(place), wanted);
  }

  /// The annotation of the value as it is, or as one would be written.
  [[nodiscard]] std::optional<Written> targetOn(ValueId value) const {
    if (std::optional<Written> own = writtenOn(m_, value)) return own;
    ValueId slot = shardableValue(m_, value);
    if (!slot) return std::nullopt;
    Written w;
    w.value = slot, w.index = m_.indexOf(slot);
    w.op = m_.isArgument(slot) ? m_.region(m_.block(m_.owningBlock(slot)).region).op : m_.definingOp(slot);
    w.kind = m_.isArgument(slot) ? Written::Kind::Argument : Written::Kind::Result;
    return w;
  }

  const Mesh* meshFor(TensorSharding& sharding) const {
    if (sharding.mesh) {
      const Mesh* mesh = meshes_.find(sharding.mesh);
      if (mesh && mesh->axisSize(axis_.name)) return mesh;
      sharding = {};
    }
    for (const MeshTable::Entry& entry : meshes_.entries()) {
      if (entry.mesh.axisSize(axis_.name) == 0) continue;
      sharding.mesh = m_.context().symbol(entry.name);
      sharding.dims.resize(static_cast<std::size_t>(std::max<std::int64_t>(rankOf(m_.context(), m_.type(value_)), 0)));
      return &entry.mesh;
    }
    return nullptr;
  }

  const PlanIndex& index_;
  const Module& m_;
  MeshTable meshes_;
  ValueId value_;
  std::size_t dim_;
  AxisRef axis_;
  std::vector<Remedy> all_;
};

}  // namespace

std::vector<Remedy> remediesFor(const PlanIndex& index, const std::vector<Obstacle>& obstacles, ValueId opened, std::size_t dim,
                                const AxisRef& axis) {
  Remedies remedies(index, opened, dim, axis);
  bool manual = false;
  for (const Obstacle& obstacle : obstacles) {
    remedies.add(obstacle);
    manual = manual || (obstacle.kind == ObstacleKind::Manual && obstacle.way.size() == 1);
  }
  if (!manual) remedies.annotate();
  return remedies.take();
}

PlanPtr planWith(const Plan& plan, const Remedy& remedy, Progress* progress) {
  auto changed = std::make_shared<Module>(*plan.opened);
  for (const auto& [written, sharding] : remedy.rewrites) rewrite(*changed, written, sharding);
  Diagnostics ignored;
  return makePlan(changed, plan.options, ignored, progress);
}

bool helps(const PlanIndex& index, const Remedy& remedy, ValueId opened, std::size_t dim, const AxisRef& axis, Progress* progress) {
  PlanPtr plan = planWith(index.plan(), remedy, progress);
  if (!plan) return false;
  PlanIndex after(plan);
  for (const TensorPlace& place : after.placesOf(opened)) {
    const Mesh* mesh = after.meshOf(after.at(place, after.end()));
    const TensorSharding& sharding = after.decodedAt(place, after.end());
    if (mesh && dim < sharding.dims.size() && missingFrom(sharding.dims[dim].axes, pieceOf(axis, *mesh), *mesh).empty()) return true;
  }
  return false;
}

}  // namespace shardlens
