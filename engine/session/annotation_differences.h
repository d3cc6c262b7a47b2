#pragma once

#include "engine/session/annotation.h"

namespace shardlens {

/// The sharding that an annotation puts in force; invalid where there is none.
inline AttrId inForce(const Annotation* a) { return a && a->counts() ? a->sharding : AttrId(); }

/// True when both put a value into the same groups.
inline bool sameGroups(const Annotation* a, const Annotation* b) {
  static const std::vector<std::int64_t> none;
  return (a && a->counts() ? a->groups : none) == (b && b->counts() ? b->groups : none);
}

/// Calls `visit(before, after)` for each key of either list where what is in force differs; stops and returns false when it returns false.
template <typename Visit>
bool differences(const std::vector<Annotation>& before, const std::vector<Annotation>& after, Visit&& visit) {
  auto b = before.begin();
  auto a = after.begin();
  while (b != before.end() || a != after.end()) {
    bool takeB = a == after.end() || (b != before.end() && b->key <= a->key);
    bool takeA = b == before.end() || (a != after.end() && a->key <= b->key);
    const Annotation* was = takeB ? &*b++ : nullptr;
    const Annotation* now = takeA ? &*a++ : nullptr;
    if ((inForce(was) != inForce(now) || !sameGroups(was, now)) && !visit(was, now)) return false;
  }
  return true;
}

}  // namespace shardlens
