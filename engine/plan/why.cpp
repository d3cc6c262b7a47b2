#include "engine/plan/why.h"

#include <algorithm>

namespace shardlens {

namespace {

/// The annotation behind a piece that no step brought.
WhyEnd endOf(const PlanIndex& index, const AxisAt& at, const AxisSourceAt& source) {
  WhyEnd end;
  end.place = at.place, end.dim = at.dim;
  const Plan& plan = index.plan();
  bool border = source.kind == AxisSourceAt::Kind::Border;
  if (at.place.func) {
    OpId func = plan.origins->opened(at.place.func);
    end.written = writtenOnResult(*plan.opened, func, at.place.result);
  }
  if (!end.written) end.written = findWritten(*plan.opened, index.openedAt(at.place), at.dim, source.piece);
  if (!end.written) return end;
  end.kind = border ? WhyEnd::Kind::Border : source.kind == AxisSourceAt::Kind::Opening ? WhyEnd::Kind::Opened : WhyEnd::Kind::Written;
  return end;
}

WhyLink linkOf(const PlanIndex& index, const AxisAt& at, const AxisSourceAt& source, const Mesh& mesh) {
  const Step& step = index.plan().trace.steps[source.step];
  const ShardingRule& rule = index.table().decodedRule(step.rule);
  WhyLink link;
  link.group = source.kind == AxisSourceAt::Kind::Group;
  link.axis = axisOf(source.piece, mesh);
  link.step = source.step;
  link.op = step.op;
  link.factor = source.factor;
  if (source.factor >= 0) link.factorKind = rule.kind(source.factor);
  link.from = source.from.front().place, link.fromDim = source.from.front().dim;
  link.to = at.place, link.toDim = at.dim;
  link.fromResult = source.tensors.front() >= rule.operands.size();
  link.toResult = source.tensor >= rule.operands.size();
  link.others = source.from.size() - 1;
  return link;
}

/// Follows the first source of each part; a chain parts where its axis does.
class ChainWalker {
 public:
  ChainWalker(const PlanIndex& index, const Mesh& mesh) : index_(index), mesh_(mesh) {}

  std::vector<WhyChain> walk(const AxisAt& at) {
    open_.push_back({{axisOf(at.piece, mesh_), {}, {}}, at});
    while (!open_.empty()) {
      auto [chain, here] = std::move(open_.back());
      open_.pop_back();
      goOn(std::move(chain), here);
    }
    return std::move(done_);
  }

 private:
  struct Open {
    WhyChain chain;
    AxisAt at;
  };
  void goOn(WhyChain chain, AxisAt at) {
    for (;;) {
      std::vector<AxisSourceAt> sources = sourcesOf(index_, at, mesh_);
      if (sources.empty()) return;
      for (std::size_t i = 1; i < sources.size(); ++i) branch(chain, at, sources[i]);
      if (!advance(chain, at, sources[0])) return;
    }
  }
  void branch(const WhyChain& chain, AxisAt at, const AxisSourceAt& source) {
    WhyChain own = chain;
    if (advance(own, at, source)) open_.push_back({std::move(own), at});
  }
  /// Adds a link and moves `at` to its far side; false where the chain ends.
  bool advance(WhyChain& chain, AxisAt& at, const AxisSourceAt& source) {
    chain.axis = axisOf(source.piece, mesh_);
    if (source.from.empty()) {
      chain.end = endOf(index_, at, source);
      done_.push_back(std::move(chain));
      return false;
    }
    chain.links.push_back(linkOf(index_, at, source, mesh_));
    at = source.from.front();
    return true;
  }

  const PlanIndex& index_;
  const Mesh& mesh_;
  std::vector<Open> open_;
  std::vector<WhyChain> done_;
};

const Mesh* meshAt(const PlanIndex& index, const AxisAt& at) { return index.meshOf(index.at(at.place, at.time)); }

}  // namespace

WhyAxis whyAxisAt(const PlanIndex& index, const AxisAt& at) {
  const Mesh* mesh = meshAt(index, at);
  if (!mesh) return {};
  return {at.place, at.dim, axisOf(at.piece, *mesh), ChainWalker(index, *mesh).walk(at)};
}

std::vector<WhyAxis> whySharded(const PlanIndex& index, ValueId opened) {
  std::vector<WhyAxis> all;
  std::vector<TensorPlace> places = index.placesOf(opened);
  if (places.empty()) return all;
  const Mesh* mesh = index.meshOf(index.at(places.front(), index.end()));
  const TensorSharding& sharding = index.decodedAt(places.front(), index.end());
  for (std::size_t d = 0; mesh && d < sharding.dims.size(); ++d)
    for (const AxisRef& axis : sharding.dims[d].axes)
      all.push_back(whyAxisAt(index, {places.front(), d, pieceOf(axis, *mesh), index.end()}));
  return all;
}

std::vector<AxisAt> placesWith(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis) {
  std::vector<AxisAt> all;
  for (const TensorPlace& place : index.placesOf(opened)) {
    const Mesh* mesh = index.meshOf(index.at(place, index.end()));
    const TensorSharding& sharding = index.decodedAt(place, index.end());
    if (!mesh || dim >= sharding.dims.size() || mesh->axisSize(axis.name) == 0) continue;
    for (const AxisPiece& piece : presentIn(sharding.dims[dim].axes, pieceOf(axis, *mesh), *mesh))
      all.push_back({place, dim, piece, index.end()});
  }
  return all;
}

WhyAxis whyAxis(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis) {
  WhyAxis found;
  found.dim = dim, found.axis = axis;
  for (const AxisAt& at : placesWith(index, opened, dim, axis)) {
    if (found.place.valid() && found.place != at.place) break;
    WhyAxis part = whyAxisAt(index, at);
    found.place = at.place;
    found.chains.insert(found.chains.end(), part.chains.begin(), part.chains.end());
  }
  return found;
}

namespace {

/// Follows all sources of pieces, each once, and gathers the annotations at their ends.
class Gatherer {
 public:
  explicit Gatherer(const PlanIndex& index) : index_(index) {}

  void add(const AxisAt& at, const Mesh& mesh) {
    std::vector<AxisAt> open{at};
    while (!open.empty()) {
      AxisAt here = open.back();
      open.pop_back();
      for (const AxisSourceAt& source : sourcesOf(index_, here, mesh)) {
        if (source.from.empty()) addEnd(endOf(index_, here, source));
        for (const AxisAt& from : source.from)
          if (isNew(from, source)) open.push_back(from);
      }
    }
  }
  std::vector<Written> found;
  bool unnamed = false;

 private:
  void addEnd(const WhyEnd& end) {
    if (!end.written) {
      unnamed = true;
    } else if (std::find(found.begin(), found.end(), *end.written) == found.end()) {
      found.push_back(*end.written);
    }
  }
  // The same piece at the same place that came by the same change has the same sources.
  bool isNew(const AxisAt& at, const AxisSourceAt&) {
    std::span<const std::uint32_t> changes = index_.changesOf(at.place);
    auto last = static_cast<std::uint32_t>(std::lower_bound(changes.begin(), changes.end(), at.time) - changes.begin());
    for (const AxisAt& seen : seen_[{at.place.slot.value, at.place.func.value}])
      if (seen.place == at.place && seen.dim == at.dim && seen.piece == at.piece && seen.time == last) return false;
    seen_[{at.place.slot.value, at.place.func.value}].push_back({at.place, at.dim, at.piece, last});
    return true;
  }

  const PlanIndex& index_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<AxisAt>> seen_;
};

}  // namespace

std::vector<Written> annotationsBehind(const PlanIndex& index, const std::vector<AxisAt>& all, bool* unnamed) {
  Gatherer gatherer(index);
  for (const AxisAt& at : all)
    if (const Mesh* mesh = meshAt(index, at)) gatherer.add(at, *mesh);
  if (unnamed) *unnamed = gatherer.unnamed;
  return std::move(gatherer.found);
}

}  // namespace shardlens
