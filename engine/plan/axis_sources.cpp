#include "engine/plan/axis_sources.h"

#include <algorithm>

namespace shardlens {

namespace {

const AxisList& axesOn(const TensorSharding& sharding, std::size_t dim) {
  static const AxisList kNone;
  return dim < sharding.dims.size() ? sharding.dims[dim].axes : kNone;
}

/// Finds the sources of one piece, from the last change at its place backwards.
class SourceFinder {
 public:
  SourceFinder(const PlanIndex& index, const AxisAt& at, const Mesh& mesh) : index_(index), at_(at), mesh_(mesh) {}

  std::vector<AxisSourceAt> find() {
    const AxisList& now = axesOn(index_.decodedAt(at_.place, at_.time), at_.dim);
    // What an edge's slot does not have, the border of its computation adds.
    for (const AxisPiece& piece : missingFrom(now, at_.piece, mesh_)) add(AxisSourceAt::Kind::Border, piece);
    std::span<const std::uint32_t> changes = index_.changesOf(at_.place);
    auto before = std::lower_bound(changes.begin(), changes.end(), at_.time) - changes.begin();
    for (const AxisPiece& piece : presentIn(now, at_.piece, mesh_)) follow(piece, changes.first(static_cast<std::size_t>(before)));
    return std::move(found_);
  }

 private:
  void add(AxisSourceAt::Kind kind, const AxisPiece& piece, std::uint32_t change = 0) {
    AxisSourceAt source;
    source.kind = kind, source.piece = piece, source.change = change;
    found_.push_back(std::move(source));
  }

  void follow(const AxisPiece& piece, std::span<const std::uint32_t> changes) {
    std::vector<AxisPiece> pieces{piece};
    for (; !changes.empty() && !pieces.empty(); changes = changes.first(changes.size() - 1)) {
      const ShardingChange& change = index_.plan().trace.changes[changes.back()];
      static const TensorSharding kNothing;
      const TensorSharding& before = change.before ? index_.table().decoded(change.before) : kNothing;
      std::vector<AxisPiece> older;
      for (const AxisPiece& part : pieces) {
        for (const AxisPiece& fresh : missingFrom(axesOn(before, at_.dim), part, mesh_)) addChange(fresh, changes.back());
        std::vector<AxisPiece> old = presentIn(axesOn(before, at_.dim), part, mesh_);
        older.insert(older.end(), old.begin(), old.end());
      }
      pieces = std::move(older);
    }
    for (const AxisPiece& part : pieces) add(AxisSourceAt::Kind::Start, part);
  }

  void addChange(const AxisPiece& piece, std::uint32_t change) {
    std::uint32_t step = index_.stepOf(change);
    if (step == PlanIndex::kNone) return add(AxisSourceAt::Kind::Opening, piece, change);
    std::vector<TensorPlace> tensors = index_.tensorsOf(step);
    std::uint32_t tensor = updatedTensor(tensors, step, change);
    if (tensor == PlanIndex::kNone) return addGroup(piece, tensors, step, change);
    addStep(piece, tensors, step, change, tensor);
  }

  /// Number of the tensor of `step` at this place that changed to what `change` says.
  [[nodiscard]] std::uint32_t updatedTensor(const std::vector<TensorPlace>& tensors, std::uint32_t step, std::uint32_t change) const {
    std::uint32_t any = PlanIndex::kNone;
    for (const TensorUpdate& update : index_.table().updates(index_.plan().trace.steps[step].pure)) {
      if (update.tensor >= tensors.size() || tensors[update.tensor] != at_.place) continue;
      any = update.tensor;
      if (update.sharding == index_.plan().trace.changes[change].after) break;
    }
    return any;
  }

  void addGroup(const AxisPiece& piece, const std::vector<TensorPlace>& tensors, std::uint32_t step, std::uint32_t change) {
    AxisSourceAt source;
    source.kind = AxisSourceAt::Kind::Group, source.piece = piece, source.change = change, source.step = step;
    for (const TensorUpdate& update : index_.table().updates(index_.plan().trace.steps[step].pure)) {
      if (update.tensor >= tensors.size() || !sameGroup(tensors[update.tensor])) continue;
      // The member's own change stands just before this one.
      source.from.push_back({tensors[update.tensor], at_.dim, piece, change});
      source.tensors.push_back(update.tensor);
      break;
    }
    found_.push_back(std::move(source));
  }

  [[nodiscard]] bool sameGroup(const TensorPlace& other) const {
    if (!other.slot || other.slot == at_.place.slot) return false;
    auto members = index_.groups().membersOf(other.slot);
    return std::any_of(members.begin(), members.end(), [&](ValueId m) { return index_.flow().slot(m) == at_.place.slot; });
  }

  void addStep(AxisPiece piece, const std::vector<TensorPlace>& tensors, std::uint32_t step, std::uint32_t change, std::uint32_t tensor) {
    const Step& of = index_.plan().trace.steps[step];
    StepTable::Picture picture = index_.table().picture(of.pure);
    std::vector<AxisPiece> left{piece};
    if (tensor >= picture.after.tensors.size() || at_.dim >= mappingOf(picture.rule, tensor).size()) left.clear();
    for (std::int64_t factor : left.empty() ? DimMapping() : mappingOf(picture.rule, tensor)[at_.dim]) {
      const FactorSharding& old = picture.before.tensors[tensor].factors[static_cast<std::size_t>(factor)];
      const FactorSharding& now = picture.after.tensors[tensor].factors[static_cast<std::size_t>(factor)];
      for (const AxisPiece& here : presentIn(now.axes, piece, mesh_)) {
        for (const AxisPiece& fresh : missingFrom(old.axes, here, mesh_)) {
          addFactor(fresh, factor, picture, tensors, step, change, tensor);
          left = without(left, fresh);
        }
      }
    }
    for (const AxisPiece& part : left) add(AxisSourceAt::Kind::Border, part, change);
  }

  [[nodiscard]] std::vector<AxisPiece> without(const std::vector<AxisPiece>& pieces, const AxisPiece& taken) const {
    std::vector<AxisPiece> rest;
    for (const AxisPiece& piece : pieces) {
      std::vector<AxisPiece> left = missingFrom({axisOf(taken, mesh_)}, piece, mesh_);
      rest.insert(rest.end(), left.begin(), left.end());
    }
    return rest;
  }

  void addFactor(const AxisPiece& piece, std::int64_t factor, const StepTable::Picture& picture, const std::vector<TensorPlace>& tensors,
                 std::uint32_t step, std::uint32_t change, std::uint32_t tensor) {
    AxisSourceAt source;
    source.kind = AxisSourceAt::Kind::Step;
    source.piece = piece, source.change = change, source.step = step, source.factor = factor, source.tensor = tensor;
    for (std::uint32_t t = 0; t < picture.before.tensors.size() && t < tensors.size(); ++t) {
      const FactorSharding& f = picture.before.tensors[t].factors[static_cast<std::size_t>(factor)];
      if (!f.present || !tensors[t].valid() || !missingFrom(f.axes, piece, mesh_).empty()) continue;
      const TensorMapping& mapping = mappingOf(picture.rule, t);
      for (std::size_t d = 0; d < mapping.size(); ++d) {
        if (std::find(mapping[d].begin(), mapping[d].end(), factor) == mapping[d].end()) continue;
        source.from.push_back({tensors[t], d, piece, index_.plan().trace.steps[step].firstChange});
        source.tensors.push_back(t);
        break;
      }
    }
    found_.push_back(std::move(source));
  }

  const PlanIndex& index_;
  const AxisAt& at_;
  const Mesh& mesh_;
  std::vector<AxisSourceAt> found_;
};

}  // namespace

std::vector<AxisSourceAt> sourcesOf(const PlanIndex& index, const AxisAt& at, const Mesh& mesh) {
  return SourceFinder(index, at, mesh).find();
}

}  // namespace shardlens
