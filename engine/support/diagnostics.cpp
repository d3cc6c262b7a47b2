#include "engine/support/diagnostics.h"

namespace shardlens {

namespace {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
    case Severity::Remark: return "remark";
  }
  return "error";
}

constexpr std::size_t kLongestQuotedLine = 400;

/// The part of a long line that surrounds the caret, so that a megabyte on one line stays readable.
void appendQuote(std::string& out, std::string_view line, std::size_t column) {
  std::size_t from = 0;
  if (line.size() > kLongestQuotedLine && column > kLongestQuotedLine / 2) from = column - kLongestQuotedLine / 2;
  auto shown = line.substr(std::min(from, line.size()), kLongestQuotedLine);
  out.append(shown).push_back('\n');
  std::size_t caret = column > from ? column - 1 - from : 0;
  for (std::size_t i = 0; i < caret; ++i) out.push_back(i < shown.size() && shown[i] == '\t' ? '\t' : ' ');
  out.append("^\n");
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error) ++errors_;
  all_.push_back(std::move(diagnostic));
}

std::string format(const Diagnostic& diagnostic, const SourceBuffer* source) {
  std::string out = diagnostic.file.empty() ? "<unknown>" : diagnostic.file;
  if (diagnostic.at.line > 0) out += ':' + std::to_string(diagnostic.at.line) + ':' + std::to_string(diagnostic.at.column);
  out += ": ";
  out.append(word(diagnostic.severity)).append(": ").append(diagnostic.message).push_back('\n');
  if (source && source->name() == diagnostic.file && diagnostic.at.line > 0 && diagnostic.at.line <= source->lineCount()) {
    appendQuote(out, source->line(diagnostic.at.line), diagnostic.at.column);
  }
  for (const auto& note : diagnostic.notes) out += format(note, source);
  return out;
}

}  // namespace shardlens
