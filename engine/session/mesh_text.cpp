#include "engine/session/mesh_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

namespace shardlens {

namespace {

constexpr std::int64_t kMostDevices = 1 << 24;

bool inOrder(const std::vector<std::int64_t>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] != static_cast<std::int64_t>(i)) return false;
  return true;
}

class MeshReader {
 public:
  explicit MeshReader(std::string_view text) : text_(text) {}

  ReadMesh read() {
    MeshText mesh;
    if (!need("[") || !axes(&mesh) || !devices(&mesh)) return {{}, problem_};
    blanks();
    if (at_ != text_.size()) return {{}, "nothing more was expected after the mesh"};
    if (std::string problem = checkMesh(mesh); !problem.empty()) return {{}, std::move(problem)};
    if (inOrder(mesh.deviceIds)) mesh.deviceIds.clear();
    return {std::move(mesh), {}};
  }

 private:
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view word) {
    blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool need(std::string_view word) { return take(word) || fail("expected \"" + std::string(word) + "\""); }
  bool fail(std::string why) {
    if (problem_.empty()) problem_ = std::move(why);
    return false;
  }
  bool number(std::int64_t* value) {
    blanks();
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), *value);
    if (error != std::errc()) return fail("expected a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return true;
  }
  bool name(std::string* value) {
    if (!need("\"")) return false;
    auto end = text_.find('"', at_);
    if (end == std::string_view::npos) return fail("the name of an axis has no end");
    *value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }
  bool axes(MeshText* mesh) {
    while (!take("]")) {
      MeshText::Axis axis;
      if ((!mesh->axes.empty() && !need(",")) || !name(&axis.name) || !need("=") || !number(&axis.size)) return false;
      mesh->axes.push_back(std::move(axis));
    }
    return true;
  }
  bool devices(MeshText* mesh) {
    if (!take(",")) return true;
    if (!need("device_ids") || !need("=") || !need("[")) return false;
    for (bool first = true; !take("]"); first = false) {
      std::int64_t id = 0;
      if ((!first && !need(",")) || !number(&id)) return false;
      mesh->deviceIds.push_back(id);
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

std::string checkAxes(const MeshText& mesh) {
  for (std::size_t a = 0; a < mesh.axes.size(); ++a) {
    const MeshText::Axis& axis = mesh.axes[a];
    if (axis.name.empty()) return "axis " + std::to_string(a) + " has no name";
    if (axis.name.find_first_of("\"\\\n") != std::string::npos) return "an axis' name cannot hold quotes, backslashes or line ends";
    if (axis.size < 1) return "axis \"" + axis.name + "\" has size " + std::to_string(axis.size) + ": at least 1 is needed";
    for (std::size_t b = 0; b < a; ++b)
      if (mesh.axes[b].name == axis.name) return "two axes have the name \"" + axis.name + "\"";
  }
  return {};
}

}  // namespace

std::int64_t MeshText::deviceCount() const {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t count = 1;
  for (const Axis& axis : axes) count = axis.size > 0 && count > kMost / axis.size ? kMost : count * axis.size;
  return count;
}

std::string printMesh(const MeshText& mesh) {
  std::string text = "[";
  for (const MeshText::Axis& axis : mesh.axes) text += (text.size() > 1 ? ", \"" : "\"") + axis.name + "\"=" + std::to_string(axis.size);
  text += "]";
  if (mesh.deviceIds.empty()) return text;
  text += ", device_ids=[";
  for (std::size_t i = 0; i < mesh.deviceIds.size(); ++i) text += (i ? ", " : "") + std::to_string(mesh.deviceIds[i]);
  return text + "]";
}

std::string checkMesh(const MeshText& mesh) {
  if (std::string problem = checkAxes(mesh); !problem.empty()) return problem;
  if (mesh.axes.empty()) return "a mesh needs an axis";
  std::int64_t count = mesh.deviceCount();
  if (count > kMostDevices) return "the mesh has more than " + std::to_string(kMostDevices) + " devices";
  if (mesh.deviceIds.empty()) return {};
  if (static_cast<std::int64_t>(mesh.deviceIds.size()) != count)
    return "the axes make " + std::to_string(count) + " devices, the order names " + std::to_string(mesh.deviceIds.size());
  std::vector<std::int64_t> sorted = mesh.deviceIds;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<std::int64_t>(i))
      return "each device from 0 to " + std::to_string(count - 1) + " must stand once in the order";
  return {};
}

ReadMesh readMesh(std::string_view text) { return MeshReader(text).read(); }

MeshText toText(const Context& c, const Mesh& mesh) {
  MeshText text;
  for (const MeshAxis& axis : mesh.axes) text.axes.push_back({std::string(c.str(axis.name)), axis.size});
  text.deviceIds = mesh.deviceIds;
  return text;
}

Mesh toMesh(Context& c, const MeshText& text) {
  Mesh mesh;
  for (const MeshText::Axis& axis : text.axes) mesh.axes.push_back({c.str(axis.name), axis.size});
  mesh.deviceIds = text.deviceIds;
  return mesh;
}

}  // namespace shardlens
