#include "engine/outline/count_ops.h"

#include <algorithm>
#include <limits>

namespace shardlens {

namespace {

std::uint32_t opsInside(const Module& module, OpId op) {
  std::uint32_t count = 0;
  walk(module, op, [&](OpId) { ++count; });
  return count;
}

// Functions that call others twice each, and so on, soon count more than there are numbers.
std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  return a > most - b ? most : a + b;
}

class Counter {
 public:
  Counter(const Module& module, Outline& outline) : module_(module), outline_(outline), byNumber_(outline.boxes.size()) {
    for (std::uint32_t b = 0; b < byNumber_.size(); ++b)
      if (outline.boxes[b].last > outline.boxes[b].first) byNumber_[outline.boxes[b].first] = b;
    state_.assign(byNumber_.size(), State::New);
  }

  void run() {
    for (BoxId top : outline_.functions)
      if (!outline_.box(top).parent) visit(top);
  }

 private:
  enum class State : std::uint8_t { New, Open, Done };

  // What a function calls is counted before it.
  void visit(BoxId function) {
    std::vector<BoxId> open{function};
    while (!open.empty()) {
      BoxId at = topOf(open.back());
      State& state = state_[at.value];
      if (state == State::Done) {
        open.pop_back();
      } else if (state == State::Open) {
        count(at);
        state = State::Done;
        open.pop_back();
      } else {
        state = State::Open;
        eachInside(at, [&](Box& b) {
          if (b.body && state_[topOf(b.body).value] == State::New) open.push_back(b.body);
        });
      }
    }
  }

  /// The box that nothing is around: an uncalled function stands in the root's box of those.
  [[nodiscard]] BoxId topOf(BoxId box) const {
    while (outline_.box(box).parent) box = outline_.box(box).parent;
    return box;
  }

  template <typename Visit>
  void eachInside(BoxId top, Visit&& visit) {
    for (std::uint32_t n = outline_.box(top).first; n < outline_.box(top).last; ++n) visit(outline_.boxes[byNumber_[n]]);
  }

  // Children have higher numbers than what is around them.
  void count(BoxId top) {
    eachInside(top, [&](Box& b) { b.ops = own(b); });
    for (std::uint32_t n = outline_.box(top).last; n-- > outline_.box(top).first;) {
      const Box& b = outline_.boxes[byNumber_[n]];
      if (b.parent) outline_.boxes[b.parent.value].ops = sum(outline_.box(b.parent).ops, b.ops);
    }
  }

  [[nodiscard]] std::uint32_t own(const Box& b) const {
    switch (b.kind) {
      case BoxKind::Op: return opsInside(module_, b.op);
      case BoxKind::Loop: return 1;
      case BoxKind::Call: return b.body && state_[topOf(b.body).value] == State::Done ? std::max(1U, outline_.box(b.body).ops) : 1;
      default: return 0;
    }
  }

  const Module& module_;
  Outline& outline_;
  std::vector<std::uint32_t> byNumber_;  ///< boxes by their preorder numbers
  std::vector<State> state_;             ///< by box, of those that nothing is around
};

}  // namespace

void countOps(const Module& module, Outline& outline) { Counter(module, outline).run(); }

}  // namespace shardlens
