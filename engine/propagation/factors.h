#pragma once

#include "engine/propagation/projection.h"

namespace shardlens {

/// What decides how factors are passed on, the same for equal operations.
struct FactorMode {
  bool aggressive = false;
  bool conservative = false;                ///< no parts of axes
  bool elementwise = false;                 ///< only looked at by the aggressive strategy
  Direction passThrough = Direction::Both;  ///< of pass-through factors
  Direction other = Direction::Both;        ///< of all other factors

  [[nodiscard]] std::uint32_t bits() const {
    return static_cast<std::uint32_t>(aggressive) | static_cast<std::uint32_t>(conservative) << 1 |
           static_cast<std::uint32_t>(elementwise) << 2 | static_cast<std::uint32_t>(passThrough) << 3 |
           static_cast<std::uint32_t>(other) << 5;
  }
};

/// Direction in which `factor` passes; blocked factors never do.
Direction directionOf(const ShardingRule& rule, std::int64_t factor, const FactorMode& mode);

/// Passes axes along factors between the tensors of `projection`; says which tensors got some.
std::vector<bool> propagateFactors(Projection& projection, const ShardingRule& rule, const FactorMode& mode, const Mesh& mesh);
std::vector<bool> propagateFactorsAggressively(Projection& projection, const ShardingRule& rule, const FactorMode& mode, const Mesh& mesh);

// What both strategies share.
/// Axes that all tensors agree to have, or could have, on `factor`, other factors not considered.
AxisList compatibleMajorAxes(const Projection& projection, std::size_t factor, Direction direction);
/// The prefix of `axis` that no other factor of the tensor uses.
std::optional<AxisRef> prefixFreeOfOtherFactors(AxisRef axis, const TensorFactors& tensor, std::size_t factor, const Mesh& mesh);
/// The prefix of `axis` that can be added to the tensor's `factor`, of which `sharded` parts are made by axes before it.
std::optional<AxisRef> prefixThatFits(AxisRef axis, const TensorFactors& tensor, std::size_t factor, std::int64_t sharded,
                                      std::int64_t factorSize, const Mesh& mesh);
/// Gives the tensor `axes` on `factor` if what it has there is a strict prefix of them.
bool expand(TensorFactors& tensor, std::size_t factor, const AxisList& axes);

/// Cuts `axes` at the first that `allowed(axis, size of those before)` does not let through whole.
template <typename Allowed>
void truncateAxes(AxisList& axes, const Mesh& mesh, bool conservative, Allowed&& allowed) {
  std::int64_t sharded = 1;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::optional<AxisRef> kept = allowed(axes[i], sharded);
    if (!kept || (conservative && !kept->isFull())) {
      axes.resize(i);
      return;
    }
    if (*kept != axes[i]) {
      axes[i] = *kept;
      axes.resize(i + 1);
      return;
    }
    sharded *= mesh.sizeOf(*kept);
  }
}

}  // namespace shardlens
