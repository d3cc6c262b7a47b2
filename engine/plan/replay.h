#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/plan/moments.h"

namespace shardlens {

/// The shardings of all tensors at any moment of a plan; goes forward, back and anywhere by the trace's deltas.
///
/// A moment takes the time of its own changes, a jump that of the moments between. One thread.
class Replay {
 public:
  /// Stands at the end.
  explicit Replay(std::shared_ptr<const Moments> moments);

  [[nodiscard]] const Moments& moments() const { return *moments_; }
  /// Moments that have happened: 0 is before the first, `moments().size()` the end.
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] bool atEnd() const { return done_ == moments_->size(); }
  /// False where there is nothing before or after.
  bool forward();
  bool back();
  void jump(std::size_t done);

  /// Sharding now of a value of the imported module; invalid where it has none.
  [[nodiscard]] AttrId imported(ValueId value) const;
  /// Sharding now of a value of the program as opened.
  [[nodiscard]] AttrId opened(ValueId value) const { return value.value < opened_.size() ? opened_[value.value] : AttrId(); }
  /// The same of all, by opened ValueId.
  [[nodiscard]] const std::vector<AttrId>& opened() const { return opened_; }
  /// Values of the program as opened that moves since the last call may have changed, some more than once.
  [[nodiscard]] std::vector<ValueId> takeTouched() { return std::exchange(touched_, {}); }
  /// Sharding now of a result of a function of the imported module.
  [[nodiscard]] AttrId funcResult(OpId func, std::uint32_t index) const;

 private:
  void apply(const ShardingChange& change, AttrId sharding);
  void refresh(ValueId slot);
  [[nodiscard]] AttrId fromCopies(ValueId opened) const;
  void fillOpened();

  std::shared_ptr<const Moments> moments_;
  std::size_t done_ = 0;
  std::vector<AttrId> slots_;   // by slot
  std::vector<AttrId> opened_;  // by opened value
  std::vector<ValueId> touched_;
  std::unordered_map<std::uint64_t, AttrId> results_;
};

}  // namespace shardlens
