#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

// Operations of MLIR's own dialects that programs carry for scalars and shapes. Only those that operations are known of
// (engine/ir/ops.def); all others of these dialects stay operations of unknown dialects.
namespace shardlens {

OpAssembly arithAssembly(OpKind kind);
OpAssembly tensorAssembly(OpKind kind);
OpAssembly shapeAssembly(OpKind kind);

extern const DialectText kArithText;         ///< `#arith.overflow<nsw>`, `#arith.fastmath<fast>`
extern const DialectText kShapeText;         ///< `!shape.shape` and its like
extern const DialectText kSparseTensorText;  ///< `#sparse_tensor.encoding<{...}>`

/// Flags of `addi` and `addf`: words in `<...>`, kept as the attribute `#arith.MNEMONIC<...>`.
struct ArithFlags {
  std::string_view mnemonic, attribute, cppName, separator;
  std::span<const std::string_view> words;  ///< word i is bit i
  std::string_view allWord;                 ///< what stands for all bits, where there is such a word
};
/// The flags that operations of `kind` have, or null.
const ArithFlags* arithFlagsOf(OpKind kind);
/// Name of the attribute that holds them.
constexpr std::string_view arithFlagsAttribute(const ArithFlags& flags) {
  return flags.mnemonic == "fastmath" ? "fastmath" : "overflowFlags";
}
AttrId noArithFlags(Context& c, const ArithFlags& flags);
bool parseArithFlags(OpParser& p, const ArithFlags& flags, AttrId* out);  ///< from `<` to `>`

}  // namespace shardlens
