#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "engine/ir/module.h"

namespace shardlens {

/// What custom assembly formats and dialect attributes write with; the text is the reference's, byte for byte.
class OpPrinter {
 public:
  virtual ~OpPrinter() = default;
  [[nodiscard]] virtual const Module& module() const = 0;
  [[nodiscard]] const Context& context() const { return module().context(); }

  /// The output buffer; append to it. Formats call `out()` afresh after any other call.
  virtual std::string& out() = 0;
  OpPrinter& operator<<(std::string_view text) { return out().append(text), *this; }
  OpPrinter& operator<<(char c) { return out().push_back(c), *this; }
  OpPrinter& operator<<(std::int64_t number);

  virtual void operand(ValueId value) = 0;  ///< `%x`, `%x#1`
  virtual void type(TypeId type) = 0;
  virtual void attribute(AttrId attr) = 0;             ///< in full, with its type or dialect prefix, or its alias
  virtual void attributeWithoutType(AttrId attr) = 0;  ///< `dense<1.0>`, `3`
  /// Attribute of a known dialect without `#dialect.mnemonic`, as formats print their own parameters.
  virtual void strippedAttribute(AttrId attr) = 0;
  virtual void string(std::string_view text) = 0;  ///< quoted and escaped
  virtual void keywordOrString(std::string_view text) = 0;
  virtual void symbol(std::string_view name) = 0;  ///< `@name` or `@"odd name"`
  /// ` {a = 1}` of all attributes but `elided`; nothing when none is left.
  virtual void optionalAttrDict(OpId op, std::span<const std::string_view> elided) = 0;
  virtual void optionalAttrDictWithKeyword(OpId op, std::span<const std::string_view> elided) = 0;
  virtual void attrDict(AttrId dictionary) = 0;  ///< ` {a = 1}`; nothing for an empty or invalid one
  virtual void region(RegionId region, bool entryArguments, bool terminators, bool emptyBlock = false) = 0;
  virtual void argument(ValueId arg, AttrId attrs, bool omitType = false) = 0;  ///< `%arg0: type {attrs} loc(...)`
  virtual void genericOp(OpId op) = 0;                                          ///< `"dialect.op"(%x) <{...}> ({...}) : (t) -> t`
  virtual void successor(BlockId block) = 0;                                    ///< `^bb1`
  virtual void optionalLocation(AttrId loc) = 0;                                ///< ` loc(...)` when locations are printed
  virtual void newline() = 0;                                                   ///< line feed and the current indent

  // Spelled with the above.
  void optionalAttrDict(OpId op, std::initializer_list<std::string_view> elided) {
    optionalAttrDict(op, std::span(elided.begin(), elided.size()));
  }
  void operands(OpId op, std::uint32_t from = 0, std::uint32_t to = UINT32_MAX);  ///< `%a, %b`
  void types(std::span<const TypeId> list);                                       ///< `t, t`
  void operandTypes(OpId op, std::uint32_t from = 0, std::uint32_t to = UINT32_MAX);
  void resultTypes(OpId op);
  void functionalType(OpId op);                      ///< `(t, t) -> t`
  void arrowTypes(std::span<const TypeId> results);  ///< `t`, `(t, t)` or `()`
};

}  // namespace shardlens
