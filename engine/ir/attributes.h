#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/ir/ids.h"

namespace shardlens {

/// Kinds of attributes. Beside each stands what its AttrData holds; `subs` are AttrIds, `ints` 64-bit integers.
enum class AttrKind : std::uint8_t {
  Unit,
  Bool,            ///< ints[0]
  Integer,         ///< type; ints = value in two's complement, little-endian 64-bit words, sign-extended (one word up to 64 bits)
  Float,           ///< type; ints = bit pattern in the type's own format, low word first
  String,          ///< text = unescaped bytes; type where one was written (`"x" : !t`)
  SymbolRef,       ///< text = root name; subs = nested names as String
  Type,            ///< type
  Array,           ///< subs
  Dictionary,      ///< subs = name (String), value, name, value ...; sorted by name
  DenseArray,      ///< type = element type (i1, i8, i16, i32, i64, f32, f64); ints = values (bit patterns for floats)
  DenseElements,   ///< type = shaped type; text = raw little-endian elements (see DenseForm in sub); splat holds one element
  DenseStrings,    ///< type; subs = String per element (one where splat: sub = 1)
  DenseResource,   ///< type; text = key
  SparseElements,  ///< type; subs = indices, values
  AffineMap,       ///< text = canonical spelling inside `affine_map<...>`
  IntegerSet,      ///< text = canonical spelling inside `affine_set<...>`
  StridedLayout,   ///< ints = offset then strides
  DistinctAttr,    ///< ints[0] = number; subs[0] = referenced
  Dialect,         ///< attribute of an unknown dialect: text = all after `#`

  LocUnknown,   ///< `loc(unknown)`
  LocFile,      ///< text = file; ints = line, column [, end line, end column]
  LocName,      ///< text = name; subs[0] = child (LocUnknown when none was written)
  LocCallSite,  ///< subs = callee, caller
  LocFused,     ///< subs = locations; where sub = 1 the first of them is metadata instead

  StablehloEnum,          ///< sub = StablehloEnumKind; ints[0] = its value
  StablehloDot,           ///< ints = four lists: count then items (lhs batch, rhs batch, lhs contracting, rhs contracting)
  StablehloDotAlgorithm,  ///< type of lhs, rhs, accumulation as Type in subs; ints = components lhs, rhs, num primitive, allow imprecise
  StablehloGather,   ///< ints = five lists: count then items (offset, collapsed, operand batching, indices batching, start index map); then
                     ///< index vector dim
  StablehloScatter,  ///< ints = five lists likewise (update window, inserted window, input batching, indices batching, to operand dims);
                     ///< then index vector dim
  StablehloConv,     ///< ints = input batch, input feature, list; kernel input feature, kernel output feature, list; output batch, output
                     ///< feature, list
  StablehloChannelHandle,         ///< ints = handle, type
  StablehloOutputAlias,           ///< ints = list of output tuple indices, operand index, list of operand tuple indices
  StablehloTypeExtensions,        ///< ints = bounds (kDynamic where `?`)
  StablehloResultAccuracy,        ///< ints = bits of atol, bits of rtol (f64), ulps, mode
  StablehloSubAxisInfo,           ///< ints = pre-size, size
  StablehloAxisRef,               ///< text = name; subs[0] = sub-axis info where there is one
  StablehloMeshAxis,              ///< text = name; ints[0] = size
  StablehloMesh,                  ///< subs = mesh axes; then device ids (a dense elements attribute) where sub = 1
  StablehloReplicaGroupMeshAxes,  ///< subs[0] = mesh (symbol or mesh attribute), subs[1..] = axis refs
  ChloEnum,                       ///< sub = ChloEnumKind; ints[0]
  ChloRaggedDot,  ///< ints = five lists (lhs batch, rhs batch, lhs contracting, rhs contracting, lhs ragged) and rhs group list

  SdyMeshAxis,        ///< text = name; ints[0] = size
  SdyMesh,            ///< subs = SdyMeshAxis; ints = device ids
  SdySubAxisInfo,     ///< ints = pre-size, size
  SdyAxisRef,         ///< text = name; ints = pre-size, size where a sub-axis, empty for a full axis
  SdyDimSharding,     ///< subs = SdyAxisRef; sub = 1 when closed; ints[0] = priority where written
  SdyTensorSharding,  ///< subs = mesh (SymbolRef or SdyMesh), dims ..., replicated ..., unreduced ...; ints = numbers of dims, replicated,
                      ///< unreduced; sub = reduction kind
  SdyShardingPerValue,    ///< subs = SdyTensorSharding
  SdyDimMapping,          ///< ints = factor indices
  SdyTensorMapping,       ///< subs = SdyDimMapping
  SdyOpShardingRule,      ///< subs = operand mappings then result mappings; ints = number of operands; then five lists: count then items
                          ///< (factor sizes, reduction, need replication, permutation, blocked propagation); sub = 1 when custom
  SdyManualAxes,          ///< subs = String
  SdyAxisRefList,         ///< subs = SdyAxisRef
  SdyListOfAxisRefLists,  ///< subs = SdyAxisRefList
  SdyAllToAllParam,       ///< subs = SdyAxisRef; ints = source dimension, target dimension
  SdyAllToAllParamList,   ///< subs = SdyAllToAllParam
  SdyEdgeValueRef,        ///< sub = 0 operand, 1 result; ints[0] = index
  SdyAxisToPropagationDetails,  ///< subs = axis ref, source, targets ...
  SdyPropagationOneStep,        ///< ints[0] = step; subs = SdyAxisToPropagationDetails
  SdyPropagationEdges,          ///< subs = SdyPropagationOneStep
};

/// How a DenseElements attribute keeps its elements (AttrData::sub).
enum class DenseForm : std::uint8_t {
  Raw,       ///< text = all elements, each in whole little-endian bytes (i1 one byte; i4 one byte; complex real then imaginary)
  Splat,     ///< text = one element
  HexView,   ///< text = the hex digits as written, a view on the program's text, not decoded yet
  TextView,  ///< text = the literal as written between `<` and `>`, checked but not decoded yet, a view on the program's text
};

enum class StablehloEnumKind : std::uint8_t {
  Precision,
  ResultAccuracyMode,
  FftType,
  CustomCallApiVersion,
  ComparisonDirection,
  ComparisonType,
  Transpose,
  RngDistribution,
  RngAlgorithm,
};
enum class ChloEnumKind : std::uint8_t { ComparisonDirection, ComparisonType, Precision };

/// Contents of an interned attribute or location; unused fields are empty.
struct AttrData {
  AttrKind kind = AttrKind::Unit;
  std::uint8_t sub = 0;
  TypeId type = {};
  StrId name = {};  ///< of an interned axis, axis reference or string: its text by number; no part of the contents
  std::span<const AttrId> subs = {};
  std::span<const std::int64_t> ints = {};
  std::string_view text = {};
};

}  // namespace shardlens
