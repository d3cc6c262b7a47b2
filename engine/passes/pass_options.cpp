#include <algorithm>
#include <charconv>

#include "engine/passes/pass.h"

namespace shardlens {

namespace {

/// The value as options keep it, or nothing where `text` is none of its type.
bool normalise(OptionType type, std::string_view text, bool hasValue, std::string* value) {
  if (type == OptionType::Flag) {
    bool yes = !hasValue || text.empty() || text == "true" || text == "TRUE" || text == "True" || text == "1";
    bool no = text == "false" || text == "FALSE" || text == "False" || text == "0";
    *value = yes ? "true" : "false";
    return yes || no;
  }
  *value = text;
  if (type == OptionType::Text) return true;
  std::int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::string wrongValue(const PassOption& option, std::string_view text) {
  std::string what = "for the --" + std::string(option.name) + " option: '" + std::string(text) + "' ";
  return what +
         (option.type == OptionType::Flag ? "is invalid value for boolean argument! Try 0 or 1" : "value invalid for integer argument!");
}

/// Length of the text up to `stop` outside of braces, brackets, parentheses and quotes.
std::size_t lengthUntil(std::string_view text, std::string_view stops) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (depth == 0 && stops.find(c) != std::string_view::npos) {
      return i;
    } else if (c == '{' || c == '[' || c == '(') {
      ++depth;
    } else if (c == '}' || c == ']' || c == ')') {
      --depth;
    }
  }
  return text.size();
}

std::string_view unquoted(std::string_view value) {
  bool wrapped = value.size() >= 2 && ((value.front() == '{' && value.back() == '}') || (value.front() == '\'' && value.back() == '\'') ||
                                       (value.front() == '"' && value.back() == '"'));
  return wrapped ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

PassOptions::PassOptions(std::span<const PassOption> known) : known_(known) {
  for (const PassOption& option : known) values_.emplace(option.name, option.defaultValue);
}

bool PassOptions::set(std::string_view name, std::string_view value, bool hasValue, std::string* problem) {
  auto option = std::ranges::find(known_, name, &PassOption::name);
  if (option == known_.end()) {
    *problem = "<Pass-Options-Parser>: no such option " + std::string(name);
    return false;
  }
  if (normalise(option->type, value, hasValue, &values_.find(name)->second)) return true;
  *problem = wrongValue(*option, value);
  return false;
}

bool PassOptions::parse(std::string_view text, std::string* problem) {
  while (!text.empty()) {
    if (text.front() == ' ') {
      text.remove_prefix(1);
      continue;
    }
    auto one = text.substr(0, lengthUntil(text, " "));
    text.remove_prefix(one.size());
    auto equals = one.find('=');
    bool hasValue = equals != std::string_view::npos;
    if (!set(one.substr(0, equals), hasValue ? unquoted(one.substr(equals + 1)) : "", hasValue, problem)) return false;
  }
  return true;
}

std::int64_t PassOptions::integer(std::string_view name) const {
  const std::string& value = text(name);
  std::int64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

const std::string& PassOptions::text(std::string_view name) const {
  static const std::string none;
  auto found = values_.find(name);
  return found == values_.end() ? none : found->second;
}

}  // namespace shardlens
