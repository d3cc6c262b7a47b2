#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/intern.h"
#include "engine/ir/module.h"

namespace shardlens {

/// The names that values and blocks have in print: numbers by region, and words where an operation suggests them (`%cst`, `%iterArg_3`).
///
/// The operations of a region are numbered before those of the regions inside it; regions that stand side by side count on from the same
/// number, so that every function begins at `%0`.
class ValueNames {
 public:
  /// Names all values under `root`; `suggested` is false in generic form, which knows arguments and numbers only.
  ValueNames(const Module& module, OpId root, bool suggested);

  /// Most characters of a name as `write` writes it: constants of many bits have theirs in their names.
  [[nodiscard]] std::size_t longest() const { return longest_; }
  /// Writes what `append` appends to `to`, which has room for the longest name; its end.
  char* write(char* to, ValueId value) const;
  /// Writes what `appendGroup` appends likewise.
  char* writeGroup(char* to, ValueId first) const;
  /// Appends `%name`, with `#i` for a result of an operation with several.
  void append(std::string& out, ValueId value) const;
  /// Appends `%name` of the first result with nothing behind it.
  void appendGroup(std::string& out, ValueId first) const;
  /// How many results of `op` have names of their own, written apart (`%values, %indices = ...`); 0 where they share one.
  [[nodiscard]] std::uint32_t separateResults(OpId op) const;
  /// Number of a block in its region: `^bb3`.
  [[nodiscard]] std::uint32_t blockNumber(BlockId block) const { return blocks_[block.value]; }

 private:
  struct Counters {
    std::uint32_t value = 0, argument = 0, conflict = 0;
  };
  struct Pending {
    RegionId region;
    Counters counters;
    std::uint32_t scope;  ///< names in use where the region begins
  };
  void numberRegion(RegionId region, std::vector<Pending>& pending);
  void numberBlock(BlockId block, bool entry, std::vector<OpId>& withRegions);
  void numberResults(OpId op);
  void suggestArguments(RegionId region);
  std::string_view suggestion(OpId op);
  std::string_view constantName(AttrId value);
  void setName(ValueId value, std::string_view name);
  bool use(std::string_view name, std::uint32_t* index);
  void leaveScope(std::uint32_t size);
  [[nodiscard]] std::string_view text(std::uint32_t name) const;

  char* writeId(char* to, std::uint32_t id) const;

  static constexpr std::uint32_t kNamed = 0x80000000U;
  static constexpr std::uint32_t kGroup = 0x40000000U;  ///< first result of an operation whose results share one name
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  struct Name {
    std::uint32_t from, length;
    bool inUse;
  };
  const Module& module_;
  bool suggested_;
  Counters next_;
  std::vector<std::uint32_t> ids_;  ///< by value: its number, or the index of its name
  std::vector<std::uint32_t> blocks_;
  std::vector<Name> names_;
  std::string texts_, constantName_;
  std::size_t longest_ = 64;
  InternTable table_;
  std::vector<std::uint32_t> scope_;  ///< names in use, by the order in which they were taken
};

}  // namespace shardlens
