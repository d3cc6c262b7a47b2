#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/report/inspection.h"

namespace shardlens {

namespace {

using Json = nlohmann::ordered_json;

std::string bytesText(std::int64_t bytes) {
  constexpr const char* kUnits[] = {"B", "KB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < std::size(kUnits)) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

void meshLines(const Inspection& in, std::string& out) {
  for (const auto& mesh : in.meshes) {
    out += fmt::format("mesh @{}", mesh.name);
    for (const auto& [name, size] : mesh.axes) out += fmt::format("  {}={}", name, size);
    out += fmt::format("  ({} devices)\n", mesh.devices);
  }
}

Json box(const Module& module, const Outline& outline, BoxId id, std::vector<bool>& open) {
  const Box& b = outline.box(id);
  Json children = Json::array();
  // A function that calls itself would not end.
  BoxId shown = b.body ? b.body : id;
  if (!open[shown.value]) {
    open[shown.value] = true;
    for (BoxId child : outline.childrenOf(id)) children.push_back(box(module, outline, child, open));
    open[shown.value] = false;
  }
  Json out;
  out["name"] = b.name;
  out["kind"] = boxKindName(b.kind);
  out["ops"] = b.ops;
  if (b.kind == BoxKind::Run) out["equal"] = b.equalMembers;
  out["children"] = std::move(children);
  return out;
}

void tree(const Outline& outline, BoxId id, unsigned depth, unsigned left, std::string& out) {
  const Box& b = outline.box(id);
  out += fmt::format("{:{}}{}", "", depth * 2, b.name);
  if (b.kind != BoxKind::Argument && b.kind != BoxKind::Op)
    out += fmt::format("  ({}, {} ops{})", boxKindName(b.kind), b.ops, b.equalMembers ? ", equal" : "");
  out += '\n';
  if (left == 0) return;
  for (BoxId child : outline.childrenOf(id)) tree(outline, child, depth + 1, left - 1, out);
}

}  // namespace

std::string inspectionText(const Inspection& in) {
  std::string out;
  meshLines(in, out);
  out += fmt::format("{} operations, {} values\n\nfunctions\n", in.ops, in.values);
  for (const auto& f : in.functions) {
    out += fmt::format("  {:<24} {:<8} {:>6} ops {:>6} arguments {:>6} results {:>6} calls\n", f.name, f.isPublic ? "public" : "private",
                       f.ops, f.arguments, f.results, f.calls);
  }
  out += "\noperations\n";
  for (const auto& o : in.operations) out += fmt::format("  {:>8}  {}\n", o.count, o.name);
  out += fmt::format("\nannotations ({})\n", in.annotations.size());
  for (const auto& a : in.annotations)
    out += fmt::format("  line {:<6} {:<10} {}  {}  {}\n", a.at.line, a.kind, a.path, a.type, a.sharding);
  out += "\nlargest tensors\n";
  for (const auto& t : in.largest)
    out += fmt::format("  {:>10}  {}  {}{}{}\n", bytesText(t.bytes), t.path, t.type, t.sharding.empty() ? "" : "  ", t.sharding);
  return out;
}

std::string inspectionJson(const Inspection& in) {
  Json out;
  out["ops"] = in.ops;
  out["values"] = in.values;
  out["meshes"] = Json::array();
  for (const auto& mesh : in.meshes) {
    Json axes = Json::array();
    for (const auto& [name, size] : mesh.axes) axes.push_back({{"name", name}, {"size", size}});
    out["meshes"].push_back({{"name", mesh.name}, {"axes", axes}, {"devices", mesh.devices}});
  }
  out["functions"] = Json::array();
  for (const auto& f : in.functions) {
    out["functions"].push_back(
        {{"name", f.name}, {"public", f.isPublic}, {"ops", f.ops}, {"arguments", f.arguments}, {"results", f.results}, {"calls", f.calls}});
  }
  out["operations"] = Json::array();
  for (const auto& o : in.operations) out["operations"].push_back({{"name", o.name}, {"count", o.count}});
  out["annotations"] = Json::array();
  for (const auto& a : in.annotations) {
    out["annotations"].push_back(
        {{"value", a.path}, {"kind", a.kind}, {"type", a.type}, {"sharding", a.sharding}, {"line", a.at.line}, {"column", a.at.column}});
  }
  out["largest"] = Json::array();
  for (const auto& t : in.largest)
    out["largest"].push_back({{"value", t.path}, {"type", t.type}, {"bytes", t.bytes}, {"sharding", t.sharding}});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string outlineText(const Outline& outline, unsigned depth) {
  std::string out;
  tree(outline, outline.root, 0, depth, out);
  if (!outline.note.empty()) out += outline.note + "\n";
  return out;
}

std::string outlineJson(const Module& module, const Outline& outline) {
  std::vector<bool> open(outline.boxes.size(), false);
  Json out = box(module, outline, outline.root, open);
  if (!outline.note.empty()) out["note"] = outline.note;
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace shardlens
