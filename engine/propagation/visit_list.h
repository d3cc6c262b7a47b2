#pragma once

#include <bit>
#include <vector>

#include "engine/propagation/schedule.h"

namespace shardlens {

/// Operations to be visited: a sweep over all in the order of the program, and those that a change put before it again, the latest first.
///
/// As if the whole program were on one list whose top is visited next; but the sweep passes over operations that are not due, which only
/// works for visits that would do nothing. Operations are named by their place in that order.
class VisitList {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  explicit VisitList(const Schedule& schedule) : schedule_(schedule), due_(schedule.size() / 64 + 1, 0), marks_(schedule.size(), 0) {}

  /// Puts the whole program on the list.
  void restart() { next_ = 0; }
  /// A visit of the operation may do something: the next sweep stops at it.
  void setDue(std::uint32_t place) { due_[place / 64] |= std::uint64_t{1} << place % 64; }
  /// Puts an operation on the list that is due, or may be by the time it is met.
  void push(std::uint32_t place) {
    if (place < next_ && !marks_[place]) add(place);
  }
  /// The same for one that must be visited whatever became of its shardings.
  void pushAnyway(OpId op) {
    std::uint32_t place = schedule_.place(op);
    if (place >= next_) {
      setDue(place);
    } else if (!(marks_[place] & (kListed | kGone))) {
      add(place);
    }
  }
  /// Visits for the sake of shardings never do anything here.
  void silence(std::uint32_t place) { marks_[place] |= kSilent; }
  /// The operation is never visited again.
  void remove(OpId op) {
    std::uint32_t place = schedule_.place(op);
    marks_[place] |= kGone;
    clearDue(place);
  }
  [[nodiscard]] bool removed(std::uint32_t place) const { return (marks_[place] & kGone) != 0; }
  /// Where the sweep would stop next; kNone at its end. It has not moved yet.
  std::uint32_t ahead() {
    std::size_t word = next_ / 64;
    std::uint64_t bits = next_ < marks_.size() ? due_[word] >> next_ % 64 << next_ % 64 : 0;
    for (;;) {
      while (!bits && ++word < due_.size()) bits = due_[word];
      if (!bits) return kNone;
      auto place = static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      if (!removed(place)) return place;
      clearDue(place);
      bits &= bits - 1;
    }
  }
  /// Moves the sweep to `place`, which is visited now.
  void stopAt(std::uint32_t place) {
    next_ = place + 1;
    clearDue(place);
  }
  /// Takes the latest that was put on the list; kNone when only the sweep is left.
  std::uint32_t pop() {
    while (!items_.empty()) {
      std::uint32_t place = items_.back();
      items_.pop_back();
      marks_[place] &= static_cast<unsigned char>(~kListed);
      clearDue(place);
      if (!removed(place)) return place;
    }
    return kNone;
  }
  /// How far the sweep has come.
  [[nodiscard]] std::size_t swept() const { return next_; }

 private:
  static constexpr unsigned char kListed = 1, kSilent = 2, kGone = 4;

  void add(std::uint32_t place) {
    marks_[place] |= kListed;
    items_.push_back(place);
  }
  void clearDue(std::uint32_t place) { due_[place / 64] &= ~(std::uint64_t{1} << place % 64); }
  const Schedule& schedule_;
  std::vector<std::uint32_t> items_;
  std::vector<std::uint64_t> due_;
  std::vector<unsigned char> marks_;
  std::uint32_t next_ = 0;  ///< first place that the sweep has not come to
};

}  // namespace shardlens
