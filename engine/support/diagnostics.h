#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/source.h"

namespace shardlens {

enum class Severity : std::uint8_t { Error, Warning, Note, Remark };

/// A message about a place: `file:line:column`, where line 0 means that no place is known.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;
  LineColumn at;
  std::string message;
  /// Notes point at the other places involved; they have no notes of their own.
  std::vector<Diagnostic> notes;
};

/// Collects diagnostics in the order in which they are found. Not thread-safe: one a task.
class Diagnostics {
 public:
  void add(Diagnostic diagnostic);
  void error(std::string file, LineColumn at, std::string message) { add({Severity::Error, std::move(file), at, std::move(message), {}}); }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
  [[nodiscard]] std::vector<Diagnostic>& all() { return all_; }
  [[nodiscard]] bool hasErrors() const { return errors_ > 0; }
  void clear() {
    all_.clear();
    errors_ = 0;
  }

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// `file:line:column: error: message`, then the source line and a caret where `source` has that file's text (may be null), then notes.
std::string format(const Diagnostic& diagnostic, const SourceBuffer* source);

}  // namespace shardlens
