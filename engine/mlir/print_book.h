#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardlens {

/// How operations of one class are written, with holes for the names of their operands; results and locations stand outside.
struct PrintedSentence {
  struct Hole {
    std::uint32_t at = 0;       ///< place in the text, which goes on there behind the name
    std::uint32_t operand = 0;  ///< whose name stands there
  };
  std::string_view text;
  std::span<const Hole> holes;
};

/// Sentences that were printed before, by the class of their operation and the dialect whose prefix is left out.
class PrintBook {
 public:
  [[nodiscard]] bool find(std::uint32_t kind, const char* dialect, PrintedSentence* out) const;
  void keep(std::uint32_t kind, const char* dialect, std::string_view text, std::span<const PrintedSentence::Hole> holes);

 private:
  struct Entry {
    const char* dialect = nullptr;
    std::uint32_t from = 0, length = 0, firstHole = 0, holes = 0;
  };
  std::vector<Entry> entries_;
  std::string texts_;
  std::vector<PrintedSentence::Hole> holes_;
};

}  // namespace shardlens
