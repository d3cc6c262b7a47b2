#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/ir/op_classes.h"
#include "engine/mlir/aliases.h"
#include "engine/mlir/mlir.h"
#include "engine/mlir/op_printer.h"
#include "engine/mlir/print_book.h"
#include "engine/mlir/value_names.h"
#include "engine/support/deep_stack.h"

namespace shardlens {

/// Where the text of an id that was printed before stands in a common store.
class PrintMemo {
 public:
  [[nodiscard]] bool append(std::string& out, std::uint32_t id) const {
    if (id >= places_.size() || places_[id].length == 0) return false;
    out.append(texts_, places_[id].from, places_[id].length);
    return true;
  }
  void keep(std::uint32_t id, std::string_view text);

 private:
  static constexpr std::size_t kLongest = 4096;  ///< longer texts are rare and not worth their copy
  struct Place {
    std::uint32_t from = 0, length = 0;
  };
  std::vector<Place> places_;
  std::string texts_;
};

/// Writes operations, attributes and types; the middle of printModule and its sisters.
class Printer final : public OpPrinter {
 public:
  using Sink = std::function<void(std::string_view)>;
  Printer(const Module& module, const PrintOptions& options, const Sink* sink)
      : module_(module), options_(options), sink_(sink), classes_(module) {}

  void nameValues(OpId root) { names_ = std::make_unique<ValueNames>(module_, root, !options_.genericForm); }
  void setAliases(Aliases aliases) { aliases_ = std::move(aliases); }
  void aliasDefinitions(bool deferred);
  void operation(OpId op);  ///< with results and location, without indent and line feed
  void resources();
  void flush();
  std::string take() { return std::move(out_); }

  [[nodiscard]] const Module& module() const override { return module_; }
  std::string& out() override { return out_; }
  void operand(ValueId value) override;
  void type(TypeId type) override;
  void attribute(AttrId attr) override;
  void attributeWithoutType(AttrId attr) override;
  void strippedAttribute(AttrId attr) override;
  void string(std::string_view text) override;
  void keywordOrString(std::string_view text) override;
  void symbol(std::string_view name) override;
  void optionalAttrDict(OpId op, std::span<const std::string_view> elided) override;
  void optionalAttrDictWithKeyword(OpId op, std::span<const std::string_view> elided) override;
  void attrDict(AttrId dictionary) override;
  void region(RegionId region, bool entryArguments, bool terminators, bool emptyBlock) override;
  void argument(ValueId arg, AttrId attrs, bool omitType) override;
  void genericOp(OpId op) override;
  void successor(BlockId block) override;
  void optionalLocation(AttrId loc) override;
  void newline() override;

 private:
  enum class Elision : std::uint8_t { Never, May, Must };  ///< of the type behind an attribute

  // printer_attr.cpp
  void attribute(AttrId attr, Elision elision);
  void attributeInFull(AttrId attr, Elision elision);
  bool builtinAttribute(const AttrData& data, Elision elision);
  bool integerAttribute(const AttrData& data, Elision elision);
  bool floatAttribute(const AttrData& data, Elision elision);
  void namedAttribute(AttrId name, AttrId value);
  void dialectAttribute(AttrId attr);
  void attributeList(std::span<const AttrId> items, Elision elision);
  void denseArray(const AttrData& data);
  void stridedLayout(const AttrData& data);
  void distinct(AttrId attr, const AttrData& data);
  // printer_resources.cpp
  void resource(std::string_view key);
  [[nodiscard]] std::vector<const ResourceEntry*> resourceEntries(bool external) const;
  // printer_dense.cpp
  void elements(AttrId attr);
  void denseElements(AttrId attr, bool allowHex);
  void denseHex(AttrId attr);
  void denseStrings(const AttrData& data);
  void sparseElements(const AttrData& data);
  void element(std::string_view bytes, TypeId type);
  template <typename Emit>
  void nestedList(std::span<const std::int64_t> shape, Emit&& emit);
  [[nodiscard]] bool elides(AttrId attr) const;
  // printer_location.cpp
  void location(AttrId loc, bool allowAlias = true);
  void locationBody(AttrId loc, bool allowAlias);
  void locationInFull(AttrId loc, bool allowAlias);
  void fileLocation(const AttrData& data);
  void fusedLocation(const AttrData& data);
  // printer_type.cpp
  void typeInFull(TypeId type);
  void shapedType(const TypeData& data);
  void functionType(const TypeData& data);
  void typeList(std::span<const TypeId> list);
  // printer_sentence.cpp
  void sentence(OpId op);
  void say(OpId op, const PrintedSentence& known);
  void learn(OpId op, std::uint32_t kind, std::size_t from);
  bool operandOfMark(OpId op, std::size_t mark, std::uint32_t* operand) const;
  // printer_op.cpp
  void results(OpId op);
  void sentenceInFull(OpId op);
  void filteredDict(AttrId dictionary, std::span<const std::string_view> elided, std::string_view keyword);
  void regionBody(RegionId region, bool entryArguments, bool terminators, bool emptyBlock);
  void block(BlockId block, bool header, bool terminator);
  void blockHeader(BlockId block);
  void predecessorsOf(RegionId region);
  void predecessors(BlockId block);
  void opName(OpId op);
  void properties(OpId op);
  void discardable(OpId op);
  void flushWhenLarge() {
    if (!sink_ || capturing_ != 0 || out_.size() < kPiece) return;
    marking_ = false;
    flush();
  }

  static constexpr std::size_t kPiece = 64 * 1024;
  const Module& module_;
  PrintOptions options_;
  const Sink* sink_;
  std::string out_;
  unsigned indent_ = 0;
  std::vector<std::string_view> defaultDialects_{"builtin"};
  std::unique_ptr<ValueNames> names_;
  Aliases aliases_;
  OpClasses classes_;
  PrintBook book_;
  struct Mark {
    ValueId operand;
    std::size_t from, to;  ///< its name's place in `out_`
  };
  std::vector<Mark> marks_;  ///< operands of the operation being written
  std::vector<PrintedSentence::Hole> holes_;
  bool marking_ = false;  ///< while all that is written can be said again of other operations of its class
  PrintMemo types_, attrs_, bareAttrs_, strippedAttrs_;
  std::unordered_map<std::uint32_t, std::vector<BlockId>> predecessors_;  ///< by block, in the region being printed
  std::vector<AttrId> distinct_;
  std::unordered_map<std::string_view, std::size_t> resources_;  ///< keys that were referred to, with their order
  DeepRecursion recursion_;
  unsigned capturing_ = 0;  ///< above 0 the output buffer may not be flushed
};

}  // namespace shardlens
