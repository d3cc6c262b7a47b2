#include "tests/random/random_shardings.h"

#include <algorithm>

namespace shardlens::random {

std::string Tensor::text() const {
  std::string text = "tensor<";
  for (std::int64_t size : shape) text += std::to_string(size) + "x";
  return text + element + ">";
}

std::int64_t Tensor::elements() const {
  std::int64_t all = 1;
  for (std::int64_t size : shape) all *= size;
  return all;
}

Shardings::Shardings(Dice& dice, const Options& options) : dice_(dice), options_(options) {
  meshes_.push_back(makeMesh(0));
  if (options.meshes && dice.chance(20)) meshes_.push_back(makeMesh(1));
  if (options.meshes && dice.chance(5)) meshes_.push_back({"max", {}, "sdy.mesh @max = <[], device_ids=[0]>"});
}

RandomMesh Shardings::makeMesh(int number) {
  static constexpr std::int64_t kSizes[] = {2, 2, 2, 3, 4, 4, 8};
  RandomMesh mesh{number == 0 ? "mesh" : "other", {}, {}};
  std::int64_t devices = 1, count = dice_.between(1, 4);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t size = options_.meshes && dice_.chance(6) ? 1 : dice_.pick(kSizes);
    mesh.axes.push_back({std::string(1, static_cast<char>((number == 0 ? 'a' : 'p') + i)), size});
    devices *= size;
  }
  mesh.definition = "sdy.mesh @" + mesh.name + " = <[";
  for (const Axis& axis : mesh.axes)
    mesh.definition += (mesh.definition.back() == '[' ? "\"" : ", \"") + axis.name + "\"=" + std::to_string(axis.size);
  mesh.definition += "]";
  if (options_.meshes && devices > 1 && devices <= 16 && dice_.chance(8)) {
    mesh.definition += ", device_ids=[";
    for (std::int64_t d = devices; d > 0; --d) mesh.definition += std::to_string(d - 1) + (d > 1 ? ", " : "]");
  }
  mesh.definition += ">";
  return mesh;
}

std::string Shardings::definitions() const {
  std::string text;
  for (const RandomMesh& mesh : meshes_) text += mesh.definition + "\n";
  return text;
}

namespace {

std::string quoted(const Axis& axis) { return "\"" + axis.name + "\""; }

}  // namespace

// One dimension: some axes that mostly divide it, open or closed, perhaps with a priority. An axis may be used by half.
std::string Shardings::dimension(std::int64_t size, std::vector<Axis>& free) {
  std::string text = "{";
  std::int64_t parts = 1;
  int most = dice_.chance(60) ? 1 : dice_.chance(70) ? 0 : 2;
  for (int i = 0; i < most && !free.empty(); ++i) {
    Axis axis = free.back();
    bool half = axis.size % 2 == 0 && axis.size > 2 && dice_.chance(15);
    std::int64_t cut = half ? axis.size / 2 : axis.size;
    if (size % (parts * cut) != 0 && !dice_.chance(8)) continue;
    free.pop_back();
    parts *= cut;
    text += text.size() > 1 ? ", " : "";
    if (!half) {
      text += quoted(axis);
    } else {
      bool front = dice_.chance(50);
      text += quoted(axis) + ":(" + std::to_string(front ? 1 : 2) + ")" + std::to_string(cut);
    }
  }
  bool open = dice_.chance(50);
  if (open) text += text.size() > 1 ? ", ?" : "?";
  bool mayWait = options_.priorities && text.size() > 1 && dice_.chance(15);
  return text + "}" + (mayWait ? "p" + std::to_string(dice_.between(0, 3)) : "");
}

std::string Shardings::listOf(std::vector<Axis>& free, int most) {
  std::vector<Axis> taken;
  while (!free.empty() && static_cast<int>(taken.size()) < most) {
    taken.push_back(free.back());
    free.pop_back();
  }
  std::sort(taken.begin(), taken.end(), [](const Axis& a, const Axis& b) { return a.name < b.name; });
  std::string text = "{";
  for (const Axis& axis : taken) text += (text.size() > 1 ? ", " : "") + quoted(axis);
  return text + "}";
}

std::string Shardings::sharding(const Tensor& tensor, const std::vector<std::string>& taken) {
  const RandomMesh& mesh = dice_.chance(85) || !taken.empty() ? meshes_.front() : dice_.pick(meshes_);
  std::string text = "<@" + mesh.name + ", [";
  if (mesh.axes.empty()) return text + "]>";
  std::vector<Axis> free = mesh.axes;
  std::erase_if(free, [&](const Axis& axis) { return std::find(taken.begin(), taken.end(), axis.name) != taken.end(); });
  dice_.shuffle(free);
  for (std::size_t d = 0; d < tensor.shape.size(); ++d) text += (d ? ", " : "") + dimension(tensor.shape[d], free);
  text += "]";
  if (!free.empty() && dice_.chance(12)) text += ", replicated=" + listOf(free, 1 + static_cast<int>(dice_.below(2)));
  if (options_.unreduced && !free.empty() && dice_.chance(10)) text += ", unreduced=" + listOf(free, 1);
  return text + ">";
}

}  // namespace shardlens::random
