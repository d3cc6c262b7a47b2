#include "engine/outline/argument_names.h"

#include <algorithm>

namespace shardlens {

std::string argumentName(const Module& module, ValueId argument) {
  AttrId loc = module.value(argument).loc;
  if (loc && module.context().kind(loc) == AttrKind::LocName) return std::string(module.context().attr(loc).text);
  return "arg" + std::to_string(module.indexOf(argument));
}

std::vector<std::string> numberedKeys(const std::string& name) {
  std::vector<std::string> keys, found;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = std::min(name.find_first_of("[].", at), name.size());
    std::string key = name.substr(at, end - at);
    if (key.size() > 2 && key.front() == '\'' && key.back() == '\'') key = key.substr(1, key.size() - 2);
    if (!key.empty()) keys.push_back(std::move(key));
    at = end + 1;
  }
  for (std::size_t k = 1; k + 1 < keys.size(); ++k) {
    bool number = keys[k].find_first_not_of("0123456789") == std::string::npos;
    if (number) {
      found.push_back(keys[k - 1] + "_" + keys[k]);
    } else if (keys[k].find_first_of("0123456789") != std::string::npos) {
      found.push_back(keys[k]);
    }
  }
  return found;
}

std::string lastKey(const std::string& name) {
  auto end = name.find_last_of(']');
  if (end == std::string::npos) {
    auto dot = name.find_last_of('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
  }
  // Keys like ['wq'].value end in an attribute; numbers like [0] are no name, so look further left.
  std::string rest = name;
  while (!rest.empty()) {
    auto close = rest.find_last_of(']');
    auto open = rest.find_last_of('[');
    if (close == std::string::npos || open == std::string::npos || open > close) break;
    std::string key = rest.substr(open + 1, close - open - 1);
    if (key.size() > 2 && key.front() == '\'' && key.back() == '\'') return key.substr(1, key.size() - 2);
    rest.resize(open);
  }
  return name;
}

}  // namespace shardlens
