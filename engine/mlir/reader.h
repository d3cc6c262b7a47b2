#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/mlir/affine_expr.h"
#include "engine/mlir/lexer.h"
#include "engine/mlir/mlir.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/op_parser.h"
#include "engine/mlir/phrase_book.h"
#include "engine/mlir/ssa_scopes.h"
#include "engine/mlir/text_memo.h"

namespace shardlens {

/// Reads one text. Terms:
/// - "current token": the one that was cut last and is not consumed yet; all errors are about it or a place before it.
/// - "frame": the operation (or dialect attribute) being read, for the prefix of messages and the number of result names.
/// - "alias": `#x = ...`, `!x = ...`; locations may use an alias that is defined only later, which `deferred_` remembers.
/// - "memo": ids by spelling, so that a type or attribute that was read once costs a hash the next time.
///
/// The members are spread over reader_*.cpp by what they read.
class Reader final : public OpParser {
 public:
  Reader(SourcePtr source, Module& module, const ReadOptions& options, Diagnostics& diagnostics);

  /// Reads the whole text into the module; false with diagnostics, or without them when cancelled.
  bool readFile();
  /// Reads one attribute or type and demands that the text ends there.
  AttrId readLoneAttribute();
  TypeId readLoneType();
  [[nodiscard]] bool wentDeep() const { return deepest_ > kShallow; }

  // OpParser: places and errors (reader_tokens.cpp).
  Context& context() override { return c_; }
  Module& module() override { return module_; }
  Offset at() override { return offset(token_.begin); }
  char peek() override { return is(Tok::Eof) ? '\0' : *token_.begin; }
  using OpParser::error;
  bool error(Offset where, std::string message) override;
  bool parsePunctuation(std::string_view symbol) override;
  bool parseOptionalPunctuation(std::string_view symbol) override;
  using OpParser::parseKeyword;
  using OpParser::parseOptionalKeyword;
  bool parseKeyword(std::string_view keyword, std::string_view messageTail) override;
  bool parseOptionalKeyword(std::string_view keyword) override;
  bool parseKeyword(std::string_view* any) override;
  bool parseOptionalKeyword(std::string_view* any) override;
  bool parseKeywordOrString(std::string* out) override;
  bool parseOptionalKeywordOrString(std::string* out) override;
  bool parseString(std::string* out) override;
  bool parseOptionalString(std::string* out) override;
  bool parseInteger(std::int64_t* out) override;
  std::optional<bool> parseOptionalInteger(std::int64_t* out) override;
  bool parseFloat(double* out) override;
  bool parseCommaSeparatedList(Delimiter delimiter, const std::function<bool()>& element, std::string_view context) override;
  bool parseDimensionList(std::vector<std::int64_t>* dims, bool allowDynamic, bool trailingX) override;

  // OpParser: attributes, types, symbols.
  bool parseAttribute(AttrId* out, TypeId expected) override { return (*out = attribute(expected)).valid(); }
  std::optional<bool> parseOptionalAttribute(AttrId* out, TypeId expected) override;
  bool parseSymbolName(AttrId* out) override;
  bool parseOptionalSymbolName(AttrId* out) override;
  bool parseOptionalAttrDict(OpState& state) override;
  bool parseOptionalDictionary(AttrId* out) override;
  bool parseOptionalAttrDictWithKeyword(OpState& state) override;
  bool parseType(TypeId* out) override { return (*out = type()).valid(); }
  std::optional<bool> parseOptionalType(TypeId* out) override;
  bool parseColonType(TypeId* out) override;
  bool parseTypeList(std::vector<TypeId>* out) override;
  bool parseColonTypeList(std::vector<TypeId>* out) override;
  bool parseOptionalArrowTypeList(std::vector<TypeId>* out) override;
  bool parseArrowTypeList(std::vector<TypeId>* out) override;
  bool parseOptionalColonTypeList(std::vector<TypeId>* out) override;
  bool parseOptionalLocation(AttrId* out) override;

  // OpParser: operands, regions (reader_values.cpp, reader_regions.cpp).
  bool parseOperand(UnresolvedOperand* out, bool allowResultNumber) override;
  std::optional<bool> parseOptionalOperand(UnresolvedOperand* out, bool allowResultNumber) override;
  bool parseOperandList(std::vector<UnresolvedOperand>* out, Delimiter delimiter) override;
  using OpParser::resolve;
  bool resolve(const UnresolvedOperand& operand, TypeId type, std::vector<ValueId>* out) override;
  bool parseSuccessor(BlockId* out) override;
  bool parseArgument(ParsedArgument* out, bool allowType, bool allowAttrs) override;
  bool parseArgumentList(std::vector<ParsedArgument>* out, Delimiter delimiter, bool allowType, bool allowAttrs) override;
  bool parseRegion(RegionId* out, const std::vector<ParsedArgument>& arguments, bool enableNameShadowing) override;
  bool parseOptionalRegion(RegionId* out, bool* present, const std::vector<ParsedArgument>& arguments) override;
  void ensureTerminator(RegionId region, OpKind kind, Offset where) override;
  RegionId createBinaryRegion(OpKind kind, OpKind terminator, TypeId argType, Offset where, AttrId loc) override;
  OpId parseGenericOperation(BlockId block) override;
  [[nodiscard]] std::size_t numResultNames() const override { return frame_->resultCount; }
  [[nodiscard]] std::string_view operationName() const override { return frame_->name; }

 private:
  static constexpr unsigned kShallow = 200;       ///< nesting that any thread's stack bears
  static constexpr std::size_t kBorrowed = 1024;  ///< literals of more bytes stay views on the text
  static constexpr std::uint32_t kDeferred = 0x80000000U;

  struct Frame {
    std::string_view name;  ///< of the operation; empty inside attributes
    std::size_t resultCount = 0;
    std::string_view defaultDialect;
  };
  struct ResultName {
    std::string_view name;
    std::uint32_t count = 1;
    Offset at = kNoOffset;
  };
  struct DeferredLocation {
    std::string_view name;
    Offset at = kNoOffset;
  };
  /// A region that `createBinaryRegion` made.
  struct BinaryBody {
    RegionId region;
    OpKind kind = OpKind::Unknown;
    TypeId type;
  };
  struct Literal;
  struct Affine;

  // Tokens and errors.
  [[nodiscard]] Offset offset(const char* p) const { return static_cast<Offset>(p - lexer_.begin()); }
  void advance() {
    token_ = lexer_.next();
    if (token_.kind == Tok::Error) reportToken();
  }
  void reportToken();
  void resetTo(const char* where) {
    lexer_.reset(where);
    advance();
  }
  [[nodiscard]] bool is(Tok kind) const { return token_.kind == kind; }
  bool consumeIf(Tok kind) {
    if (token_.kind != kind) return false;
    advance();
    return true;
  }
  [[nodiscard]] bool isWord(std::string_view word) const { return token_.kind == Tok::Word && token_.text() == word; }
  [[nodiscard]] bool isKeyword() const { return token_.kind == Tok::Word || token_.kind == Tok::IntType; }
  bool fail(Offset where, std::string message);
  /// As `fail` at the current token, or one character before the end of the text.
  bool failHere(std::string message);
  /// Reports that something is missing before the current token: at the end of the line before, where the token starts its line.
  bool wrongToken(std::string message);
  bool expect(Tok kind, const char* message) {
    if (token_.kind == kind) return advance(), true;
    return wrongToken(message);
  }
  void note(Offset where, std::string message);
  std::string_view stringValue(const Token& token);
  template <typename Element>
  bool list(Delimiter delimiter, Element&& element, std::string_view context = {});
  template <typename Element>
  bool listUntil(Tok close, const char* closeMessage, Element&& element, bool allowEmpty = true);
  bool openList(Delimiter delimiter, std::string_view context, Tok* close, bool* done);
  bool closeList(Tok close, std::string_view context);
  /// Runs `body` one level deeper, on a bigger stack where this one may end; refuses what is too deep.
  template <typename Body>
  bool nested(Body&& body);

  // Types.
  TypeId type();
  TypeId nonFunctionType();
  TypeId namedType();
  TypeId functionType();
  TypeId integerType();
  TypeId tensorType();
  TypeId tensorTypeInFull();
  TypeId vectorType();
  TypeId memrefType();
  bool checkLayout(AttrId* layout, std::size_t rank, Offset where);
  [[nodiscard]] std::string memorySpaceText(AttrId space) const;
  TypeId complexType();
  TypeId tupleType();
  TypeId extendedType();
  bool vectorDimensions(std::vector<std::int64_t>* dims, std::string* scalable);
  bool dimension(std::int64_t* out);
  bool dimensionX();
  bool typeListParens(std::vector<TypeId>* out);
  bool functionResults(std::vector<TypeId>* out);
  bool checkEncoding(AttrId encoding, const std::vector<std::int64_t>& dims, TypeId element);
  [[nodiscard]] static std::optional<FloatKind> floatKind(std::string_view word);
  [[nodiscard]] bool startsType() const;

  // Attributes.
  AttrId attribute(TypeId expected = {});
  AttrId attributeByWord(TypeId expected);
  AttrId numberAttribute(TypeId expected, bool negative);
  AttrId integerAttribute(const Token& literal, bool negative, TypeId type);
  AttrId floatAttribute(const Token& literal, bool negative, TypeId type);
  bool floatFromToken(const Token& literal, bool negative, FloatKind kind, FloatBits* out);
  AttrId arrayAttribute();
  AttrId dictionaryAttribute();
  AttrId stringAttribute(TypeId expected);
  AttrId symbolAttribute();
  AttrId extendedAttribute(TypeId expected);
  AttrId denseArray();
  bool denseArrayElement(TypeId element, std::vector<std::int64_t>* values);
  AttrId denseResource(TypeId expected);
  AttrId sparseElements(TypeId expected);
  bool checkSparseIndices(AttrId indices, TypeId type, Offset where);
  AttrId stridedLayout();
  std::optional<std::int64_t> strideOrOffset();
  AttrId distinctAttribute(TypeId expected);
  AttrId affineAttribute(bool isMap);
  bool affineBody(std::string* text, bool* isMap);
  bool affineConstraint(Affine& scope, std::string* text);
  AffineExpr affineSum(Affine& scope);
  AffineExpr affineProduct(Affine& scope, bool hasLeft);
  AffineExpr affineOperand(Affine& scope, bool hasLeft);
  bool attributeEntries(std::vector<std::pair<StrId, AttrId>>* out);
  AttrId dictionary(std::vector<std::pair<StrId, AttrId>>& entries);
  AttrId nameAttribute(StrId name);
  StrId nameOf(std::string_view text);
  [[nodiscard]] std::string print(TypeId type) const;  ///< in quotes, as messages show types
  [[nodiscard]] std::string print(AttrId attr) const;

  // Dialect symbols: `#d.x<...>`, `!d<x>`, aliases.
  struct Symbol {
    std::string_view dialect;
    std::string_view data;   ///< mnemonic and body
    std::string_view whole;  ///< all after `#` or `!`
    Offset at = kNoOffset;   ///< of the mnemonic
    bool alias = false;
    bool ok = true;
    bool plain = true;  ///< mentions no alias, so that its spelling alone says what it is
  };
  Symbol symbol();
  /// Passes a `<...>` body; its end, or null. Clears `plain` where the body may mention an alias.
  const char* symbolBody(bool* plain);
  template <typename Parse, typename Keep>
  bool insideSymbol(const Symbol& symbol, std::string_view what, Parse&& parse, Keep&& keep);
  AttrId dialectAttribute(const Symbol& symbol, TypeId expected);
  TypeId dialectType(const Symbol& symbol);
  AttrId aliasAttribute(std::string_view name);
  [[nodiscard]] AttrId findAlias(std::string_view name) const;
  void addAlias(std::string_view name, AttrId value);

  // Dense literals (reader_dense.cpp).
  AttrId denseElements(TypeId expected);
  TypeId literalType(Offset where, TypeId expected);
  bool literal(Literal* out, bool allowHex);
  bool literalElement(Literal* out);
  bool literalList(Literal* out, std::vector<std::int64_t>* dims);
  AttrId elements(const Literal& literal, Offset where, TypeId type);
  AttrId hexElements(const Literal& literal, Offset where, TypeId type);
  AttrId stringElements(const Literal& literal, Offset where, TypeId type);
  bool encodeElement(const Token& token, bool negative, TypeId element, std::string* out);
  AttrId borrowed(DenseForm form, TypeId type, std::string_view text);

  // Locations.
  bool locationInstance(AttrId* out);
  bool nameOrFileLocation(AttrId* out);
  bool fileRange(std::string_view file, AttrId* out);
  bool locationNumber(std::int64_t* out, const char* message);
  bool callSiteLocation(AttrId* out);
  bool fusedLocation(AttrId* out);
  bool locationAlias(AttrId* out);
  bool locationBody(AttrId* out);
  bool trailingLocation(AttrId* out);
  bool plainLocation(const char* at, AttrId* out);
  bool plainLocationAlias();
  /// Whether `#loc<number>` is kept by its number: a text has no more definitions than an eighth of its characters.
  [[nodiscard]] bool isNumbered(std::size_t number) const { return number <= source_->text().size() / 8; }
  bool plainReference(const char** at, AttrId* out) const;
  bool plainNameOrFile(const char** at, AttrId* out);
  bool plainCallSite(const char** at, AttrId* out);
  bool resolveLocations();
  bool resolveLocation(AttrId* loc);

  // Operations.
  bool operation(BlockId block);
  std::optional<OpId> operationInFull(BlockId block, std::size_t resultCount);  ///< nullopt where no operation stands
  bool resultNames(std::size_t* count);
  OpId customOperation(BlockId block, std::size_t resultCount);
  OpId genericOperation(BlockId block);
  bool genericTail(OpState& state, AttrId* properties, std::string_view name);
  OpId finishOperation(OpState& state, BlockId block, StrId unknownName, AttrId attrs);
  bool bindResults(OpId op, std::size_t firstName, Offset where);
  OpKind kindOf(std::string_view name);
  OpState& pushState();
  void popState() { --stateDepth_; }
  /// The dictionary of what was read; `duplicate` is a name that occurs twice.
  AttrId attributesOf(OpState& state, StrId* duplicate);
  AttrId mergeProperties(OpKind kind, AttrId properties, AttrId attrs);
  bool unknownCustom(std::string_view written, std::string_view full, Offset where);

  // Operations read before (reader_phrases.cpp).
  // Nullopt where the text has to be read.
  std::optional<OpId> repeated(BlockId block, std::size_t resultCount);
  std::optional<bool> repeatedWithResult(BlockId block);  ///< `%x = ` and an operation
  std::optional<OpId> repeatedAt(BlockId block, const char* start, std::size_t resultCount);
  void beginSentence();
  void learn(OpId op, const char* start, std::size_t resultCount);
  [[nodiscard]] std::uint32_t surroundings(std::size_t resultCount) const;

  // Values.
  bool define(std::string_view name, ValueId first, std::uint32_t count, Offset at);
  ValueId use(const UnresolvedOperand& operand, TypeId type);
  ValueId find(const UnresolvedOperand& operand, TypeId type);
  ValueId forwardUse(SsaScopes::Key key, const UnresolvedOperand& operand, TypeId type);
  bool reportForwardUses();

  // Regions.
  bool region(RegionId* out, const std::vector<ParsedArgument>& arguments, bool isolated);
  bool regionBody(RegionId region, const std::vector<ParsedArgument>& arguments, bool isolated);
  bool entryArguments(BlockId block, const std::vector<ParsedArgument>& arguments);
  bool block(BlockId* block);
  bool blockBody(BlockId block);
  bool blockArguments(BlockId block);
  bool popScope();

  // The file.
  bool attributeAlias();
  bool typeAlias();
  bool fileMetadata();
  bool resources(bool external);
  bool resourceEntry(std::string_view dialect, bool external);
  void adoptRoot(BlockId top);

  SourcePtr source_;
  Module& module_;
  Context& c_;
  ReadOptions options_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Token token_;

  Frame outside_;
  Frame* frame_ = &outside_;
  unsigned depth_ = 0, deepest_ = 0;
  std::uint32_t operations_ = 0;

  SsaScopes scopes_;
  std::unordered_map<std::uint32_t, Offset> placeholders_;  ///< values that stand for uses before definitions
  std::vector<ResultName> resultNames_;
  std::vector<BlockId> successors_;
  std::deque<OpState> states_;
  std::size_t stateDepth_ = 0;

  PhraseBook phrases_;
  std::vector<ValueId> phraseOperands_;
  std::vector<TypeId> phraseTypes_;
  // Of the operation being read: operands asked for, what stands behind it, and a region made for it.
  std::vector<UnresolvedOperand> used_;
  std::vector<ValueId> usedValues_;
  const char* follow_ = nullptr;
  BinaryBody binaryBody_;

  TextMemo kinds_, tensorTypes_, symbolTypes_, symbolAttrs_, names_;
  TextMemo literalTexts_, dictionaries_;
  std::size_t dictionaryHits_ = 0;
  std::unordered_map<std::string_view, AttrId> attributeAliases_;
  std::unordered_map<std::string_view, TypeId> typeAliases_;
  std::vector<AttrId> numberedLocations_;  ///< `#loc12`
  std::vector<DeferredLocation> deferred_;
  std::unordered_map<std::uint64_t, AttrId> distinct_;
  std::vector<TypeId> typeStack_;  ///< of function types being read, one on top of the other
  std::vector<AttrId> dictScratch_;
  std::vector<AttrId> nameAttributes_;  ///< by StrId: the names of attributes as keys of dictionaries
  std::string scratch_;
  bool keptSource_ = false;
};

}  // namespace shardlens
