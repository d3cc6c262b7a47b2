#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

// Texts of `sdy` attributes without `#sdy.mnemonic`: as they stand in other attributes and in operations' formats.
namespace shardlens::sdytext {

using ParseFn = bool (*)(OpParser&, AttrId*);

bool parseMeshAxis(OpParser& p, AttrId* out);        ///< `"x"=4`
bool parseMesh(OpParser& p, AttrId* out);            ///< `<["x"=4, "y"=2], device_ids=[...]>`
bool parseSubAxisInfo(OpParser& p, AttrId* out);     ///< `(1)2`
bool parseAxisRef(OpParser& p, AttrId* out);         ///< `"x"`, `"x":(1)2`
bool parseDimSharding(OpParser& p, AttrId* out);     ///< `{"x", ?}p1`
bool parseSharding(OpParser& p, AttrId* out);        ///< `<@mesh, [{"x"}, {}], replicated={"y"}, unreduced=max{"z"}>`
bool parsePerValue(OpParser& p, AttrId* out);        ///< `<[<@mesh, []>, ...]>`
bool parseDimMapping(OpParser& p, AttrId* out);      ///< `ij`, `z_1k`
bool parseTensorMapping(OpParser& p, AttrId* out);   ///< `[i, jk]`
bool parseShardingRule(OpParser& p, AttrId* out);    ///< `<([i, j])->([ij]) {i=2, j=4} reduction={j}, custom>`
bool parseManualAxes(OpParser& p, AttrId* out);      ///< `{"x", "y"}`
bool parseAxisRefList(OpParser& p, AttrId* out);     ///< `{"x", "y":(1)2}`
bool parseAxisRefLists(OpParser& p, AttrId* out);    ///< `[{"x"}, {}]`
bool parseAllToAllParam(OpParser& p, AttrId* out);   ///< `{"x"}: 0->1`
bool parseAllToAllParams(OpParser& p, AttrId* out);  ///< `[{"x"}: 0->1, ...]`
bool parseEdgeValueRef(OpParser& p, AttrId* out);    ///< `operand-0`
bool parseAxisDetails(OpParser& p, AttrId* out);     ///< `{"x" = operand-0 -> [result-0]}`
bool parseOneStep(OpParser& p, AttrId* out);         ///< `{step-1 = [...]}`
bool parseEdges(OpParser& p, AttrId* out);           ///< `<[{step-1 = [...]}]>`

/// An attribute of `kind`: in full where a `#` stands (an alias, or `#sdy...`), else as `custom` reads it.
bool parseInFullOr(OpParser& p, AttrKind kind, ParseFn custom, AttrId* out);
/// At least one element, each read by `parseInFullOr`, with commas between.
bool parseElements(OpParser& p, AttrKind kind, ParseFn element, std::vector<AttrId>* out);
/// `[<@mesh, []>, ...]`: shardings per value as operations' formats have them.
bool parseShardings(OpParser& p, AttrId* out);
/// Adds after a failed parameter what was wanted there; always false.
bool failedParameter(OpParser& p, std::string_view attribute, std::string_view parameter, std::string_view type);

void printShardings(OpPrinter& p, AttrId perValue);
void printRule(OpPrinter& p, AttrId rule);
/// Any attribute above, as it stands in formats.
void printStripped(OpPrinter& p, AttrId attr);
/// Mnemonic of the attribute's kind (`sharding`, `axis_ref`, ...); empty where it is none of this dialect's.
std::string_view mnemonicOf(AttrKind kind);

}  // namespace shardlens::sdytext
