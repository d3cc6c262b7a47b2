#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

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
    if (std::size_t n = ordinal(outline, at)) part.append(1, '#').append(std::to_string(n));
    text.insert(0, text.empty() ? part : part + "/");
  }
  return text;
}

/// True for the value that a path means which ends at its box.
bool standsForBox(const Module& module, const Box& box, ValueId value) {
  return box.value == value || (box.op && module.definingOp(value) == box.op);
}

BoxId boxOf(const Outline& outline, ValueId value) {
  return value.value < outline.boxOfValue.size() ? outline.boxOfValue[value.value] : BoxId();
}

/// Cuts a number behind the last `mark` off `text`; nothing where there is none.
std::optional<std::uint32_t> takeNumber(std::string_view& text, char mark) {
  std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos || at + 1 == text.size()) return std::nullopt;
  std::uint32_t number = 0;
  auto end = std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
  text = text.substr(0, at);
  return number;
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

/// The box that a whole path names: a function, or one inside it.
BoxId findBox(const Outline& outline, std::string_view path) {
  for (BoxId function : outline.functions) {
    const std::string& name = outline.box(function).name;
    if (path == name) return function;
    if (!path.starts_with(name + "/")) continue;
    if (BoxId box = findBox(outline, function, path.substr(name.size() + 1))) return box;
  }
  return {};
}

/// Values inside a box that have a name of their own: arguments and operations of regions that the outline does not open.
class NamedInside {
 public:
  NamedInside(const Module& module, const Outline& outline, BoxId box) : module_(module), outline_(outline), box_(box) {}

  /// Calls `visit(value)` for each of that written name, in the order of the text, until it gives true.
  template <typename Visit>
  void each(std::string_view name, Visit&& visit) const {
    for (std::uint32_t v = 0; v < module_.valueCount(); ++v) {
      ValueId value(v);
      if (boxOf(outline_, value) != box_ || standsForBox(module_, outline_.box(box_), value)) continue;
      if (nameInText(module_, value) == name && visit(value)) return;
    }
  }

 private:
  const Module& module_;
  const Outline& outline_;
  BoxId box_;
};

std::string insidePath(const Module& module, const Outline& outline, BoxId box, ValueId value) {
  std::string_view name = nameInText(module, value);
  std::size_t before = 0;
  NamedInside(module, outline, box).each(name, [&](ValueId other) { return ++before, other == value; });
  std::string text = "/%" + std::string(name);
  // Names return in neighbouring regions, and the results of one operation share one.
  if (before > 1) text += "~" + std::to_string(before);
  return text;
}

ValueId findInside(const Module& module, const Outline& outline, BoxId box, std::string_view name) {
  std::size_t wanted = takeNumber(name, '~').value_or(1);
  ValueId found;
  NamedInside(module, outline, box).each(name, [&](ValueId value) { return --wanted == 0 ? (found = value, true) : false; });
  return found;
}

/// The first value with a written name, inside a box where one is given; `%12#1` is the second result.
ValueId findByWrittenName(const Module& module, const Outline& outline, BoxId within, std::string_view name) {
  std::string_view bare = name;
  std::uint32_t wanted = takeNumber(bare, '#').value_or(0);
  for (std::uint32_t v = 0; v < module.valueCount(); ++v) {
    ValueId value(v);
    if (nameInText(module, value) != bare) continue;
    BoxId box = boxOf(outline, value);
    if (within && !(box && outline.holds(within, box))) continue;
    if (module.isArgument(value) ? bare.size() == name.size() : module.indexOf(value) == wanted) return value;
  }
  return {};
}

ValueId valueOfBox(const Module& module, const Box& box, std::uint32_t result) {
  if (box.value) return result == 0 ? box.value : ValueId();
  return box.op && result < module.op(box.op).resultCount ? module.result(box.op, result) : ValueId();
}

ValueId findByName(const Module& module, const Outline& outline, std::string_view before, std::string_view name) {
  BoxId box = findBox(outline, before);
  if (!box) return {};
  ValueId inside = findInside(module, outline, box, name);
  return inside ? inside : findByWrittenName(module, outline, box, name);
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
  BoxId leaf = boxOf(outline, value);
  if (!leaf) return "%" + std::string(nameInText(module, value));
  std::string text = boxPath(outline, leaf);
  if (!standsForBox(module, outline.box(leaf), value)) return text + insidePath(module, outline, leaf, value);
  OpId op = module.definingOp(value);
  if (op && module.op(op).resultCount > 1) text += ":" + std::to_string(module.indexOf(value));
  return text;
}

ValueId findValue(const Module& module, const Outline& outline, std::string_view path) {
  if (path.starts_with('%')) return findByWrittenName(module, outline, {}, path.substr(1));
  if (auto percent = path.rfind("/%"); percent != std::string_view::npos)
    if (ValueId value = findByName(module, outline, path.substr(0, percent), path.substr(percent + 2))) return value;
  if (BoxId box = findBox(outline, path))
    if (ValueId value = valueOfBox(module, outline.box(box), 0)) return value;
  std::optional<std::uint32_t> result = takeNumber(path, ':');
  BoxId box = result ? findBox(outline, path) : BoxId();
  return box ? valueOfBox(module, outline.box(box), *result) : ValueId();
}

}  // namespace shardlens
