#include "engine/mlir/print_book.h"

namespace shardlens {

bool PrintBook::find(std::uint32_t kind, const char* dialect, PrintedSentence* out) const {
  if (kind >= entries_.size() || entries_[kind].length == 0 || entries_[kind].dialect != dialect) return false;
  const Entry& e = entries_[kind];
  out->text = {texts_.data() + e.from, e.length};
  out->holes = {holes_.data() + e.firstHole, e.holes};
  return true;
}

void PrintBook::keep(std::uint32_t kind, const char* dialect, std::string_view text, std::span<const PrintedSentence::Hole> holes) {
  constexpr std::size_t kLongest = 4096;  // longer ones hold constants and are rarely said twice
  if (text.size() > kLongest) return;
  if (kind >= entries_.size()) entries_.resize(kind + 1 + kind / 2);
  if (entries_[kind].length) return;  // one dialect's is kept
  entries_[kind] = {dialect, static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(text.size()),
                    static_cast<std::uint32_t>(holes_.size()), static_cast<std::uint32_t>(holes.size())};
  texts_.append(text);
  holes_.insert(holes_.end(), holes.begin(), holes.end());
}

}  // namespace shardlens
