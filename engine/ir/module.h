#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "engine/ir/context.h"
#include "engine/ir/ids.h"
#include "engine/ir/op_kind.h"
#include "engine/support/source.h"

namespace shardlens {

struct Operation {
  OpKind kind = OpKind::Unknown;
  std::uint16_t regionCount = 0;
  StrId name;    ///< full name of an Unknown operation; invalid otherwise
  AttrId attrs;  ///< Dictionary of all attributes, inherent ones included (an Unknown operation's `<{...}>` is in Module::properties)
  AttrId loc;    ///< invalid: the place of its name in the source
  Offset source = kNoOffset;  ///< of the operation's name; Module::start gives its first character
  UseId firstOperand;
  std::uint32_t operandCount = 0;
  ValueId firstResult;
  std::uint32_t resultCount = 0;
  std::uint32_t firstRegion = 0;  ///< index into the module's list of region ids
  BlockId block;
  OpId prev, next;  ///< neighbours in the block
};

struct Value {
  TypeId type;
  std::uint32_t def = 0;      ///< operation or block
  std::uint32_t index = 0;    ///< result or argument number; the top bit marks an argument
  UseId firstUse;             ///< most recently added use; users are met newest first, as in the reference
  AttrId loc;                 ///< of a block argument, where one was written
  Offset source = kNoOffset;  ///< of the name that the text gives the value, at its `%`
};

struct Use {
  ValueId value;
  OpId owner;
  UseId next, prev;  ///< other uses of the same value
};

struct Block {
  RegionId region;
  OpId firstOp, lastOp;
  ValueId firstArg;
  std::uint32_t argCount = 0;
  BlockId prev, next;
};

struct Region {
  OpId op;
  BlockId firstBlock, lastBlock;
};

/// Resource blobs (`{-# dialect_resources ... #-}`) of a file, kept for printing and lookup.
struct ResourceEntry {
  std::string dialect, key;
  std::string_view value;  ///< as written, quotes included (a view on the program's text)
  bool external = false;   ///< from external_resources
};

/// A program: operations, blocks, regions and values in arrays, addressed by dense ids that stay valid until the module goes.
///
/// Erasing unlinks; ids are not used again. The root is always a `builtin.module`. Everything that repeats lives in the Context.
class Module {
 public:
  explicit Module(std::shared_ptr<Context> context, SourcePtr source = nullptr);

  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] const std::shared_ptr<Context>& contextPtr() const { return context_; }
  [[nodiscard]] const SourcePtr& source() const { return source_; }
  [[nodiscard]] OpId root() const { return root_; }
  void setRoot(OpId op) { root_ = op; }

  // Reading.
  [[nodiscard]] const Operation& op(OpId id) const { return ops_[id.value]; }
  [[nodiscard]] Operation& op(OpId id) { return ops_[id.value]; }
  [[nodiscard]] const Value& value(ValueId id) const { return values_[id.value]; }
  [[nodiscard]] Value& value(ValueId id) { return values_[id.value]; }
  [[nodiscard]] const Block& block(BlockId id) const { return blocks_[id.value]; }
  [[nodiscard]] Block& block(BlockId id) { return blocks_[id.value]; }
  [[nodiscard]] const Region& region(RegionId id) const { return regions_[id.value]; }
  [[nodiscard]] Region& region(RegionId id) { return regions_[id.value]; }
  [[nodiscard]] const Use& use(UseId id) const { return uses_[id.value]; }
  [[nodiscard]] std::size_t opCount() const { return ops_.size(); }  ///< ids given out, erased ones included
  [[nodiscard]] std::size_t valueCount() const { return values_.size(); }
  [[nodiscard]] std::size_t blockCount() const { return blocks_.size(); }
  [[nodiscard]] std::size_t regionCount() const { return regions_.size(); }
  [[nodiscard]] std::size_t useCount() const { return uses_.size(); }
  /// Operations ever made that hold a symbol table, erased ones included: where it is one, the root is the only table.
  [[nodiscard]] std::size_t symbolTablesMade() const { return symbolTablesMade_; }

  /// Where the operation begins in the text: at its first result's name, or at its own.
  [[nodiscard]] Offset start(OpId id) const {
    const Operation& o = ops_[id.value];
    Offset named = o.resultCount ? values_[o.firstResult.value].source : kNoOffset;
    return named != kNoOffset ? named : o.source;
  }
  [[nodiscard]] std::string_view name(OpId id) const;  ///< with dialect
  [[nodiscard]] ValueId operand(OpId id, std::uint32_t i) const { return uses_[ops_[id.value].firstOperand.value + i].value; }
  [[nodiscard]] UseId operandUse(OpId id, std::uint32_t i) const { return UseId(ops_[id.value].firstOperand.value + i); }
  [[nodiscard]] std::uint32_t operandNumber(UseId use) const { return use.value - ops_[uses_[use.value].owner.value].firstOperand.value; }
  [[nodiscard]] ValueId result(OpId id, std::uint32_t i = 0) const { return ValueId(ops_[id.value].firstResult.value + i); }
  [[nodiscard]] RegionId regionOf(OpId id, std::uint32_t i = 0) const { return regionIds_[ops_[id.value].firstRegion + i]; }
  [[nodiscard]] ValueId arg(BlockId id, std::uint32_t i) const { return ValueId(blocks_[id.value].firstArg.value + i); }
  [[nodiscard]] TypeId type(ValueId id) const { return values_[id.value].type; }
  [[nodiscard]] bool isArgument(ValueId id) const { return (values_[id.value].index & kArgument) != 0; }
  [[nodiscard]] std::uint32_t indexOf(ValueId id) const { return values_[id.value].index & ~kArgument; }
  /// The operation that defines a result; invalid for a block argument.
  [[nodiscard]] OpId definingOp(ValueId id) const { return isArgument(id) ? OpId() : OpId(values_[id.value].def); }
  /// The block that owns an argument; invalid for a result.
  [[nodiscard]] BlockId owningBlock(ValueId id) const { return isArgument(id) ? BlockId(values_[id.value].def) : BlockId(); }
  [[nodiscard]] BlockId entry(RegionId id) const { return regions_[id.value].firstBlock; }
  [[nodiscard]] OpId parentOp(OpId id) const;  ///< operation whose region holds `id`; invalid for the root
  [[nodiscard]] OpId terminator(BlockId id) const { return blocks_[id.value].lastOp; }
  [[nodiscard]] bool hasUses(ValueId id) const { return values_[id.value].firstUse.valid(); }
  [[nodiscard]] bool erased(OpId id) const { return id != root_ && !ops_[id.value].block.valid(); }
  [[nodiscard]] std::span<const BlockId> successors(OpId id) const;
  [[nodiscard]] bool hasSuccessors() const { return !successors_.empty(); }  ///< of any operation
  /// Operands that each successor takes (generic form `^bb1(%x : t)`), in order, at the end of the operand list.
  [[nodiscard]] std::span<const std::uint32_t> successorOperandCounts(OpId id) const;

  [[nodiscard]] AttrId attribute(OpId id, std::string_view name) const { return context_->get(ops_[id.value].attrs, name); }
  void setAttribute(OpId id, std::string_view name, AttrId value) {
    ops_[id.value].attrs = context_->with(ops_[id.value].attrs, name, value);
  }
  /// `<{...}>` of an Unknown operation as written (any attribute); invalid where there was none.
  [[nodiscard]] AttrId properties(OpId id) const;
  void setProperties(OpId id, AttrId value) { properties_[id.value] = value; }
  /// Written location, or the place in the source as a LocFile, or unknown.
  AttrId location(OpId id) const;
  AttrId location(ValueId id) const;

  // Building. New operations are unlinked until `append` or `insertBefore`.
  struct NewOp {
    OpKind kind = OpKind::Unknown;
    StrId name = {};
    AttrId attrs = {};
    AttrId loc = {};
    Offset source = kNoOffset;
    std::span<const ValueId> operands = {};
    std::span<const TypeId> results = {};
    std::uint16_t regions = 0;
    std::span<const BlockId> successors = {};
    std::span<const std::uint32_t> successorOperandCounts = {};
  };
  OpId create(const NewOp& op);
  /// As `create`, but gives it regions made before: the reader reads regions before it makes their operation.
  OpId createWithRegions(const NewOp& op, std::span<const RegionId> regions);
  RegionId createRegion();
  BlockId createBlock();
  void appendBlock(RegionId region, BlockId block);
  ValueId addArgument(BlockId block, TypeId type, AttrId loc = {}, Offset source = kNoOffset);
  void append(BlockId block, OpId op);
  void insertBefore(OpId anchor, OpId op);
  void insertAfter(OpId anchor, OpId op);
  /// Unlinks `op` from its block, keeping it and its operands' uses.
  void unlink(OpId op);
  /// Unlinks `op`, drops its operands' uses and those of all in its regions. Its results must have no uses left.
  void erase(OpId op);
  void setOperand(UseId slot, ValueId value);
  void replaceAllUses(ValueId from, ValueId to);
  void setType(ValueId id, TypeId type) { values_[id.value].type = type; }
  void reserve(std::size_t ops, std::size_t values, std::size_t uses);
  void shrink();  ///< gives back what growth reserved beyond need

  [[nodiscard]] const std::vector<ResourceEntry>& resources() const { return resources_; }
  std::vector<ResourceEntry>& resources() { return resources_; }

  /// Bytes held in arrays of this module, the context's not counted.
  [[nodiscard]] std::size_t memory() const;

 private:
  static constexpr std::uint32_t kArgument = 0x80000000U;
  void addUse(UseId slot, ValueId value);
  void dropUse(UseId slot);
  void dropUsesInside(OpId op);

  std::shared_ptr<Context> context_;
  SourcePtr source_;
  OpId root_;
  std::vector<Operation> ops_;
  std::vector<Value> values_;
  std::vector<Use> uses_;
  std::vector<Block> blocks_;
  std::vector<Region> regions_;
  std::vector<RegionId> regionIds_;
  std::vector<ResourceEntry> resources_;
  std::size_t symbolTablesMade_ = 0;
  struct Successors {
    std::vector<BlockId> blocks;
    std::vector<std::uint32_t> operandCounts;
  };
  std::unordered_map<std::uint32_t, Successors> successors_;
  std::unordered_map<std::uint32_t, AttrId> properties_;
};

/// Calls `visit(OpId)` for `root` and every operation inside it, an operation before those in its regions.
/// `visit` may return void, or bool where false stops the whole walk.
template <typename Visit>
bool walk(const Module& module, OpId root, Visit&& visit) {
  if constexpr (std::is_same_v<decltype(visit(root)), bool>) {
    if (!visit(root)) return false;
  } else {
    visit(root);
  }
  for (std::uint32_t r = 0; r < module.op(root).regionCount; ++r) {
    for (BlockId b = module.region(module.regionOf(root, r)).firstBlock; b; b = module.block(b).next) {
      for (OpId o = module.block(b).firstOp; o;) {
        OpId following = module.op(o).next;
        if (!walk(module, o, visit)) return false;
        o = following;
      }
    }
  }
  return true;
}

}  // namespace shardlens
