#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/support/source.h"

namespace shardlens::app {

/// Which lines are hidden under which, and so which line stands in which row. Lines count from 1, rows from 0.
class Folding {
 public:
  explicit Folding(SourcePtr source = nullptr) : source_(std::move(source)) {}

  [[nodiscard]] std::uint32_t rows() const;
  [[nodiscard]] std::uint32_t lineOfRow(std::uint32_t row) const;
  /// Row of the line, or of the line that it is hidden under.
  [[nodiscard]] std::uint32_t rowOfLine(std::uint32_t line) const;
  /// Last line of what begins at `line` (a region, or a run of aliases); 0 where nothing begins.
  [[nodiscard]] std::uint32_t foldEnd(std::uint32_t line) const;
  /// Whether something begins at `line`, without looking for its end.
  [[nodiscard]] bool begins(std::uint32_t line) const;
  [[nodiscard]] bool isFolded(std::uint32_t line) const;
  void fold(std::uint32_t line);
  void unfold(std::uint32_t line);
  /// Unfolds all that hides `line`; true where something did.
  bool show(std::uint32_t line);
  void unfoldAll() { folds_.clear(); }

 private:
  struct Fold {
    std::uint32_t first, last;  // lines first + 1 to last are hidden
  };
  [[nodiscard]] std::uint32_t findEnd(std::uint32_t line) const;

  SourcePtr source_;
  mutable std::unordered_map<std::uint32_t, std::uint32_t>
      ends_;                 // of lines asked for before: finding one may take a walk through the file
  std::vector<Fold> folds_;  // apart from each other, in order
};

}  // namespace shardlens::app
