#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/infer.h"

namespace shardlens {

/// What the declaration of an operation says, as text; compiled once into an OdsSpec.
///
///   operands, results: `name:Constraint` each, `*` after it where it stands for any number (type_constraint.cpp)
///   attributes: `name:Constraint`, `name?:Constraint` where it may be absent; sorted by name (attr_constraint.cpp)
///   regions: `name:1` (one block), `name:any`; `*` after it where there may be any number
///   traits: names as in ods_traits.cpp, those about named operands with them in brackets: `AllTypesMatch(lhs,rhs)`
struct OdsRow {
  OpKind kind;
  const char* operands = "";
  const char* results = "";
  const char* attributes = "";
  const char* regions = "";
  const char* traits = "";
};

std::span<const OdsRow> builtinOdsRows();  ///< builtin, func, check, interpreter and mhlo.topk
std::span<const OdsRow> arithOdsRows();    ///< arith, tensor and shape
std::span<const OdsRow> stablehloOdsRows();
std::span<const OdsRow> elementwiseOdsRows();  ///< StableHLO's elementwise operations
std::span<const OdsRow> chloOdsRows();
std::span<const OdsRow> sdyOdsRows();

struct TypeConstraint;
struct AttrConstraint;
struct OdsTrait;

struct OdsValue {
  std::string_view name;
  const TypeConstraint* type = nullptr;
  bool variadic = false;
};
struct OdsAttr {
  std::string_view name;
  const AttrConstraint* constraint = nullptr;
  bool optional = false;
};
struct OdsRegion {
  std::string_view name;
  bool oneBlock = false, variadic = false;
};
struct OdsTraitUse {
  const OdsTrait* trait = nullptr;
  std::vector<std::string_view> names;
};

/// A row taken apart; `known` is false where an operation has no row.
struct OdsSpec {
  bool known = false;
  std::vector<OdsValue> operands, results;
  std::vector<OdsAttr> attributes;
  std::vector<OdsRegion> regions;
  std::vector<OdsTraitUse> traits;
};

const OdsSpec& odsSpec(OpKind kind);
/// Part of a list that one group takes.
struct OdsRange {
  std::uint32_t first = 0, count = 0;
};
/// Part of the `total` operands or results that group `i` takes; several variadic groups share evenly, or as the segment sizes say.
OdsRange odsRange(const OpCheck& o, std::span<const OdsValue> groups, std::uint32_t total, std::size_t i, std::string_view segments);
inline OdsRange odsOperands(const OpCheck& o, const OdsSpec& spec, std::size_t i) {
  return odsRange(o, spec.operands, o.operands(), i, "operandSegmentSizes");
}
inline OdsRange odsResults(const OpCheck& o, const OdsSpec& spec, std::size_t i) {
  return odsRange(o, spec.results, o.results(), i, "resultSegmentSizes");
}

/// When a trait is checked: on its own before the constraints, as the last of them, or after them. What it demands of the regions'
/// contents comes after all in them was verified.
enum class OdsStage : std::uint8_t { Structure, Predicate, Native };
struct OdsTrait {
  std::string_view name;
  OdsStage stage = OdsStage::Native;
  bool (*check)(const OpCheck& o, const OdsSpec& spec, std::span<const std::string_view> names) = nullptr;
  bool (*checkContents)(const OpCheck& o) = nullptr;
};
const OdsTrait* odsTrait(std::string_view name);

// The checks, in the reference's order. Constraints and native traits may be left out for an operation equal to one that passed.
bool checkOdsCounts(const OpCheck& o, const OdsSpec& spec);  ///< regions, results, successors, operands
bool checkOdsTraits(const OpCheck& o, const OdsSpec& spec, OdsStage stage);
bool checkOdsConstraints(const OpCheck& o, const OdsSpec& spec);  ///< attributes, operands, results, traits among them
/// What is wrong with the first of an operation's own attributes among `attrs` that breaks its constraint, for the reader, who looks at
/// them before there is an operation: `'NAME' op attribute ...`; empty where all hold.
std::string attributeError(const Context& c, OpKind kind, std::span<const std::pair<StrId, AttrId>> attrs);
bool checkOdsRegions(const OpCheck& o, const OdsSpec& spec);   ///< number of blocks in each region
bool checkOdsContents(const OpCheck& o, const OdsSpec& spec);  ///< what traits demand of the regions' contents

}  // namespace shardlens
