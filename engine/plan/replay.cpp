#include "engine/plan/replay.h"

namespace shardlens {

namespace {

std::uint64_t resultKey(OpId func, std::uint32_t index) { return std::uint64_t{func.value} << 32 | index; }

}  // namespace

Replay::Replay(std::shared_ptr<const Moments> moments) : moments_(std::move(moments)), done_(moments_->size()) {
  const Plan& plan = moments_->plan();
  slots_.resize(plan.slotOf->size());
  for (std::uint32_t v = 0; v < slots_.size(); ++v)
    if ((*plan.slotOf)[v] == ValueId(v)) slots_[v] = plan.result.of(ValueId(v));
  for (const FuncResultSharding& result : plan.result.funcResults) results_[resultKey(result.func, result.index)] = result.sharding;
  fillOpened();
}

void Replay::fillOpened() {
  opened_.resize(moments_->plan().opened->valueCount());
  for (std::uint32_t v = 0; v < opened_.size(); ++v) opened_[v] = fromCopies(ValueId(v));
}

AttrId Replay::imported(ValueId value) const {
  const std::vector<ValueId>& slotOf = *moments_->plan().slotOf;
  ValueId slot = value.value < slotOf.size() ? slotOf[value.value] : ValueId();
  return slot ? slots_[slot.value] : AttrId();
}

AttrId Replay::fromCopies(ValueId opened) const {
  for (ValueId made : moments_->plan().origins->made(opened))
    if (AttrId sharding = imported(made)) return moments_->plan().asOpened(sharding);
  return {};
}

AttrId Replay::funcResult(OpId func, std::uint32_t index) const {
  auto it = results_.find(resultKey(func, index));
  return it == results_.end() ? AttrId() : it->second;
}

void Replay::apply(const ShardingChange& change, AttrId sharding) {
  if (change.value) {
    slots_[change.value.value] = sharding;
    refresh(change.value);
  } else {
    results_[resultKey(change.func, change.result)] = sharding;
  }
}

void Replay::refresh(ValueId slot) {
  for (ValueId opened : moments_->openedOf(slot)) {
    opened_[opened.value] = fromCopies(opened);
    touched_.push_back(opened);
  }
}

bool Replay::forward() {
  if (atEnd()) return false;
  for (const ShardingChange& change : moments_->changes(done_)) apply(change, change.after);
  ++done_;
  return true;
}

bool Replay::back() {
  if (done_ == 0) return false;
  --done_;
  auto changes = moments_->changes(done_);
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) apply(*change, change->before);
  return true;
}

void Replay::jump(std::size_t done) {
  done = std::min(done, moments_->size());
  while (done_ < done) forward();
  while (done_ > done) back();
}

}  // namespace shardlens
