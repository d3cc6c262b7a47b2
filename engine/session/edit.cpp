#include "engine/session/edit.h"

#include <algorithm>
#include <array>

namespace shardlens {

namespace {

constexpr std::array<std::string_view, 8> kKinds = {"sharding", "result", "constraint", "group", "mesh", "axis", "options", "switch"};
constexpr std::array<std::string_view, 3> kStrategies = {"basic", "aggressive", "basic-then-aggressive"};

void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  out += '"';
}

/// Takes a text in quotes from the front of `line`.
std::optional<std::string> takeQuoted(std::string_view& line) {
  if (!line.starts_with('"')) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '"') {
      line.remove_prefix(i + 1);
      return out;
    }
    if (line[i] == '\\' && ++i < line.size() && line[i] == 'n')
      out += '\n';
    else if (i < line.size())
      out += line[i];
  }
  return std::nullopt;
}

bool takeFlag(std::string_view& text, std::string_view name, bool* flag) {
  if (!text.starts_with(name)) return false;
  text.remove_prefix(name.size());
  std::string_view word = text.substr(0, text.find(' '));
  if (word != "on" && word != "off") return false;
  *flag = word == "on";
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

std::string_view editKindName(EditKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string printEdit(const Edit& edit) {
  std::string out(editKindName(edit.kind));
  out += ' ';
  appendQuoted(out, edit.path);
  out += ' ';
  for (char c : edit.text) out += c == '\n' ? ' ' : c;
  return out;
}

std::optional<Edit> readEdit(std::string_view line) {
  auto space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  auto kind = std::find(kKinds.begin(), kKinds.end(), line.substr(0, space));
  if (kind == kKinds.end()) return std::nullopt;
  line.remove_prefix(space + 1);
  std::optional<std::string> path = takeQuoted(line);
  if (!path || !line.starts_with(' ')) return std::nullopt;
  return Edit{*path, std::string(line.substr(1)), static_cast<EditKind>(kind - kKinds.begin())};
}

std::string printOptions(const PlanOptions& o) {
  auto flag = [](bool on) { return std::string(on ? "on" : "off"); };
  return "strategy=" + std::string(kStrategies[static_cast<std::size_t>(o.strategy)]) + " op-priorities=" + flag(o.opPriorities) +
         " user-priorities=" + flag(o.userPriorities) + " conservative=" + flag(o.conservative);
}

std::optional<PlanOptions> readOptions(std::string_view text) {
  constexpr std::string_view begin = "strategy=";
  if (!text.starts_with(begin)) return std::nullopt;
  text.remove_prefix(begin.size());
  auto strategy = std::find(kStrategies.begin(), kStrategies.end(), text.substr(0, text.find(' ')));
  if (strategy == kStrategies.end()) return std::nullopt;
  text.remove_prefix(strategy->size());
  PlanOptions o;
  o.strategy = static_cast<FactorStrategy>(strategy - kStrategies.begin());
  if (!takeFlag(text, " op-priorities=", &o.opPriorities) || !takeFlag(text, " user-priorities=", &o.userPriorities) ||
      !takeFlag(text, " conservative=", &o.conservative) || !text.empty())
    return std::nullopt;
  return o;
}

}  // namespace shardlens
