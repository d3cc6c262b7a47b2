#include "engine/verify/verified_set.h"

namespace shardlens {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t next) {
  hash = (hash ^ next) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

}  // namespace

std::uint64_t VerifiedSet::hashOf(OpId op, std::uint32_t surroundings) const {
  const Operation& o = m_.op(op);
  std::uint64_t hash =
      mix(static_cast<std::uint64_t>(o.kind) << 32 | o.attrs.value, static_cast<std::uint64_t>(surroundings) << 32 | o.operandCount);
  for (std::uint32_t i = 0; i < o.operandCount; ++i) hash = mix(hash, m_.type(m_.operand(op, i)).value);
  for (std::uint32_t i = 0; i < o.resultCount; ++i) hash = mix(hash, m_.type(m_.result(op, i)).value);
  return hash;
}

bool VerifiedSet::same(OpId a, OpId b) const {
  const Operation& x = m_.op(a);
  const Operation& y = m_.op(b);
  if (x.kind != y.kind || x.attrs != y.attrs || x.operandCount != y.operandCount || x.resultCount != y.resultCount) return false;
  for (std::uint32_t i = 0; i < x.operandCount; ++i) {
    if (m_.type(m_.operand(a, i)) != m_.type(m_.operand(b, i))) return false;
  }
  for (std::uint32_t i = 0; i < x.resultCount; ++i) {
    if (m_.type(m_.result(a, i)) != m_.type(m_.result(b, i))) return false;
  }
  return true;
}

bool VerifiedSet::contains(OpId op, std::uint32_t surroundings) const {
  std::uint64_t hash = hashOf(op, surroundings);
  for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[i];
    if (!slot.op) return false;
    if (slot.hash == hash && slot.surroundings == surroundings && same(slot.op, op)) return true;
  }
}

void VerifiedSet::add(OpId op, std::uint32_t surroundings) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  std::uint64_t hash = hashOf(op, surroundings);
  std::size_t i = hash & (slots_.size() - 1);
  while (slots_[i].op) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = {op, surroundings, hash};
  ++count_;
}

void VerifiedSet::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (!slot.op) continue;
    std::size_t i = slot.hash & (slots_.size() - 1);
    while (slots_[i].op) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

}  // namespace shardlens
