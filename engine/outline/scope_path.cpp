#include "engine/outline/scope_path.h"

#include <algorithm>
#include <array>

namespace shardlens {

namespace {

// Parts of names that tracing adds and that say nothing about the model.
constexpr std::array<std::string_view, 16> kNoise = {"while",
                                                     "body",
                                                     "cond",
                                                     "eval_jaxpr",
                                                     "scan",
                                                     "checkpoint",
                                                     "remat",
                                                     "remat2",
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

bool isJit(std::string_view part) { return part.starts_with("jit(") || part.starts_with("pjit("); }

/// The scope that an einsum puts around itself (`bd,dhk->bhk`): it says how the operation was written, not where.
bool isEinsum(std::string_view part) { return part.find("->") != std::string_view::npos; }

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
  auto known = indices_.find(name);
  if (known != indices_.end()) return known->second;
  auto added = static_cast<std::uint32_t>(names_.size());
  indices_.emplace(name, added);
  names_.emplace_back(name);
  stems_.push_back(UINT32_MAX);
  return added;
}

std::uint32_t ScopeReader::stem(std::uint32_t i) {
  if (stems_[i] != UINT32_MAX) return stems_[i];
  std::string text;
  bool inNumber = false;
  for (char c : names_[i]) {
    bool digit = c >= '0' && c <= '9';
    if (!digit || !inNumber) text += digit ? '#' : c;
    inNumber = digit;
  }
  std::uint32_t found = text.find('#') == std::string::npos ? i : index(text);
  return stems_[i] = found;
}

void ScopeReader::collect(AttrId loc, bool atCall, Names& out) const {
  const AttrData& d = module_.context().attr(loc);
  if (d.kind == AttrKind::LocCallSite && d.subs.size() == 2) {
    collect(d.subs[1], true, out);
    collect(d.subs[0], true, out);
    return;
  }
  if (d.kind == AttrKind::LocFused) {
    for (std::size_t i = 0, before = out.list.size(); i < d.subs.size() && out.list.size() == before; ++i) collect(d.subs[i], atCall, out);
    return;
  }
  if (d.kind != AttrKind::LocName) return;
  std::size_t before = out.list.size();
  if (d.text.find('/') == std::string_view::npos && !d.subs.empty()) collect(d.subs[0], atCall, out);
  if (out.list.size() == before) {
    out.list.push_back(d.text);
  } else if (!atCall) {
    (d.text.empty() ? out.isUnnamed : out.isWholeScope) = true;
  }
}

void ScopeReader::addPart(std::string_view part, bool first, ScopePath& out) {
  auto open = part.find('(');
  if (open == std::string_view::npos || part.back() != ')') {
    if (part == "rematted_computation") part = "recompute";
    if (!part.empty() && !contains(kNoise, part) && !isEinsum(part)) out.scopes.push_back(index(part));
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
  if (wrapper == "jvp" && out.direction == ScopeDirection::Backward && !out.scopes.empty() && again_ == 0) again_ = out.scopes.size();
  if (wrapper == "transpose") out.direction = ScopeDirection::Backward;
  if (wrapper == "jvp" && out.direction == ScopeDirection::Unknown) out.direction = ScopeDirection::Forward;
  addParts(inner, false, out);
}

// What is recomputed in the backward pass is named by both: `transpose(jvp(model))/layer_3/jvp(model)/layer_3`.
void ScopeReader::dropRepeated(std::size_t again, ScopePath& path) {
  auto& scopes = path.scopes;
  if (again == 0 || again * 2 > scopes.size()) return;
  auto middle = scopes.begin() + static_cast<std::ptrdiff_t>(again);
  if (std::equal(scopes.begin(), middle, middle)) scopes.erase(scopes.begin(), middle);
}

void ScopeReader::addParts(std::string_view path, bool first, ScopePath& out) {
  while (!path.empty()) {
    std::size_t end = partEnd(path);
    addPart(path.substr(0, end), first, out);
    first = false;
    path = end < path.size() ? path.substr(end + 1) : std::string_view();
  }
}

// Of a call the whole name may be scope (`jit(f)/layer_0`): it is one unless it says what is called.
bool ScopeReader::endsInScope(OpId op, std::string_view last) const {
  if (last.find("jit(") != std::string_view::npos) return false;
  if (last.find('(') != std::string_view::npos) return true;
  if (module_.op(op).kind != OpKind::FuncCall) return false;
  AttrId callee = module_.attribute(op, "callee");
  return !callee || !module_.context().attr(callee).text.starts_with(last);
}

ScopePath ScopeReader::read(OpId op, AttrId loc) {
  ScopePath path;
  Names& names = found_;
  names.list.clear();
  names.isWholeScope = names.isUnnamed = false;
  collect(loc, false, names);
  bool scoped = std::ranges::any_of(names.list, [](std::string_view name) { return name.find('/') != std::string_view::npos; });
  path.named = scoped || std::ranges::any_of(names.list, isJit);
  if (!scoped) return path;  // names without `/` are those of functions in a traceback
  std::string joined;
  std::string_view text = names.list.front();
  if (names.list.size() > 1) {
    for (std::string_view name : names.list) (joined += joined.empty() || name.empty() ? "" : "/") += name;
    text = joined;
  }
  // The last part is the operation's own name, unless that stands in a name around (`"mul"("jit(f)/layer_0"(...))`).
  std::size_t last = 0;
  for (std::size_t part = 0; part < text.size(); part += partEnd(text.substr(part)) + 1) last = part;
  bool inlined = names.isUnnamed && text.substr(last).find("jit(") != std::string_view::npos;  // it stands for a whole function
  bool whole = names.isWholeScope || inlined || endsInScope(op, text.substr(last));
  again_ = 0;
  addParts(whole ? text : text.substr(0, last), true, path);
  dropRepeated(again_, path);
  return path;
}

const ScopePath& ScopeReader::of(OpId op) {
  AttrId loc = module_.op(op).loc;
  if (!loc) return none_;
  auto [at, added] = known_.try_emplace(std::uint64_t{loc.value} << 1 | (module_.op(op).kind == OpKind::FuncCall ? 1U : 0U));
  if (added) at->second = read(op, loc);
  return at->second;
}

}  // namespace shardlens
