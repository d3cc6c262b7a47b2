#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// What a value name means at the moment: `count` consecutive values from `first`, or uses that still wait for their definition.
struct SsaName {
  ValueId first;
  std::uint32_t count = 0;
  Offset at = kNoOffset;        ///< of the definition, or of the first use
  std::uint32_t waiting = 0;    ///< index + 1 of its list of forward references
  std::uint32_t isolation = 0;  ///< the isolated scope in which this holds
  [[nodiscard]] bool defined() const { return first.valid(); }
};

/// A use before the definition, and the value that stands in for it.
struct ForwardUse {
  std::uint32_t number = 0;
  ValueId placeholder;
  Offset at = kNoOffset;
};

/// Value and block names of nested scopes.
///
/// Numeric names (`%12`) index an array; other names go through a hash table to one. A scope that is isolated sees nothing of the
/// scopes around it: entries carry the number of the isolated scope they belong to, and those that an inner one covers are restored
/// when it ends.
class SsaScopes {
 public:
  using Key = std::uint32_t;
  struct BlockName {
    BlockId block;
    Offset at = kNoOffset;
    bool defined = false;
  };

  explicit SsaScopes(std::size_t textSize)
      : numericLimit_(static_cast<std::uint32_t>(std::min<std::size_t>(textSize / 8 + 16, 1U << 28))) {}

  void push(bool isolated);
  /// Ends the innermost scope. Blocks that were named but never defined are given, by place, to `undefined`.
  void pop(std::vector<Offset>& undefined);

  Key key(std::string_view name);
  /// What the name means here; null where nothing is known of it.
  [[nodiscard]] SsaName* find(Key key) {
    SsaName& entry = slot(key);
    return entry.isolation == isolation_ && (entry.defined() || entry.waiting) ? &entry : nullptr;
  }
  /// Records a definition in the innermost scope.
  void define(Key key, ValueId first, std::uint32_t count, Offset at);
  /// The entry to which a forward use may be added.
  SsaName& open(Key key, Offset at);
  std::vector<ForwardUse>& waiting(SsaName& entry);

  BlockName& block(std::string_view name) { return scopes_.back().blocks[name]; }

 private:
  struct Scope {
    std::uint32_t firstDefinition = 0;
    std::uint32_t firstSaved = 0;
    std::uint32_t outerIsolation = 0;
    bool isolated = false;
    std::unordered_map<std::string_view, BlockName> blocks;
  };
  SsaName& slot(Key key) { return key & 1 ? named_[key >> 1].means : numeric_[key >> 1]; }
  Key namedKey(std::string_view name);
  void growSlots();
  void claim(Key key);

  std::uint32_t numericLimit_;
  struct Named {
    std::string_view name;
    SsaName means;
  };
  std::vector<SsaName> numeric_;
  std::vector<Named> named_;
  std::vector<std::uint64_t> slots_;  ///< hash table of `named_`: upper half of a name's hash, then one more than its place
  std::vector<Key> definitions_;
  std::vector<std::pair<Key, SsaName>> saved_;
  std::vector<Scope> scopes_;
  std::vector<std::vector<ForwardUse>> waiting_;
  std::uint32_t isolation_ = 0, isolations_ = 0;
};

}  // namespace shardlens
