#include "engine/mlir/ssa_scopes.h"

#include <algorithm>

namespace shardlens {

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
  std::uint64_t hash = hashText(name);
  std::uint32_t index = names_.find(name, hash);
  if (index == TextMemo::kNone) {
    index = static_cast<std::uint32_t>(named_.size());
    named_.emplace_back();
    names_.add(name, hash, index);
  }
  return index << 1 | 1;
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
