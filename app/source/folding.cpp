#include "app/source/folding.h"

#include <algorithm>

namespace shardlens::app {

namespace {

bool isAlias(std::string_view line) { return line.starts_with('#') || line.starts_with('!'); }

std::size_t indent(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool opens(std::string_view line) {
  auto last = line.find_last_not_of(" \r");
  if (last == std::string_view::npos) return false;
  if (line[last] == '{') return true;
  auto brace = line.rfind('{');
  return line[last] == ':' && brace != std::string_view::npos;
}

}  // namespace

std::uint32_t Folding::rows() const {
  if (!source_) return 0;
  std::uint32_t hidden = 0;
  for (const Fold& fold : folds_) hidden += fold.last - fold.first;
  return source_->lineCount() - hidden;
}

std::uint32_t Folding::lineOfRow(std::uint32_t row) const {
  std::uint32_t line = row + 1;
  for (const Fold& fold : folds_) {
    if (line <= fold.first) break;
    line += fold.last - fold.first;
  }
  return line;
}

std::uint32_t Folding::rowOfLine(std::uint32_t line) const {
  std::uint32_t hidden = 0;
  for (const Fold& fold : folds_) {
    if (line <= fold.first) break;
    hidden += std::min(line, fold.last) - fold.first;
  }
  return line - hidden - 1;
}

bool Folding::begins(std::uint32_t line) const {
  if (!source_ || line < 1 || line >= source_->lineCount()) return false;
  std::string_view text = source_->line(line);
  if (!isAlias(text)) return opens(text);
  return (line == 1 || !isAlias(source_->line(line - 1))) && isAlias(source_->line(line + 1));
}

std::uint32_t Folding::foldEnd(std::uint32_t line) const {
  if (!begins(line)) return 0;
  auto [it, fresh] = ends_.try_emplace(line, 0);
  if (fresh) it->second = findEnd(line);
  return it->second;
}

std::uint32_t Folding::findEnd(std::uint32_t line) const {
  std::string_view text = source_->line(line);
  std::uint32_t count = source_->lineCount(), end = line;
  if (isAlias(text)) {
    while (end < count && isAlias(source_->line(end + 1))) ++end;
    return end > line ? end : 0;
  }
  std::size_t depth = indent(text);
  for (end = line + 1; end <= count; ++end) {
    std::string_view next = source_->line(end);
    std::size_t at = indent(next);
    if (at == depth && at < next.size() && next[at] == '}') return end;
    if (at < depth && at < next.size()) return 0;
  }
  return 0;
}

bool Folding::isFolded(std::uint32_t line) const {
  return std::any_of(folds_.begin(), folds_.end(), [&](const Fold& fold) { return fold.first == line; });
}

void Folding::fold(std::uint32_t line) {
  std::uint32_t end = foldEnd(line);
  if (end <= line || isFolded(line)) return;
  std::erase_if(folds_, [&](const Fold& fold) { return fold.first >= line && fold.last <= end; });
  folds_.insert(std::lower_bound(folds_.begin(), folds_.end(), line, [](const Fold& fold, std::uint32_t l) { return fold.first < l; }),
                {line, end});
}

void Folding::unfold(std::uint32_t line) {
  std::erase_if(folds_, [&](const Fold& fold) { return fold.first == line; });
}

bool Folding::show(std::uint32_t line) {
  return std::erase_if(folds_, [&](const Fold& fold) { return fold.first < line && line <= fold.last; }) > 0;
}

}  // namespace shardlens::app
