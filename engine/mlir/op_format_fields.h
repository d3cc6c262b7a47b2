#pragma once

#include <string_view>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

namespace shardlens {

bool isElements(const Context& c, AttrId attr);  ///< dense, sparse or resource elements
bool isI64Array(const Context& c, AttrId attr);  ///< `array<i64: ...>`

/// Spellings that belong to one or two operations, each of several attributes of which the format names the first.
namespace fields {

bool parseDotNumbers(OpParser& p, OpState& s, std::string_view name);  ///< `batching_dims = [0] x [0], contracting_dims = [1] x [2]`
void printDotNumbers(OpPrinter& p, OpId op, std::string_view name);
bool parseRanges(OpParser& p, OpState& s, std::string_view name);  ///< `[0:4, 2:8:2]`
void printRanges(OpPrinter& p, OpId op, std::string_view name);
bool parseWindow(OpParser& p, OpState& s, std::string_view name);  ///< `stride = [1, 1], pad = [[0, 0], [0, 0]]`
void printWindow(OpPrinter& p, OpId op, std::string_view name);
bool parsePrecision(OpParser& p, OpState& s, std::string_view name);  ///< `, precision = [DEFAULT, HIGH]`, or nothing
void printPrecision(OpPrinter& p, OpId op, std::string_view name);
bool parsePrecisionAndAlgorithm(OpParser& p, OpState& s, std::string_view name);  ///< and `, algorithm = <...>`, or nothing
void printPrecisionAndAlgorithm(OpPrinter& p, OpId op, std::string_view name);
bool parseExponentMantissa(OpParser& p, OpState& s, std::string_view name);  ///< `e5m10`
void printExponentMantissa(OpPrinter& p, OpId op, std::string_view name);

}  // namespace fields

}  // namespace shardlens
