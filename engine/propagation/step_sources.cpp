#include <algorithm>

#include "engine/propagation/step_table.h"

namespace shardlens {

namespace {

// First tensor that had all of `axes` on `factor` before the step: operands, then results.
std::int64_t sourceOf(const Projection& before, std::size_t factor, const AxisList& axes) {
  for (std::size_t t = 0; t < before.tensors.size(); ++t) {
    const FactorSharding& f = before.tensors[t].factors[factor];
    if (f.present && prefixStatus(axes, f.axes) != PrefixStatus::NotAPrefix) return static_cast<std::int64_t>(t);
  }
  return -1;
}

// Collects the new axes of one tensor; an axis keeps the first source that is found for it.
class SourceCollector {
 public:
  SourceCollector(const StepTable::Picture& picture, const Mesh& mesh, std::uint32_t tensor) : p_(picture), mesh_(mesh), tensor_(tensor) {}

  void visitDim(const DimMapping& mapping) {
    std::optional<AxisRef> previous;
    for (std::int64_t index : mapping) {
      const FactorSharding& old = p_.before.tensors[tensor_].factors[static_cast<std::size_t>(index)];
      const FactorSharding& now = p_.after.tensors[tensor_].factors[static_cast<std::size_t>(index)];
      if (old.axes == now.axes) continue;
      // Parts of one axis on neighbouring factors are one axis of the dimension.
      AxisList axes = now.axes;
      if (previous && canMerge(*previous, axes.back())) {
        forget(*previous);
        axes.back() = *merged(*previous, axes.back(), mesh_);
      }
      previous = now.axes.back();
      if (std::int64_t source = sourceOf(p_.before, static_cast<std::size_t>(index), now.axes); source >= 0)
        add(old.axes, axes, index, source);
    }
  }
  std::vector<AxisSource> take() { return std::move(found_); }

 private:
  void add(const AxisList& old, const AxisList& now, std::int64_t factor, std::int64_t source) {
    if (!old.empty() && old.back() != now[old.size() - 1]) add(now[old.size() - 1], factor, source);
    for (std::size_t i = old.size(); i < now.size(); ++i) add(now[i], factor, source);
  }
  void add(const AxisRef& axis, std::int64_t factor, std::int64_t source) {
    if (std::any_of(found_.begin(), found_.end(), [&](const AxisSource& s) { return s.axis == axis; })) return;
    found_.push_back({tensor_, static_cast<std::uint32_t>(source), factor, axis});
  }
  void forget(const AxisRef& axis) {
    std::erase_if(found_, [&](const AxisSource& s) { return s.axis == axis; });
  }
  const StepTable::Picture& p_;
  const Mesh& mesh_;
  std::uint32_t tensor_;
  std::vector<AxisSource> found_;
};

}  // namespace

std::vector<AxisSource> StepTable::sources(std::uint32_t step) const {
  Picture p = picture(step);
  AttrId meshRef;
  const Mesh* mesh = commonMesh(in(step), &meshRef);
  std::vector<AxisSource> all;
  for (std::uint32_t t = 0; mesh && t < p.after.tensors.size(); ++t) {
    SourceCollector collector(p, *mesh, t);
    for (const DimMapping& dim : mappingOf(p.rule, t)) collector.visitDim(dim);
    std::vector<AxisSource> found = collector.take();
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

}  // namespace shardlens
