#pragma once

#include <string_view>
#include <vector>

namespace shardlens {

/// The parts of `text` between `separator`s, empty ones left out; views on it.
inline std::vector<std::string_view> words(std::string_view text, char separator = ' ') {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    std::size_t end = text.find(separator);
    if (end != 0) out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace shardlens
