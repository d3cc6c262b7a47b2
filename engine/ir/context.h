#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ir/attributes.h"
#include "engine/ir/ids.h"
#include "engine/ir/intern.h"
#include "engine/ir/types.h"
#include "engine/support/arena.h"
#include "engine/support/stable_vector.h"

namespace shardlens {

/// Holds every interned text, type, attribute and location once: equal contents have equal ids.
///
/// A context outlives the modules made in it. One thread at a time may intern; items never move, so any thread may read ids that
/// were handed to it while another one interns.
class Context {
 public:
  Context();

  // Texts.
  StrId str(std::string_view text);
  [[nodiscard]] std::string_view str(StrId id) const { return strings_[id.value]; }

  // Types.
  TypeId type(const TypeData& data);
  [[nodiscard]] const TypeData& type(TypeId id) const { return types_[id.value]; }
  TypeId noneType();
  TypeId indexType();
  TypeId integer(unsigned width, Signedness sign = Signedness::Signless);
  TypeId floating(FloatKind kind);
  TypeId complex(TypeId element);
  TypeId tuple(std::span<const TypeId> members);
  TypeId function(std::span<const TypeId> inputs, std::span<const TypeId> results);
  TypeId tensor(std::span<const std::int64_t> shape, TypeId element, AttrId encoding = {});
  TypeId unrankedTensor(TypeId element);
  TypeId token();
  [[nodiscard]] std::size_t typeCount() const { return types_.size(); }

  // Attributes. `attr` copies what `data` looks at unless the text is a view that outlives the context (`borrowText`).
  AttrId attr(const AttrData& data, bool borrowText = false);
  /// A constant whose text is a long view on a program: long ones are told apart by their place, not by gigabytes of contents.
  AttrId borrowedAttr(const AttrData& data);
  /// Keeps what borrowed texts look at for as long as the context.
  void keepAlive(std::shared_ptr<const void> owner) { kept_.push_back(std::move(owner)); }
  [[nodiscard]] const AttrData& attr(AttrId id) const { return attrs_[id.value]; }
  [[nodiscard]] AttrKind kind(AttrId id) const { return attrs_[id.value].kind; }
  AttrId unit();
  AttrId boolean(bool value);
  AttrId integer(TypeId type, std::int64_t value);
  AttrId i64(std::int64_t value);
  AttrId string(std::string_view text);
  AttrId symbol(std::string_view name);
  AttrId typeAttr(TypeId type);
  AttrId array(std::span<const AttrId> items);
  AttrId denseI64Array(std::span<const std::int64_t> values);
  AttrId unknownLoc();
  AttrId fileLoc(std::string_view file, std::int64_t line, std::int64_t column);
  [[nodiscard]] std::size_t attrCount() const { return attrs_.size(); }

  // Dictionaries: sorted by name, each name once. The empty dictionary is an attribute as well.
  AttrId emptyDict();
  /// Sorts `entries` (name, value); a name that occurs twice is the caller's error and keeps the last.
  AttrId dict(std::vector<std::pair<StrId, AttrId>> entries);
  /// Value of `name` in the dictionary, or an invalid id.
  [[nodiscard]] AttrId get(AttrId dictionary, std::string_view name) const;
  /// The dictionary with `name` set to `value` (removed where `value` is invalid).
  AttrId with(AttrId dictionary, std::string_view name, AttrId value);

 private:
  StableVector<std::string_view> strings_;
  StableVector<TypeData> types_;
  StableVector<AttrData> attrs_;
  InternTable stringTable_, typeTable_, attrTable_;
  Arena arena_;
  AttrId emptyDict_, unknownLoc_;
  std::vector<std::shared_ptr<const void>> kept_;
};

// Questions about types; each takes a valid id.
bool isTensor(const Context& c, TypeId t);  ///< ranked or unranked tensor
bool isRankedTensor(const Context& c, TypeId t);
bool hasStaticShape(const Context& c, TypeId t);                    ///< ranked tensor without `?`
std::span<const std::int64_t> shapeOf(const Context& c, TypeId t);  ///< of a ranked tensor, vector or memref; empty otherwise
std::int64_t rankOf(const Context& c, TypeId t);                    ///< of a ranked shaped type; -1 otherwise
TypeId elementOf(const Context& c, TypeId t);                       ///< element of a shaped or complex type; `t` itself otherwise
bool isInteger(const Context& c, TypeId t, unsigned width = 0, Signedness sign = Signedness::Signless);
bool isFloat(const Context& c, TypeId t);
/// Bits of one element as XLA stores it (i1 counts 8, i4 counts 4, complex twice its part); 0 where it has no size.
unsigned storageBits(const Context& c, TypeId element);

}  // namespace shardlens
