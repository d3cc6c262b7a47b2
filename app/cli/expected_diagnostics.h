#pragma once

#include <regex>
#include <string>
#include <vector>

#include "engine/support/diagnostics.h"

namespace shardlens {

/// The `expected-error {{...}}` comments of a text, and which of them came true.
///
/// Kinds: error, warning, note, remark; `-re` after the kind makes parts in inner `{{...}}` regular expressions. A place may follow: `@+N`,
/// `@-N`, `@above`, `@below` (the nearest line without such a comment), `@unknown`; without one the comment speaks of its own line.
class ExpectedDiagnostics {
 public:
  explicit ExpectedDiagnostics(const SourcePtr& source);

  /// Ticks what `found` and its notes answer; an unexpected one goes to `problems`.
  void check(const Diagnostic& found);
  /// Adds what was expected in vain to the problems; true when there are none.
  bool finish();
  [[nodiscard]] const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  struct Expected {
    Severity severity = Severity::Error;
    LineColumn at;
    std::uint32_t line = 0;  ///< 0: no place is known
    std::string text;
    bool isPattern = false;
    std::regex pattern;
    bool met = false;
    [[nodiscard]] bool matches(const std::string& message) const {
      return isPattern ? std::regex_search(message, pattern) : message.find(text) != std::string::npos;
    }
  };
  bool readLine(std::string_view line, std::uint32_t number);
  void place(Expected& expected, std::string_view designator);
  void problem(LineColumn at, std::string message);

  SourcePtr source_;
  std::vector<Expected> expected_;
  std::vector<std::size_t> forNextLine_;  ///< `@below` ones that wait for a line without a comment
  std::uint32_t lastPlainLine_ = 1;
  std::vector<Diagnostic> problems_;
};

}  // namespace shardlens
