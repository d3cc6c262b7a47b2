#include "engine/mlir/ssa_scopes.h"

#include <algorithm>
#include <cstring>

#include "engine/support/hash.h"

namespace shardlens {

namespace {

/// Names are short: two words that overlap hold all but the longest.
std::uint64_t hashName(std::string_view name) {
  std::size_t size = name.size();
  if (size > 16) return hashText(name);
  std::uint64_t low = 0, high = 0;
  if (size >= 8) {
    std::memcpy(&low, name.data(), 8);
    std::memcpy(&high, name.data() + size - 8, 8);
  } else if (size >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, name.data(), 4);
    std::memcpy(&last, name.data() + size - 4, 4);
    low = first, high = last;
  } else {
    for (char c : name) low = low << 8 | static_cast<unsigned char>(c);
  }
  return hashMix(hashMix(size, low), high);
}

}  // namespace

void SsaScopes::push(bool isolated) {
  Scope scope;
  scope.firstDefinition = static_cast<std::uint32_t>(definitions_.size());
  scope.firstSaved = static_cast<std::uint32_t>(saved_.size());
  scope.outerIsolation = isolation_;
  scope.isolated = isolated;
  if (isolated) isolation_ = ++isolations_;
  scopes_.push_back(std::move(scope));
}

void SsaScopes::pop(std::vector<Offset>& undefined) {
  Scope& scope = scopes_.back();
  for (const auto& [name, block] : scope.blocks) {
    if (!block.defined) undefined.push_back(block.at);
  }
  std::sort(undefined.begin(), undefined.end());
  for (std::size_t i = scope.firstDefinition; i < definitions_.size(); ++i) slot(definitions_[i]) = {};
  definitions_.resize(scope.firstDefinition);
  if (scope.isolated) {
    for (std::size_t i = saved_.size(); i > scope.firstSaved; --i) slot(saved_[i - 1].first) = saved_[i - 1].second;
    saved_.resize(scope.firstSaved);
    isolation_ = scope.outerIsolation;
  }
  scopes_.pop_back();
}

SsaScopes::Key SsaScopes::key(std::string_view name) {
  bool numeric = !name.empty() && name[0] >= '0' && name[0] <= '9' && name.size() < 10 && (name[0] != '0' || name.size() == 1);
  if (numeric) {
    std::uint32_t number = 0;
    for (char c : name) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    if (number < numericLimit_) {
      if (number >= numeric_.size())
        numeric_.resize(std::max<std::size_t>(number + 1, std::min<std::size_t>(numericLimit_, numeric_.size() * 2)));
      return number << 1;
    }
  }
  return namedKey(name);
}

SsaScopes::Key SsaScopes::namedKey(std::string_view name) {
  if ((named_.size() + 1) * 2 > slots_.size()) growSlots();
  std::uint64_t hash = hashName(name);
  constexpr std::uint64_t kPlace = 0xFFFFFFFFU;
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (slots_[at] == 0) {
      named_.push_back({name, {}});
      slots_[at] = (hash & ~kPlace) | named_.size();
      return static_cast<Key>(named_.size() - 1) << 1 | 1;
    }
    auto place = static_cast<Key>((slots_[at] & kPlace) - 1);
    if (((slots_[at] ^ hash) & ~kPlace) == 0 && named_[place].name == name) return place << 1 | 1;
  }
}

void SsaScopes::growSlots() {
  slots_.assign(slots_.empty() ? 1024 : slots_.size() * 4, 0);
  std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < named_.size(); ++i) {
    std::uint64_t hash = hashName(named_[i].name);
    std::size_t at = hash & mask;
    while (slots_[at]) at = (at + 1) & mask;
    slots_[at] = (hash >> 32 << 32) | (i + 1);
  }
}

void SsaScopes::claim(Key key) {
  SsaName& entry = slot(key);
  if (entry.isolation == isolation_) return;
  if (entry.defined() || entry.waiting) saved_.emplace_back(key, entry);
  entry = {};
  entry.isolation = isolation_;
}

void SsaScopes::define(Key key, ValueId first, std::uint32_t count, Offset at) {
  claim(key);
  slot(key) = {first, count, at, 0, isolation_};
  definitions_.push_back(key);
}

SsaName& SsaScopes::open(Key key, Offset at) {
  claim(key);
  SsaName& entry = slot(key);
  if (!entry.defined() && !entry.waiting) entry.at = at;
  return entry;
}

std::vector<ForwardUse>& SsaScopes::waiting(SsaName& entry) {
  if (!entry.waiting) {
    waiting_.emplace_back();
    entry.waiting = static_cast<std::uint32_t>(waiting_.size());
  }
  return waiting_[entry.waiting - 1];
}

}  // namespace shardlens
