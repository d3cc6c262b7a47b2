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
      case ObstacleKind::OtherDim: prefer(obstacle); return takeAway(obstacle);
      default: return;
    }
  }

  void annotate() {
    std::vector<TensorPlace> places = index_.placesOf(value_);
    std::optional<Written> target = placeToWrite(m_, value_);
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

  // What came first by order or size comes second where its priority says so.
  void prefer(const Obstacle& o) {
    bool byTurn = o.won != WonBy::Nothing && o.won != WonBy::Annotation && o.holder.valid();
    const Mesh* mesh = byTurn ? index_.meshOf(index_.at(o.rival, index_.end())) : nullptr;
    if (!mesh || mesh->axisSize(o.axis.name) == 0) return;
    AxisPiece rival = pieceOf(o.rivalAxis, *mesh), wanted = pieceOf(o.axis, *mesh);
    std::int64_t last = 0;
    for (const Written& w : annotationsBehind(index_, {{o.holder, o.holderDim, wanted, index_.end()}})) {
      for (const DimSharding& dim : decodeSharding(m_.context(), w.sharding).dims)
        if (!presentIn(dim.axes, wanted, *mesh).empty()) last = std::max(last, dim.priority.value_or(0));
    }
    std::vector<std::pair<Written, AttrId>> rewrites;
    for (const Written& w : annotationsBehind(index_, {{o.rival, o.rivalDim, rival, index_.end()}})) {
      TensorSharding sharding = decodeSharding(m_.context(), w.sharding);
      for (DimSharding& dim : sharding.dims)
        if (!presentIn(dim.axes, rival, *mesh).empty() && dim.priority.value_or(0) <= last) dim.priority = last + 1;
      if (AttrId later = encodeSharding(m_.context(), sharding); later != w.sharding) rewrites.emplace_back(w, later);
    }
    addRemedy(Remedy::Kind::Prefer, std::move(rewrites));
  }

  void takeAway(const Obstacle& o) {
    const Mesh* mesh = index_.meshOf(index_.at(o.rival, index_.end()));
    if (!mesh) return;
    AxisPiece piece = pieceOf(o.rivalAxis, *mesh);
    std::vector<std::pair<Written, AttrId>> rewrites;
    for (const Written& w : annotationsBehind(index_, {{o.rival, o.rivalDim, piece, index_.end()}})) {
      if (isManual(w, piece.axis)) return;
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

  // Types follow from where manual axes stand: they stay.
  [[nodiscard]] bool isManual(const Written& w, StrId axis) const {
    if (m_.op(w.op).kind != OpKind::SdyManualComputation) return false;
    std::vector<StrId> manual = manualAxesOf(m_, w.op);
    return std::find(manual.begin(), manual.end(), axis) != manual.end();
  }

  std::optional<Written> find(const TensorPlace& place, const WantedSharding& wanted) const {
    if (place.func) {
      std::optional<Written> w = writtenOnResult(m_, index_.plan().origins->opened(place.func), place.result);
      const Mesh* mesh = w ? meshes_.find(decodeSharding(m_.context(), w->sharding).mesh) : nullptr;
      if (mesh && wanted(decodeSharding(m_.context(), w->sharding), *mesh)) return w;
    }
    return findWritten(m_, index_.openedAt(place), wanted);
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
  bool unused = !obstacles.empty() && obstacles.front().kind == ObstacleKind::Unused;
  if (!manual && !unused) remedies.annotate();
  return remedies.take();
}

}  // namespace shardlens
