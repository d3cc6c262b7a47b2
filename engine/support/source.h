#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shardlens {

/// Byte offset into a SourceBuffer; `kNoOffset` where there is no place in the text.
using Offset = std::uint32_t;
inline constexpr Offset kNoOffset = 0xFFFFFFFFU;

/// One-based line and column (bytes) of a place in a text.
struct LineColumn {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const LineColumn&) const = default;
};

/// An immutable program text and the name it goes by in locations and messages; at most 4 GiB - 2 bytes.
class SourceBuffer {
 public:
  /// Owns a copy of `text`.
  static std::shared_ptr<const SourceBuffer> fromText(std::string name, std::string text);
  /// Looks at `text`, which `keepAlive` keeps alive (a file mapping, or another buffer).
  static std::shared_ptr<const SourceBuffer> fromView(std::string name, std::string_view text, std::shared_ptr<const void> keepAlive);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  /// Line and column of `offset`; the first call indexes the line starts. Safe to call from several threads.
  [[nodiscard]] LineColumn position(Offset offset) const;
  /// Text of the one-based `line`, without its end of line.
  [[nodiscard]] std::string_view line(std::uint32_t line) const;
  /// Number of lines; a text that ends in a line feed has no further empty line.
  [[nodiscard]] std::uint32_t lineCount() const;

 private:
  SourceBuffer() = default;
  struct LineIndex;
  const LineIndex& lines() const;
  std::string name_;
  std::string owned_;
  std::string_view text_;
  std::shared_ptr<const void> keepAlive_;
  std::shared_ptr<LineIndex> index_;
};

using SourcePtr = std::shared_ptr<const SourceBuffer>;

}  // namespace shardlens
