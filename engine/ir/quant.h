#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/ir/context.h"

namespace shardlens {

/// Kinds of TypeKind::Quantized types (TypeData::sub).
enum class QuantKind : std::uint8_t { Any, Uniform, UniformPerAxis, UniformSubChannel, Calibrated };

/// A quantised type taken apart; a view on the context.
///
/// In TypeData: types = storage, expressed (missing where `!quant.any` has none; a calibrated type holds expressed only);
/// ints = signed (0 or 1), storage minimum, storage maximum, then
///   Uniform: scale bits, zero point;
///   UniformPerAxis: axis, n, n scale bits, n zero points;
///   UniformSubChannel: m, m axes, m block sizes, r, r extents of the scales, n, n scale bits, n zero points;
///   Calibrated: minimum bits, maximum bits alone.
struct QuantView {
  QuantKind kind = QuantKind::Any;
  bool isSigned = false;
  TypeId storage, expressed;
  std::int64_t storageMin = 0, storageMax = 0;
  std::int64_t axis = 0;                    ///< UniformPerAxis only
  std::span<const std::int64_t> scaleBits;  ///< bits of f64, one each scale
  std::span<const std::int64_t> zeroPoints;

  [[nodiscard]] double scale(std::size_t i) const { return std::bit_cast<double>(scaleBits[i]); }
};

/// The quantised type `t`, or nothing for any other type.
std::optional<QuantView> quantView(const Context& c, TypeId t);
inline bool isQuantized(const Context& c, TypeId t) { return c.type(t).kind == TypeKind::Quantized; }
inline bool isQuantized(const Context& c, TypeId t, QuantKind kind) {
  return isQuantized(c, t) && c.type(t).sub == static_cast<std::uint8_t>(kind);
}

}  // namespace shardlens
