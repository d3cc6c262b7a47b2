#pragma once

#include <functional>
#include <optional>

#include "engine/plan/axis_piece.h"

namespace shardlens {

/// One sharding that a person wrote, in the program as opened.
struct Written {
  enum class Kind : std::uint8_t {
    Argument,       ///< of a function
    Result,         ///< of an operation
    FuncResult,     ///< in a function's signature
    Constraint,     ///< sdy.sharding_constraint, sdy.reshard
    ComputationIn,  ///< in_shardings of a manual or named computation
    ComputationOut  ///< out_shardings
  };
  Kind kind = Kind::Argument;
  OpId op;        ///< the function or operation that carries it
  ValueId value;  ///< whose sharding it is; invalid for a function's result
  std::uint32_t index = 0;
  AttrId sharding;
  bool operator==(const Written& o) const { return kind == o.kind && op == o.op && index == o.index; }
};

/// The sharding written for `value` itself; nothing where there is none.
std::optional<Written> writtenOn(const Module& module, ValueId value);
/// The same, or what it would be: where an annotation of `value` would be written.
std::optional<Written> placeToWrite(const Module& module, ValueId value);
/// `sharding` as it stands in the text in the annotation's place: inside a manual computation the manual axes of its border belong to it.
AttrId asInText(const Module& module, const Written& written, AttrId sharding);
std::optional<Written> writtenOnResult(const Module& module, OpId func, std::uint32_t result);
/// The annotation that gives `value` the piece of an axis on `dim` before propagation begins: its own, or one that import passes lay over
/// it: of a constraint or computation that uses it, of its sharding group, of the function that is called.
std::optional<Written> findWritten(const Module& opened, ValueId value, std::size_t dim, const AxisPiece& piece);
/// The nearest of the same annotations whose sharding `wanted` accepts.
using WantedSharding = std::function<bool(const TensorSharding& sharding, const Mesh& mesh)>;
std::optional<Written> findWritten(const Module& opened, ValueId value, const WantedSharding& wanted);
/// Puts another sharding in the annotation's place; invalid: takes it away, with its constraint, but for manual axes, which must stay.
void rewrite(Module& module, const Written& written, AttrId sharding);
/// Place in the text where the operation or argument that carries it stands.
Offset placeOf(const Module& module, const Written& written);

}  // namespace shardlens
