#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace shardlens {

/// Every known operation, and `Unknown` for those of dialects that are kept without being understood.
enum class OpKind : std::uint16_t {
#define SHARDLENS_OP(enumerator, name) enumerator,
#include "engine/ir/ops.def"
#undef SHARDLENS_OP
  Unknown,
};

inline constexpr std::size_t kOpKinds = static_cast<std::size_t>(OpKind::Unknown);

/// Properties that passes, the verifier and the printers ask of an operation.
enum OpTrait : std::uint32_t {
  kTerminator = 1U << 0,
  kPure = 1U << 1,             ///< no memory effects: may be erased when unused (neither this nor the next: effects unknown, never erased)
  kRecursivelyPure = 1U << 2,  ///< has the effects of the operations in its regions, none of its own
  kIsolatedFromAbove = 1U << 3,  ///< its regions use no values of the outside
  kSymbol = 1U << 4,             ///< defines a symbol by its sym_name
  kSymbolTable = 1U << 5,
  kConstantLike = 1U << 6,
  kCommutative = 1U << 7,
  kElementwise = 1U << 8,  ///< result element i depends on element i of each operand
  kSingleBlock = 1U << 9,
  kNoTerminator = 1U << 10,
  kSameOperandsAndResultType = 1U << 11,
  kAllocates = 1U << 12,         ///< has an effect (writes, reads or sends): never erased
  kPureUnlessMarked = 1U << 13,  ///< pure unless its attribute `has_side_effect` is true
};

/// What is fixed about an operation; `inherent` lists the attributes that belong to the operation itself (printed in `<{...}>`).
struct OpInfo {
  std::string_view name;  ///< with dialect: `stablehlo.add`
  std::uint32_t traits = 0;
  std::span<const std::string_view> inherent;
};

/// Info of `kind`; for OpKind::Unknown an entry without name and traits.
const OpInfo& opInfo(OpKind kind);

inline bool hasTrait(OpKind kind, OpTrait trait) { return (opInfo(kind).traits & trait) != 0; }

/// The operation called `name` (with dialect), or OpKind::Unknown.
OpKind opKindByName(std::string_view name);

/// True when `dialect` is one whose operations are all known (builtin, func, stablehlo, chlo, check, sdy; mhlo counts for topk only).
bool isKnownDialect(std::string_view dialect);

}  // namespace shardlens
