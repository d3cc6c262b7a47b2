#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/sharding/sharding.h"
#include "engine/verify/verifier.h"

namespace shardlens {

/// Checks which axes an operation may leave unreduced, given what its operands leave unreduced.
class UnreducedTransition {
 public:
  UnreducedTransition(Verifier& verifier, const MeshTable& meshes) : v_(verifier), meshes_(meshes) {}

  /// Null where `value`, looked at through barriers, has no sharding.
  const TensorSharding* shardingOf(ValueId value);
  const TensorSharding* decoded(AttrId sharding);

  /// Reports an error at `op` unless every axis that results add is reduced by `introduced` and every axis that they lose by `removed`
  /// (nothing may be added or lost where there is no such reduction), and those kept keep their reduction.
  bool check(OpId op, const std::vector<const TensorSharding*>& operands, const std::vector<const TensorSharding*>& results,
             std::optional<ReductionOp> introduced, std::optional<ReductionOp> removed = std::nullopt);

 private:
  using Shardings = std::vector<const TensorSharding*>;
  bool commonMesh(const Shardings& shardings, const Mesh** mesh) const;
  bool checkReductions(OpId op, const Shardings& shardings, const std::vector<AxisRef>& axes, ReductionOp expected, std::string_view verb);
  bool checkKept(OpId op, const Shardings& operands, const Shardings& results);

  Verifier& v_;
  const MeshTable& meshes_;
  std::unordered_map<AttrId, TensorSharding> decoded_;
};

}  // namespace shardlens
