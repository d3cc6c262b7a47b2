#include "app/cli/split_input.h"

#include <string>

namespace shardlens {

std::vector<SourcePtr> splitSource(const SourcePtr& source) {
  std::vector<SourcePtr> parts;
  std::string_view text = source->text();
  for (std::size_t from = 0; from < text.size();) {
    std::size_t to = text.find(kSplitMarker, from);
    auto part = text.substr(from, to == std::string_view::npos ? to : to - from);
    auto line = source->position(static_cast<Offset>(from)).line;
    if (!part.empty())
      parts.push_back(SourceBuffer::fromView("within split at " + source->name() + ":" + std::to_string(line) + " offset ", part, source));
    if (to == std::string_view::npos) break;
    from = to + kSplitMarker.size();
  }
  return parts;
}

}  // namespace shardlens
