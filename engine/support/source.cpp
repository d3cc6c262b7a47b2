#include "engine/support/source.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace shardlens {

struct SourceBuffer::LineIndex {
  std::once_flag once;
  std::vector<Offset> starts;
};

std::shared_ptr<const SourceBuffer> SourceBuffer::fromText(std::string name, std::string text) {
  auto buffer = std::shared_ptr<SourceBuffer>(new SourceBuffer());
  buffer->name_ = std::move(name);
  buffer->owned_ = std::move(text);
  buffer->text_ = buffer->owned_;
  buffer->index_ = std::make_shared<LineIndex>();
  return buffer;
}

std::shared_ptr<const SourceBuffer> SourceBuffer::fromView(std::string name, std::string_view text, std::shared_ptr<const void> keepAlive) {
  auto buffer = std::shared_ptr<SourceBuffer>(new SourceBuffer());
  buffer->name_ = std::move(name);
  buffer->text_ = text;
  buffer->keepAlive_ = std::move(keepAlive);
  buffer->index_ = std::make_shared<LineIndex>();
  return buffer;
}

const SourceBuffer::LineIndex& SourceBuffer::lines() const {
  std::call_once(index_->once, [this] {
    auto& starts = index_->starts;
    starts.push_back(0);
    const char* begin = text_.data();
    const char* end = begin + text_.size();
    for (const char* at = begin; at < end;) {
      const auto* newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      if (!newline) break;
      at = newline + 1;
      starts.push_back(static_cast<Offset>(at - begin));
    }
  });
  return *index_;
}

LineColumn SourceBuffer::position(Offset offset) const {
  const auto& starts = lines().starts;
  auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  auto line = static_cast<std::uint32_t>(after - starts.begin());
  return {line, offset - starts[line - 1] + 1};
}

std::string_view SourceBuffer::line(std::uint32_t line) const {
  const auto& starts = lines().starts;
  if (line == 0 || line > starts.size()) return {};
  std::size_t from = starts[line - 1];
  std::size_t to = line < starts.size() ? starts[line] - 1 : text_.size();
  if (to > from && text_[to - 1] == '\r') --to;
  return text_.substr(from, to - from);
}

std::uint32_t SourceBuffer::lineCount() const {
  const auto& starts = lines().starts;
  bool endsInNewline = !text_.empty() && text_.back() == '\n';
  return static_cast<std::uint32_t>(starts.size()) - (endsInNewline ? 1 : 0);
}

}  // namespace shardlens
