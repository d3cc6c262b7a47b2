#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/ir/intern.h"
#include "engine/support/hash.h"

namespace shardlens {

/// Remembers a 32-bit id for texts met before. Texts are views that must outlive the memo.
class TextMemo {
 public:
  static constexpr std::uint32_t kNone = InternTable::kEmpty;

  [[nodiscard]] std::uint32_t find(std::string_view text) const { return find(text, hashText(text)); }
  [[nodiscard]] std::uint32_t find(std::string_view text, std::uint64_t hash) const {
    std::uint32_t at = table_.find(hash, [&](std::uint32_t i) { return entries_[i].text == text; });
    return at == kNone ? kNone : entries_[at].id;
  }
  void add(std::string_view text, std::uint32_t id) { add(text, hashText(text), id); }
  void add(std::string_view text, std::uint64_t hash, std::uint32_t id) {
    table_.insert(hash, static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({text, id});
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string_view text;
    std::uint32_t id;
  };
  InternTable table_;
  std::vector<Entry> entries_;
};

}  // namespace shardlens
