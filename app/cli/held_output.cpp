#include "app/cli/held_output.h"

namespace shardlens {

namespace {

constexpr std::size_t kMostHeld = 4 << 20;

}  // namespace

void HeldOutput::decide() {
  state_ = allowed_() ? State::Allowed : State::Refused;
  if (state_ == State::Allowed && !held_.empty()) output_.write(held_);
  held_ = {};
}

void HeldOutput::write(std::string_view text) {
  if (state_ == State::Waiting && held_.size() + text.size() <= kMostHeld) {
    if (held_.empty()) held_.reserve(kMostHeld);
    held_.append(text);
    return;
  }
  if (state_ == State::Waiting) decide();
  if (state_ == State::Allowed) output_.write(text);
}

bool HeldOutput::finish() {
  if (state_ == State::Waiting) decide();
  return state_ == State::Allowed;
}

}  // namespace shardlens
