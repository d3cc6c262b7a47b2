#include "app/cli/expected_diagnostics.h"

#include <charconv>
#include <optional>

#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

constexpr std::string_view kWords[] = {"error", "warning", "note", "remark"};  // in the order of Severity

bool consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

void skipSpaces(std::string_view& text) {
  while (consume(text, " ")) {
  }
}

std::string_view withoutTrailingSpace(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.remove_suffix(1);
  return line;
}

/// A comment taken apart: kind, `-re`, place and text.
struct Comment {
  Severity severity = Severity::Error;
  bool isPattern = false;
  std::string_view designator, text;
};

std::string_view takeDesignator(std::string_view& rest) {
  std::string_view start = rest;
  if (!consume(rest, "@")) return {};
  bool word = consume(rest, "above") || consume(rest, "below") || consume(rest, "unknown");
  if (!word && (consume(rest, "+") || consume(rest, "-"))) {
    while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') rest.remove_prefix(1);
  }
  return start.substr(1, start.size() - rest.size() - 1);
}

std::optional<Comment> parseComment(std::string_view rest) {
  Comment made;
  bool known = false;
  for (std::size_t i = 0; i < std::size(kWords) && !known; ++i) {
    known = consume(rest, kWords[i]);
    made.severity = static_cast<Severity>(i);
  }
  if (!known) return std::nullopt;
  made.isPattern = consume(rest, "-re");
  skipSpaces(rest);
  made.designator = takeDesignator(rest);
  skipSpaces(rest);
  if (!consume(rest, "{{") || !rest.ends_with("}}")) return std::nullopt;
  made.text = rest.substr(0, rest.size() - 2);
  return made;
}

/// A pattern of literal text with regular expressions in `{{...}}`.
std::string patternOf(std::string_view text) {
  std::string pattern;
  while (!text.empty()) {
    if (consume(text, "{{")) {
      auto end = text.find("}}");
      pattern.append(1, '(').append(text.substr(0, end)).append(1, ')');
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    } else {
      if (std::string_view("^$\\.*+?()[{|").find(text[0]) != std::string_view::npos) pattern.push_back('\\');
      pattern.push_back(text[0]);
      text.remove_prefix(1);
    }
  }
  return pattern;
}

}  // namespace

ExpectedDiagnostics::ExpectedDiagnostics(const SourcePtr& source) : source_(source) {
  std::uint32_t lines = source->lineCount();
  for (std::uint32_t n = 1; n <= lines; ++n) {
    if (readLine(withoutTrailingSpace(source->line(n)), n)) continue;
    for (std::size_t i : forNextLine_) expected_[i].line = n;
    forNextLine_.clear();
    lastPlainLine_ = n;
  }
}

bool ExpectedDiagnostics::readLine(std::string_view line, std::uint32_t number) {
  constexpr std::string_view kPrefix = "expected-";
  for (auto at = line.find(kPrefix); at != std::string_view::npos; at = line.find(kPrefix, at + 1)) {
    auto comment = parseComment(line.substr(at + kPrefix.size()));
    if (!comment) continue;
    Expected made;
    made.severity = comment->severity;
    made.at = {number, static_cast<std::uint32_t>(at + 1)};
    made.line = number;
    made.text = comment->text;
    made.isPattern = comment->isPattern;
    if (made.isPattern) {
      try {
        made.pattern = std::regex(patternOf(comment->text), std::regex::extended);
      } catch (const std::regex_error&) {
        problem(made.at, "invalid regular expression");
        return true;
      }
    }
    place(made, comment->designator);
    expected_.push_back(std::move(made));
    return true;
  }
  return false;
}

void ExpectedDiagnostics::place(Expected& expected, std::string_view designator) {
  if (designator.empty()) return;
  if (designator == "unknown") {
    expected.line = 0;
  } else if (designator == "above") {
    expected.line = lastPlainLine_;
  } else if (designator == "below") {
    expected.line = source_->lineCount();
    forNextLine_.push_back(expected_.size());
  } else {
    std::uint32_t distance = 0;
    std::from_chars(designator.data() + 1, designator.data() + designator.size(), distance);
    expected.line += designator[0] == '+' ? distance : 0U - distance;
  }
}

void ExpectedDiagnostics::problem(LineColumn at, std::string message) {
  problems_.push_back({Severity::Error, source_->name(), at, std::move(message), {}});
}

void ExpectedDiagnostics::check(const Diagnostic& found) {
  bool here = found.file == source_->name() || found.at.line == 0;
  bool met = false;
  const Expected* nearMiss = nullptr;
  for (Expected& e : expected_) {
    if (met || !here || e.line != found.at.line || !e.matches(found.message)) continue;
    met = e.severity == found.severity;
    e.met = e.met || met;
    if (!met) nearMiss = &e;
  }
  std::string kind(kWords[static_cast<std::size_t>(found.severity)]);
  if (!met && nearMiss) {
    problem(found.at, "'" + kind + "' diagnostic emitted when expecting a '" +
                          std::string(kWords[static_cast<std::size_t>(nearMiss->severity)]) + "'");
  } else if (!met) {
    problem(found.at, "unexpected " + kind + ": " + found.message);
  }
  for (const Diagnostic& note : found.notes)
    if (note.message != kStandsHere) check(note);
}

bool ExpectedDiagnostics::finish() {
  for (const Expected& e : expected_) {
    if (!e.met)
      problem(e.at, "expected " + std::string(kWords[static_cast<std::size_t>(e.severity)]) + " \"" + e.text + "\" was not produced");
  }
  return problems_.empty();
}

}  // namespace shardlens
