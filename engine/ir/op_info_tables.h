#pragma once

#include <span>

#include "engine/ir/op_kind.h"

namespace shardlens {

/// One row of a dialect's table; operations without a row have no traits and no inherent attributes.
struct OpInfoRow {
  OpKind kind;
  std::uint32_t traits = 0;
  std::span<const std::string_view> inherent;
};

std::span<const OpInfoRow> builtinOpInfo();  ///< builtin, func and cf
std::span<const OpInfoRow> arithOpInfo();    ///< arith, tensor and shape
std::span<const OpInfoRow> stablehloOpInfo();
std::span<const OpInfoRow> chloOpInfo();  ///< chlo, check, interpreter and mhlo.topk
std::span<const OpInfoRow> sdyOpInfo();

}  // namespace shardlens
