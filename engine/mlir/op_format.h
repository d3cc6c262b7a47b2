#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

namespace shardlens {

/// A format of one line, its words set apart by spaces:
///
///   %              an operand                        %*             all operands, commas between
///   %...           a list of operands, or nothing    %,             operands, a comma after each
///   <name:form>    the attribute `name`, written as `form` says
///   {}             all other attributes              [regions]      regions in parentheses, or nothing
///   [? ... ?]      there only where its attribute (and no default) or its types are
///   ``             no space before what follows      any other      itself
///
/// and the types of operands and results, where nothing else tells them:
///
///   !fn            `(t, t) -> t` of all              !same          `t` where all are alike, else as !fn
///   !pairwise      result i is like operand i        !tuple         a tuple, of the operands' types
///   !select        `p, t`, or as !fn                 !complex       a complex tensor, of two real ones
///   !operand       the next operand                  !operands      all operands
///   !result        the next result                   !results       all results, at least one
///   !alike         the one type of all operands and of the result
///   !likefirst     nothing is written: the operands that are left are like the first
///   !likevalue     nothing is written: the operand or result is of the type of the attribute `value`
struct FormatRow {
  OpKind op;
  std::string_view text;
};

/// Spellings of attributes inside formats. `name` is the attribute that the format names; some forms stand for more of them.
struct AttrForm {
  std::string_view word;
  bool (*parse)(OpParser&, OpState&, std::string_view name);
  void (*print)(OpPrinter&, OpId, std::string_view name);
  std::span<const std::string_view> more = {};
};
const AttrForm* findAttrForm(std::string_view word);

enum class StepKind : std::uint8_t { Literal, Operand, Operands, OperandsWithCommas, Attr, AttrDict, Regions, Types, Group };
enum class TypesForm : std::uint8_t {
  Fn,
  Same,
  Pairwise,
  Tuple,
  Select,
  Complex,
  Operand,
  Operands,
  Result,
  Results,
  Alike,
  LikeFirst,
  LikeValue
};

struct FormatStep {
  StepKind kind = StepKind::Literal;
  bool space = false;  ///< a space stands before it
  TypesForm types = TypesForm::Fn;
  std::uint8_t length = 0;     ///< of a Group: steps inside, which follow it
  std::string_view text = {};  ///< of a Literal itself, of an Attr the name
  const AttrForm* form = nullptr;
};

/// A format taken apart.
struct OpFormat {
  OpKind op = OpKind::Unknown;
  bool allOperands = false;  ///< has `%*`: too many or too few operands are reported there, not at the operation's name
  std::vector<FormatStep> steps;
  std::vector<std::string_view> spelled;  ///< attributes that steps write; the rest goes to `{}`
};

OpFormat compileFormat(const FormatRow& row);

/// The format of `kind`, or null. Formats are compiled once, at the first call.
const OpFormat* formatOf(OpKind kind);
std::span<const FormatRow> stablehloFormats();
std::span<const FormatRow> chloFormats();   ///< and mhlo.topk
std::span<const FormatRow> checkFormats();  ///< and interpreter
std::span<const FormatRow> mixedFormats();  ///< arith, tensor and shape

bool parseFormat(OpParser& parser, OpState& state);
void printFormat(OpPrinter& printer, OpId op);

/// `{parseFormat, printFormat}` where `kind` has a format, nulls elsewhere.
OpAssembly formatAssembly(OpKind kind);

/// True when an inherent attribute has the value that stands for its absence and is not written in pretty form.
bool isDefaultValue(const Context& c, OpKind op, std::string_view name, AttrId value);

/// `attrs` with those values of absent attributes that an operation holds from the start (an infeed's empty configuration).
AttrId withInitialValues(Context& c, OpKind op, AttrId attrs);

inline bool isFunction(const Context& c, TypeId type) { return c.type(type).kind == TypeKind::Function; }
/// Reads `(t, t) -> t` into operand types and result types.
bool parseFunctionType(OpParser& parser, std::vector<TypeId>* operands, std::vector<TypeId>* results);
/// Takes a function type apart when it fits `operandCount` operands and one result; reports at `where` otherwise.
bool assignFunctionType(OpParser& parser, Offset where, TypeId function, std::size_t operandCount, std::vector<TypeId>* operands,
                        std::vector<TypeId>* results);

}  // namespace shardlens
