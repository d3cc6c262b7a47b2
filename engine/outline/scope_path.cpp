#include "engine/outline/scope_path.h"

#include <algorithm>
#include <array>

namespace shardlens {

namespace {

// Parts of names that tracing adds and that say nothing about the model.
constexpr std::array<std::string_view, 15> kNoise = {"while",
                                                     "body",
                                                     "cond",
                                                     "eval_jaxpr",
                                                     "scan",
                                                     "checkpoint",
                                                     "remat",
                                                     "closed_call",
                                                     "custom_jvp_call",
                                                     "custom_vjp_call",
                                                     "shard_map",
                                                     "core_call",
                                                     "custom_vjp_call_jaxpr",
                                                     "pjit",
                                                     "xla_call"};
// Function transformations that wrap the names of what they transform: `vmap(block)`.
constexpr std::array<std::string_view, 10> kWrappers = {"jvp",  "transpose", "vmap",       "remat",      "checkpoint",
                                                        "pmap", "shard_map", "custom_jvp", "custom_vjp", "linearize"};

bool contains(std::span<const std::string_view> list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

/// End of the first part of `path`: the next `/` outside parentheses.
std::size_t partEnd(std::string_view path) {
  int depth = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '(') ++depth;
    if (path[i] == ')') --depth;
    if (path[i] == '/' && depth <= 0) return i;
  }
  return path.size();
}

}  // namespace

std::uint32_t ScopeReader::index(std::string_view name) {
  auto [at, added] = indices_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (added) {
    names_.emplace_back(name);
    stems_.push_back(UINT32_MAX);
  }
  return at->second;
}

std::uint32_t ScopeReader::stem(std::uint32_t i) {
  if (stems_[i] != UINT32_MAX) return stems_[i];
  std::string text = names_[i];
  auto digit = std::ranges::find_if(text, [](char c) { return c >= '0' && c <= '9'; });
  std::uint32_t found = i;
  if (digit != text.end()) {
    auto end = std::find_if(digit, text.end(), [](char c) { return c < '0' || c > '9'; });
    text.replace(digit, end, "#");
    found = index(text);
  }
  return stems_[i] = found;
}

ScopeReader::Name ScopeReader::scopeName(AttrId loc, bool insideName) const {
  const AttrData& d = module_.context().attr(loc);
  bool isName = d.kind == AttrKind::LocName;
  if (isName && d.text.find('/') != std::string_view::npos) return {d.text, insideName};
  if (!isName && d.kind != AttrKind::LocCallSite && d.kind != AttrKind::LocFused) return {};
  for (AttrId sub : d.subs) {
    if (Name name = scopeName(sub, isName || insideName); !name.text.empty()) return name;
  }
  return {};
}

void ScopeReader::addPart(std::string_view part, bool first, ScopePath& out) {
  auto open = part.find('(');
  if (open == std::string_view::npos || part.back() != ')') {
    if (part == "rematted_computation") part = "recompute";
    if (!part.empty() && !contains(kNoise, part)) out.scopes.push_back(index(part));
    return;
  }
  std::string_view wrapper = part.substr(0, open);
  std::string_view inner = part.substr(open + 1, part.size() - open - 2);
  if (wrapper == "jit" || wrapper == "pjit") {
    if (!first) addParts(inner, false, out);
    return;
  }
  if (!contains(kWrappers, wrapper)) {
    out.scopes.push_back(index(part));
    return;
  }
  if (wrapper == "transpose") out.direction = ScopeDirection::Backward;
  if (wrapper == "jvp" && out.direction == ScopeDirection::Unknown) out.direction = ScopeDirection::Forward;
  addParts(inner, false, out);
}

void ScopeReader::addParts(std::string_view path, bool first, ScopePath& out) {
  while (!path.empty()) {
    std::size_t end = partEnd(path);
    addPart(path.substr(0, end), first, out);
    first = false;
    path = end < path.size() ? path.substr(end + 1) : std::string_view();
  }
}

const ScopePath& ScopeReader::of(OpId op) {
  AttrId loc = module_.op(op).loc;
  if (!loc) return none_;
  auto [at, added] = known_.try_emplace(loc.value);
  if (!added) return at->second;
  Name name = scopeName(loc, false);
  if (name.text.empty()) return at->second;
  ScopePath path;
  path.named = true;
  // The last part is the operation's own name, unless that stands in a name around (`"mul"("jit(f)/layer_0"(...))`).
  std::size_t end = name.text.size();
  if (!name.isWholeScope) {
    for (std::size_t part = end = 0; part < name.text.size(); part += partEnd(name.text.substr(part)) + 1) end = part;
  }
  addParts(name.text.substr(0, end), true, path);
  known_[loc.value] = std::move(path);
  return known_[loc.value];
}

}  // namespace shardlens
