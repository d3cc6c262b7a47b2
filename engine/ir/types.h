#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/ir/ids.h"

namespace shardlens {

enum class TypeKind : std::uint8_t {
  None,            ///< `none`
  Index,           ///< `index`
  Integer,         ///< `i32`, `si8`, `ui4`: sub = Signedness, ints[0] = width
  Float,           ///< sub = FloatKind
  Complex,         ///< types[0] = element
  Tuple,           ///< types = members
  Function,        ///< types = inputs then results, ints[0] = number of inputs
  RankedTensor,    ///< ints = shape (kDynamic where `?`), types[0] = element, attr = encoding
  UnrankedTensor,  ///< types[0] = element
  Vector,          ///< ints = shape, types[0] = element; sub bit i unused; scalable dims kept in text
  MemRef,          ///< ints = shape, types[0] = element, attr = layout, text = memory space and the rest as written
  UnrankedMemRef,  ///< types[0] = element, text = memory space as written
  Token,           ///< `!stablehlo.token`
  Future,          ///< `!stablehlo.future<...>`: types = members
  Quantized,       ///< `!quant.uniform`, `!quant.any`, `!quant.calibrated`: sub = QuantKind; the rest as said in engine/ir/quant.h
  Dialect,         ///< a type of an unknown dialect: text = all after `!`
};

enum class Signedness : std::uint8_t { Signless, Signed, Unsigned };

enum class FloatKind : std::uint8_t {
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E4M3B11FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  TF32,
  F32,
  F64,
  F80,
  F128,
};

inline constexpr std::int64_t kDynamic = INT64_MIN;

/// Contents of an interned type. Which fields mean what is said at TypeKind; unused ones are empty.
struct TypeData {
  TypeKind kind = TypeKind::None;
  std::uint8_t sub = 0;
  AttrId attr = {};
  std::span<const std::int64_t> ints = {};
  std::span<const TypeId> types = {};
  std::string_view text = {};
};

}  // namespace shardlens
