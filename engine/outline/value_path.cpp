#include <algorithm>
#include <cctype>
#include <charconv>

#include "engine/outline/outline.h"

namespace shardlens {

namespace {

/// Which of the equally named siblings up to `leaf` it is, from 1; 0 where the name is the level's only one.
std::size_t ordinal(const Outline& outline, BoxId leaf) {
  BoxId parent = outline.box(leaf).parent;
  if (!parent) return 0;
  std::size_t before = 0, all = 0;
  for (BoxId sibling : outline.childrenOf(parent)) {
    if (outline.box(sibling).name != outline.box(leaf).name) continue;
    ++all;
    if (sibling.value == leaf.value || outline.box(sibling).first < outline.box(leaf).first) ++before;
  }
  return all > 1 ? before : 0;
}

std::string boxPath(const Outline& outline, BoxId leaf) {
  std::string text;
  for (BoxId at = leaf; at; at = outline.box(at).parent) {
    std::string part = outline.box(at).name;
    if (std::size_t n = ordinal(outline, at)) part += "#" + std::to_string(n);
    text = text.empty() ? part : part + "/" + text;
  }
  return text;
}

ValueId findByWrittenName(const Module& module, const Outline& outline, std::string_view function, std::string_view name) {
  std::uint32_t wantedResult = 0;
  if (auto hash = name.find('#'); hash != std::string_view::npos) {
    std::from_chars(name.data() + hash + 1, name.data() + name.size(), wantedResult);
    name = name.substr(0, hash);
  }
  for (std::uint32_t v = 0; v < module.valueCount(); ++v) {
    ValueId value(v);
    if (nameInText(module, value) != name) continue;
    BoxId leaf = v < outline.boxOfValue.size() ? outline.boxOfValue[v] : BoxId();
    while (leaf && outline.box(leaf).parent) leaf = outline.box(leaf).parent;
    if (!function.empty() && leaf && outline.box(leaf).name != function) continue;
    if (module.isArgument(value) || module.indexOf(value) == wantedResult) return value;
  }
  return {};
}

ValueId valueOfBox(const Module& module, const Box& box) {
  if (box.value) return box.value;
  return box.op && module.op(box.op).resultCount > 0 ? module.result(box.op) : ValueId();
}

BoxId findBox(const Outline& outline, BoxId at, std::string_view rest) {
  auto slash = rest.find('/');
  std::string_view part = rest.substr(0, slash);
  for (BoxId child : outline.childrenOf(at)) {
    const std::string& name = outline.box(child).name;
    if (!rest.starts_with(name)) continue;
    std::string full = name;
    if (std::size_t n = ordinal(outline, child)) full += "#" + std::to_string(n);
    if (rest == full) return child;
    if (part == name && slash == std::string_view::npos) return child;
    if (rest.starts_with(full + "/"))
      if (BoxId found = findBox(outline, child, rest.substr(full.size() + 1))) return found;
  }
  return {};
}

}  // namespace

std::string_view nameInText(const Module& module, ValueId value) {
  Offset at = module.value(value).source;
  if (at == kNoOffset || !module.source()) return {};
  std::string_view text = module.source()->text();
  if (at >= text.size() || text[at] != '%') return {};
  std::size_t end = at + 1;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) || std::string_view("_$.-").find(text[end]) != std::string_view::npos))
    ++end;
  return text.substr(at + 1, end - at - 1);
}

std::string valuePath(const Module& module, const Outline& outline, ValueId value) {
  BoxId leaf = value.value < outline.boxOfValue.size() ? outline.boxOfValue[value.value] : BoxId();
  if (!leaf) return "%" + std::string(nameInText(module, value));
  std::string text = boxPath(outline, leaf);
  bool ofBox = module.definingOp(value) == outline.box(leaf).op || outline.box(leaf).value == value;
  if (!ofBox) return text + "/%" + std::string(nameInText(module, value));
  OpId op = module.definingOp(value);
  if (op && module.op(op).resultCount > 1) text += ":" + std::to_string(module.indexOf(value));
  return text;
}

ValueId findValue(const Module& module, const Outline& outline, std::string_view path) {
  if (path.starts_with('%')) return findByWrittenName(module, outline, {}, path.substr(1));
  if (auto percent = path.find("/%"); percent != std::string_view::npos)
    return findByWrittenName(module, outline, path.substr(0, path.find('/')), path.substr(percent + 2));
  std::uint32_t result = 0;
  if (auto colon = path.rfind(':'); colon != std::string_view::npos) {
    std::from_chars(path.data() + colon + 1, path.data() + path.size(), result);
    path = path.substr(0, colon);
  }
  for (BoxId function : outline.functions) {
    const std::string& name = outline.box(function).name;
    if (!path.starts_with(name + "/")) continue;
    BoxId box = findBox(outline, function, path.substr(name.size() + 1));
    if (!box) continue;
    ValueId value = valueOfBox(module, outline.box(box));
    return value && result && !module.isArgument(value) ? ValueId(value.value + result) : value;
  }
  return {};
}

}  // namespace shardlens
