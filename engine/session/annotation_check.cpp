#include <algorithm>

#include "engine/session/annotation_text.h"

namespace shardlens {

namespace {

std::string quoted(const AxisText& axis) {
  std::string text = "\"" + axis.name + "\"";
  if (axis.size != 0) text += ":(" + std::to_string(axis.preSize) + ")" + std::to_string(axis.size);
  return text;
}

/// Looks at the axes of a sharding one after the other, remembering where each was met.
class Checker {
 public:
  Checker(const ShardingScope::NamedMesh& mesh) : mesh_(mesh) {}

  std::string add(const AxisText& axis, const std::string& where) {
    auto known = std::find_if(mesh_.axes.begin(), mesh_.axes.end(), [&](const auto& a) { return a.name == axis.name; });
    if (known == mesh_.axes.end()) return "axis \"" + axis.name + "\" is not in mesh @" + mesh_.name + axesOfMesh();
    std::int64_t from = axis.size ? axis.preSize : 1, to = axis.size ? axis.preSize * axis.size : known->size;
    if (axis.size != 0 && (axis.preSize < 1 || axis.size < 2 || known->size % to != 0))
      return quoted(axis) + " is not a part of \"" + axis.name + "\" = " + std::to_string(known->size);
    for (const Seen& seen : seen_)
      if (seen.name == axis.name && from < seen.to && seen.from < to)
        return "axis " + quoted(axis) + " is used twice: " + seen.where + " and " + where;
    seen_.push_back({axis.name, from, to, where});
    return {};
  }

 private:
  std::string axesOfMesh() const {
    std::string text;
    for (const auto& axis : mesh_.axes) text += (text.empty() ? " (its axes: " : ", ") + axis.name;
    return text.empty() ? text : text + ")";
  }
  struct Seen {
    std::string name;
    std::int64_t from, to;
    std::string where;
  };
  const ShardingScope::NamedMesh& mesh_;
  std::vector<Seen> seen_;
};

}  // namespace

std::string checkSharding(const ShardingText& sharding, const ShardingScope& scope) {
  auto mesh = std::find_if(scope.meshes.begin(), scope.meshes.end(), [&](const auto& m) { return m.name == sharding.mesh; });
  if (mesh == scope.meshes.end())
    return sharding.mesh.empty() ? "the program has no mesh with a name" : "there is no mesh @" + sharding.mesh;
  if (sharding.dims.size() != scope.shape.size())
    return "the sharding has " + std::to_string(sharding.dims.size()) +
           (sharding.dims.size() == 1 ? " dimension, the tensor " : " dimensions, the tensor ") + std::to_string(scope.shape.size());
  Checker checker(*mesh);
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
    const DimText& dim = sharding.dims[d];
    if (dim.closed && dim.axes.empty() && dim.priority)
      return "dimension " + std::to_string(d) + " is closed and empty: a priority has no meaning there";
    for (const AxisText& axis : dim.axes)
      if (std::string problem = checker.add(axis, "dimension " + std::to_string(d)); !problem.empty()) return problem;
  }
  for (const AxisText& axis : sharding.replicated)
    if (std::string problem = checker.add(axis, "replicated"); !problem.empty()) return problem;
  for (const AxisText& axis : sharding.unreduced)
    if (std::string problem = checker.add(axis, "unreduced"); !problem.empty()) return problem;
  return {};
}

}  // namespace shardlens
