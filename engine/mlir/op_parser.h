#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// A value name as written (`%x`, `%12#1`), not looked up yet.
struct UnresolvedOperand {
  std::string_view name;  ///< without `%` and `#n`
  std::uint32_t number = 0;
  Offset at = kNoOffset;  ///< of the `%`
};

/// An argument of a region or function as written.
struct ParsedArgument {
  UnresolvedOperand name;
  TypeId type;
  AttrId attrs;  ///< dictionary; invalid where none was written
  AttrId loc;    ///< invalid where none was written
};

/// What the text of one operation has told so far.
struct OpState {
  OpKind kind = OpKind::Unknown;
  Offset at = kNoOffset;  ///< of the operation's name; a format that moves it moves the place of the operation (reduce does)
  AttrId loc;             ///< `loc(...)` that the format read itself
  std::vector<ValueId> operands;
  std::vector<TypeId> results;
  std::vector<std::pair<StrId, AttrId>> attrs;
  std::vector<RegionId> regions;
  std::vector<BlockId> successors;
  // Scratch of formats, so that they make no vectors of their own; it holds nothing between operations.
  std::vector<UnresolvedOperand> names;
  std::vector<TypeId> types;

  void add(Context& c, std::string_view name, AttrId value) { attrs.emplace_back(c.str(name), value); }
};

/// What custom assembly formats and dialect attributes read with. Each `parseX` consumes an X or reports what it expected instead at
/// the current token, with the reference's place; `parseOptionalX` consumes an X if one stands there. True means success.
class OpParser {
 public:
  enum class Delimiter : std::uint8_t {
    None,
    Paren,
    Square,
    OptionalParen,
    OptionalSquare,
    LessGreater,
    OptionalLessGreater,
    Braces,
    OptionalBraces
  };

  virtual ~OpParser() = default;
  virtual Context& context() = 0;
  virtual Module& module() = 0;

  /// Offset of the current token, for errors that are found later.
  virtual Offset at() = 0;
  /// First character of the current token, 0 at the end of the text: formats see by `#` that an attribute stands in full.
  virtual char peek() {
    std::string_view text = module().source() ? module().source()->text() : std::string_view();
    return at() < text.size() ? text[at()] : '\0';
  }
  /// Reports an error at `where`; always false. Inside an operation the message gets the prefix `custom op 'NAME' `.
  virtual bool error(Offset where, std::string message) = 0;
  bool error(std::string message) { return error(at(), std::move(message)); }

  // Punctuation. `symbol` is one of: -> : , = < > ( ) [ ] { } ? * + - | ... :: and friends; the error says "expected 'symbol'".
  virtual bool parsePunctuation(std::string_view symbol) = 0;
  virtual bool parseOptionalPunctuation(std::string_view symbol) = 0;
  bool parseComma() { return parsePunctuation(","); }
  bool parseColon() { return parsePunctuation(":"); }
  bool parseEqual() { return parsePunctuation("="); }
  bool parseArrow() { return parsePunctuation("->"); }
  bool parseLess() { return parsePunctuation("<"); }
  bool parseGreater() { return parsePunctuation(">"); }
  bool parseLParen() { return parsePunctuation("("); }
  bool parseRParen() { return parsePunctuation(")"); }
  bool parseLSquare() { return parsePunctuation("["); }
  bool parseRSquare() { return parsePunctuation("]"); }
  bool parseOptionalComma() { return parseOptionalPunctuation(","); }
  bool parseOptionalColon() { return parseOptionalPunctuation(":"); }

  // Words and literals.
  virtual bool parseKeyword(std::string_view keyword, std::string_view messageTail = {}) = 0;  ///< this very word: "expected 'word'" + tail
  virtual bool parseOptionalKeyword(std::string_view keyword) = 0;
  virtual bool parseKeyword(std::string_view* any) = 0;  ///< any bare word: "expected valid keyword"
  virtual bool parseOptionalKeyword(std::string_view* any) = 0;
  virtual bool parseKeywordOrString(std::string* out) = 0;
  virtual bool parseOptionalKeywordOrString(std::string* out) = 0;
  virtual bool parseString(std::string* out) = 0;  ///< "expected string"
  virtual bool parseOptionalString(std::string* out) = 0;
  virtual bool parseInteger(
      std::int64_t* out) = 0;  ///< with optional minus, decimal or hex: "expected integer value", "integer value too large"
  virtual std::optional<bool> parseOptionalInteger(std::int64_t* out) = 0;  ///< nullopt: none stands there
  virtual bool parseFloat(double* out) = 0;
  /// `[1, 2, 3]`-like lists: calls `element` for each.
  virtual bool parseCommaSeparatedList(Delimiter delimiter, const std::function<bool()>& element, std::string_view context = {}) = 0;
  /// `4x8xf32`-like dimension lists: dims, then with `trailing` the x before an element type.
  virtual bool parseDimensionList(std::vector<std::int64_t>* dims, bool allowDynamic, bool trailingX) = 0;

  // Attributes, types, symbols.
  virtual bool parseAttribute(AttrId* out, TypeId expected = {}) = 0;
  virtual std::optional<bool> parseOptionalAttribute(AttrId* out, TypeId expected = {}) = 0;
  virtual bool parseSymbolName(AttrId* out) = 0;  ///< `@name` as a String: "expected valid '@'-identifier for symbol name"
  virtual bool parseOptionalSymbolName(AttrId* out) = 0;
  virtual bool parseOptionalAttrDict(OpState& state) = 0;             ///< `{...}`
  virtual bool parseOptionalDictionary(AttrId* out) = 0;              ///< `{...}` as one attribute, the empty one where none stands
  virtual bool parseOptionalAttrDictWithKeyword(OpState& state) = 0;  ///< `attributes {...}`
  virtual bool parseType(TypeId* out) = 0;
  virtual std::optional<bool> parseOptionalType(TypeId* out) = 0;
  virtual bool parseColonType(TypeId* out) = 0;
  virtual bool parseTypeList(std::vector<TypeId>* out) = 0;  ///< types with commas, at least one
  virtual bool parseColonTypeList(std::vector<TypeId>* out) = 0;
  virtual bool parseOptionalArrowTypeList(std::vector<TypeId>* out) = 0;
  virtual bool parseArrowTypeList(std::vector<TypeId>* out) = 0;  ///< `-> t` or `-> (t, t)`
  virtual bool parseOptionalColonTypeList(std::vector<TypeId>* out) = 0;
  virtual bool parseOptionalLocation(AttrId* out) = 0;  ///< `loc(...)`

  // Operands, regions, successors.
  virtual bool parseOperand(UnresolvedOperand* out, bool allowResultNumber = true) = 0;  ///< "expected SSA operand"
  virtual std::optional<bool> parseOptionalOperand(UnresolvedOperand* out, bool allowResultNumber = true) = 0;
  virtual bool parseOperandList(std::vector<UnresolvedOperand>* out, Delimiter delimiter = Delimiter::None) = 0;
  virtual bool resolve(const UnresolvedOperand& operand, TypeId type, std::vector<ValueId>* out) = 0;
  /// "number of operands and types do not match: ..." at `where` when the counts differ.
  bool resolve(const std::vector<UnresolvedOperand>& operands, const std::vector<TypeId>& types, Offset where, std::vector<ValueId>* out);
  virtual bool parseArgument(ParsedArgument* out, bool allowType, bool allowAttrs) = 0;
  virtual bool parseArgumentList(std::vector<ParsedArgument>* out, Delimiter delimiter, bool allowType, bool allowAttrs) = 0;
  virtual bool parseSuccessor(BlockId* out) = 0;  ///< `^bb1`: "expected block name"
  /// A `{...}` region whose entry block has `arguments`; creates it in the module.
  virtual bool parseRegion(RegionId* out, const std::vector<ParsedArgument>& arguments = {}, bool enableNameShadowing = false) = 0;
  virtual bool parseOptionalRegion(RegionId* out, bool* present, const std::vector<ParsedArgument>& arguments = {}) = 0;
  /// Gives a region without written blocks an empty entry block, and a block without a terminator the operation `kind` (no operands).
  virtual void ensureTerminator(RegionId region, OpKind kind, Offset where) = 0;
  /// Makes a region whose only block holds, for arguments of `types`, one operation `kind` on them and a return of its result (reduce's
  /// short form).
  virtual RegionId createBinaryRegion(OpKind kind, OpKind terminator, TypeId argType, Offset where, AttrId loc) = 0;
  /// A whole operation in generic form (`"dialect.op"(...) ...`) inside the format, appended to `block`; invalid id on error.
  virtual OpId parseGenericOperation(BlockId block) = 0;

  // Results.
  [[nodiscard]] virtual std::size_t numResultNames() const = 0;  ///< names written on the left of `=`
  /// Name and extent of the operation being read, for messages.
  [[nodiscard]] virtual std::string_view operationName() const = 0;
};

/// Custom assembly of an operation. Null members: it has the generic form only.
struct OpAssembly {
  bool (*parse)(OpParser&, OpState&) = nullptr;
  void (*print)(class OpPrinter&, OpId) = nullptr;
};

/// Assembly of `kind`, by dialect (assembly_*.cpp).
OpAssembly assemblyOf(OpKind kind);
OpAssembly builtinAssembly(OpKind kind);
OpAssembly funcAssembly(OpKind kind);
OpAssembly cfAssembly(OpKind kind);
OpAssembly stablehloAssembly(OpKind kind);
OpAssembly chloAssembly(OpKind kind);
OpAssembly checkAssembly(OpKind kind);
OpAssembly sdyAssembly(OpKind kind);

/// Attribute and type syntax of one dialect, after `#dialect.` or `!dialect.`: the mnemonic is read, the body stands next.
struct DialectText {
  std::string_view name;
  bool (*parseAttribute)(OpParser&, std::string_view mnemonic, Offset at, TypeId expected, AttrId* out) = nullptr;
  void (*printAttribute)(class OpPrinter&, AttrId) = nullptr;  ///< prints all after `#dialect.`
  bool (*parseType)(OpParser&, std::string_view mnemonic, Offset at, TypeId* out) = nullptr;
  void (*printType)(class OpPrinter&, TypeId) = nullptr;  ///< prints all after `!dialect.`
};

/// The text of a known dialect, or null.
const DialectText* dialectText(std::string_view dialect);
extern const DialectText kStablehloText, kChloText, kSdyText, kQuantText;

}  // namespace shardlens
