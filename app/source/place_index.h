#pragma once

#include <string_view>
#include <vector>

#include "engine/session/snapshot.h"

namespace shardlens::app {

/// Finds operations and values by their place in the text, and places by name.
class PlaceIndex {
 public:
  explicit PlaceIndex(SnapshotPtr snapshot);

  /// Operation whose text holds `at`; invalid before the first.
  [[nodiscard]] OpId opAt(Offset at) const;
  /// Value that the name at `at` means (`%x` at its definition or in a use); else the first result of the operation there.
  [[nodiscard]] ValueId valueAt(Offset at, std::string_view name) const;
  /// Where `name` (`%x`, `@f`, `#loc1`) as used at `at` is defined; kNoOffset where unknown.
  [[nodiscard]] Offset definition(Offset at, std::string_view name) const;
  /// Where the text of a value's definition begins; kNoOffset where it has none.
  [[nodiscard]] Offset placeOf(ValueId value) const;

 private:
  [[nodiscard]] ValueId operandNamed(OpId op, std::string_view name) const;
  struct Place {
    Offset at;
    OpId op;
  };
  SnapshotPtr snapshot_;
  std::vector<Place> ops_;
  std::vector<std::pair<Offset, ValueId>> arguments_;
};

}  // namespace shardlens::app
