#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Which half of a differentiated program an operation belongs to, as its scope name tells.
enum class ScopeDirection : std::uint8_t { Unknown, Forward, Backward };

/// Scope of an operation: the parts of its location name without those that only say how it was traced.
struct ScopePath {
  ScopeDirection direction = ScopeDirection::Unknown;
  bool named = false;                 ///< the location has a name that tracing gave: one with `/`, or `jit(f)` alone
  std::vector<std::uint32_t> scopes;  ///< ScopeNames indices, outermost first, without the operation's own name
};

/// Reads scope paths from locations; each location is read once.
///
/// `jit(f)/transpose(jvp(model))/layer_3/attention/mul` is Backward [model, layer_3, attention]. The name is looked for inside
/// named, file, call-site and fused locations; the first one with `/` counts. Of a call site both sides count, the caller's first:
/// what is inlined (a recomputed layer, a loop's body) is named from where it begins.
class ScopeReader {
 public:
  explicit ScopeReader(const Module& module) : module_(module) {}
  const ScopePath& of(OpId op);
  [[nodiscard]] const std::string& name(std::uint32_t index) const { return names_[index]; }
  /// Index of the scope called `name`, made when it is new.
  std::uint32_t index(std::string_view name);
  /// Index of the name with its numbers taken out (`stage#_block#`); the name's own index where it has no number.
  std::uint32_t stem(std::uint32_t index);

 private:
  /// Lets a part of a location be looked up without a copy of it.
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  /// The names in one location, from the outermost caller to what it calls.
  struct Names {
    std::vector<std::string_view> list;
    bool isWholeScope = false;  ///< the operation's own name stands in a name around
    bool isUnnamed = false;     ///< the name around is empty
  };
  void collect(AttrId loc, bool atCall, Names& out) const;
  [[nodiscard]] ScopePath read(OpId op, AttrId loc);
  [[nodiscard]] bool endsInScope(OpId op, std::string_view last) const;
  void addParts(std::string_view path, bool first, ScopePath& out);
  static void dropRepeated(std::size_t again, ScopePath& path);
  void addPart(std::string_view part, bool first, ScopePath& out);

  const Module& module_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> stems_;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> indices_;
  std::unordered_map<std::uint64_t, ScopePath> known_;  ///< by location, calls apart: what ends a name differs
  ScopePath none_;
  Names found_;            ///< of the location being read
  std::size_t again_ = 0;  ///< scopes of the path being read before its second beginning; 0 where it has one only
};

}  // namespace shardlens
