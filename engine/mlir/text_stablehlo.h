#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

// Texts of `stablehlo` and `chlo` attributes without `#dialect.mnemonic`: as they stand in other attributes and in operations' formats.
namespace shardlens::hlotext {

// Numbers and lists of them.
bool parseIntegers(OpParser& p, std::vector<std::int64_t>* out);         ///< `[1, 2]`
bool parseDims(OpParser& p, std::vector<std::int64_t>* out);             ///< `[1, ?]`
void printIntegers(OpPrinter& p, std::span<const std::int64_t> values);  ///< `1, 2` without brackets
void printDims(OpPrinter& p, std::span<const std::int64_t> values);      ///< `1, ?` without brackets
/// The list at `at` in `ints` (a count, then its items); moves `at` past it.
std::span<const std::int64_t> takeList(std::span<const std::int64_t> ints, std::size_t* at);
void addList(std::vector<std::int64_t>* ints, std::span<const std::int64_t> list);

/// Words of an enumeration; a word's value is its index plus `first`.
struct EnumWords {
  std::string_view mnemonic;  ///< `comparison_direction`
  std::string_view cppName;   ///< `::mlir::stablehlo::ComparisonDirection`, for messages
  AttrKind attrKind;
  std::uint8_t sub;  ///< StablehloEnumKind or ChloEnumKind
  std::int64_t first;
  std::span<const std::string_view> words;
};
std::span<const EnumWords> stablehloEnums();
std::span<const EnumWords> chloEnums();
const EnumWords& enumWords(StablehloEnumKind kind);
const EnumWords& enumWords(ChloEnumKind kind);
bool parseEnum(OpParser& p, const EnumWords& words, AttrId* out);   ///< one of the words
void printEnum(OpPrinter& p, const EnumWords& words, AttrId attr);  ///< the word

/// An attribute of named fields: lists of dimensions and numbers, each left out where it is empty or zero.
struct DimStruct {
  struct Field {
    std::string_view name;
    bool list;
  };
  std::string_view mnemonic;
  AttrKind kind;
  std::span<const Field> fields;
};
/// The struct of `mnemonic` (dot, gather, scatter; ragged_dot), or null.
const DimStruct* dimStruct(std::string_view mnemonic);
const DimStruct* dimStruct(AttrKind kind);
bool parseDimStruct(OpParser& p, const DimStruct& shape, AttrId* out);  ///< from `<` to `>`
void printDimStruct(OpPrinter& p, const DimStruct& shape, AttrId attr);
/// The fields in any order and the `>` after them; `ints` gets them in the order of `fields`, lists with their counts.
bool parseDimFields(OpParser& p, std::span<const DimStruct::Field> fields, std::vector<std::int64_t>* ints);
void printDimFields(OpPrinter& p, std::span<const DimStruct::Field> fields, std::span<const std::int64_t> ints);

bool parseConv(OpParser& p, AttrId* out);      ///< `<[b, f, 0]x[i, o, 0]->[b, f, 0]>`, `raw<...>`
bool parseConvDims(OpParser& p, AttrId* out);  ///< without angle brackets
void printConvDims(OpPrinter& p, AttrId attr);

bool parseDotAlgorithm(OpParser& p, AttrId* out);  ///< from `<` to `>`
void printDotAlgorithm(OpPrinter& p, AttrId attr);
bool parseResultAccuracy(OpParser& p, AttrId* out);
void printResultAccuracy(OpPrinter& p, AttrId attr);

bool parseChannelHandle(OpParser& p, AttrId* out);
bool parseOutputAlias(OpParser& p, AttrId* out);
bool parseTypeExtensions(OpParser& p, AttrId* out);  ///< `<bounds = [4, ?]>`
bool parseBounds(OpParser& p, AttrId* out);          ///< `<4, ?>`
bool parseSubAxisInfo(OpParser& p, AttrId* out);
bool parseAxisRef(OpParser& p, AttrId* out);
bool parseMeshAxis(OpParser& p, AttrId* out);
bool parseMesh(OpParser& p, AttrId* out);
bool parseReplicaGroupMeshAxes(OpParser& p, AttrId* out);
void printChannelHandle(OpPrinter& p, AttrId attr);
void printOutputAlias(OpPrinter& p, AttrId attr);
void printBounds(OpPrinter& p, AttrId attr);
void printSubAxisInfo(OpPrinter& p, AttrId attr);
void printAxisRef(OpPrinter& p, AttrId attr);
void printMeshAxis(OpPrinter& p, AttrId attr);
void printMesh(OpPrinter& p, AttrId attr);
void printReplicaGroupMeshAxes(OpPrinter& p, AttrId attr);

using ParseFn = bool (*)(OpParser&, AttrId*);
/// An attribute of `kind`: in full where a `#` stands (an alias, or `#stablehlo...`), else as `custom` reads it.
bool parseInFullOr(OpParser& p, AttrKind kind, ParseFn custom, AttrId* out);
/// A field of a struct and how its value is read.
struct StructField {
  std::string_view name;
  std::function<bool()> parse;
  bool optional = false;
};
/// `<name = value, ...>` in any order, each field once.
bool parseStruct(OpParser& p, std::span<const StructField> fields);

}  // namespace shardlens::hlotext
