#include "engine/ir/module.h"

namespace shardlens {

namespace {

/// Under sanitizers each new item moves the others, as it may anywhere: who holds a reference too long is found then.
template <typename T>
void makeRoom([[maybe_unused]] std::vector<T>& items) {
#ifdef SHARDLENS_SANITIZED
  constexpr std::size_t kMost = 2048;
  if (items.size() < kMost) items.reserve(items.size() + 1);
#endif
}

}  // namespace

Module::Module(std::shared_ptr<Context> context, SourcePtr source) : context_(std::move(context)), source_(std::move(source)) {}

std::string_view Module::name(OpId id) const {
  const Operation& o = op(id);
  return o.kind == OpKind::Unknown ? context_->str(o.name) : opInfo(o.kind).name;
}

OpId Module::parentOp(OpId id) const {
  BlockId b = op(id).block;
  return b ? region(block(b).region).op : OpId();
}

std::span<const BlockId> Module::successors(OpId id) const {
  auto found = successors_.find(id.value);
  return found == successors_.end() ? std::span<const BlockId>() : found->second.blocks;
}

std::span<const std::uint32_t> Module::successorOperandCounts(OpId id) const {
  auto found = successors_.find(id.value);
  return found == successors_.end() ? std::span<const std::uint32_t>() : found->second.operandCounts;
}

AttrId Module::properties(OpId id) const {
  auto found = properties_.find(id.value);
  return found == properties_.end() ? AttrId() : found->second;
}

AttrId Module::location(OpId id) const {
  const Operation& o = op(id);
  if (o.loc) return o.loc;
  if (!source_ || o.source == kNoOffset) return context_->unknownLoc();
  LineColumn at = source_->position(o.source);
  return context_->fileLoc(source_->name(), at.line, at.column);
}

AttrId Module::location(ValueId id) const {
  if (OpId def = definingOp(id)) return location(def);
  const Value& v = value(id);
  if (v.loc) return v.loc;
  if (!source_ || v.source == kNoOffset) return context_->unknownLoc();
  LineColumn at = source_->position(v.source);
  return context_->fileLoc(source_->name(), at.line, at.column);
}

OpId Module::create(const NewOp& op) {
  std::vector<RegionId> made;
  for (unsigned i = 0; i < op.regions; ++i) made.push_back(createRegion());
  return createWithRegions(op, made);
}

OpId Module::createWithRegions(const NewOp& n, std::span<const RegionId> regions) {
  OpId id(ops_.size());
  Operation o;
  o.kind = n.kind;
  o.name = n.name;
  o.attrs = n.attrs ? n.attrs : context_->emptyDict();
  o.loc = n.loc;
  o.source = n.source;
  o.firstOperand = UseId(uses_.size());
  o.operandCount = static_cast<std::uint32_t>(n.operands.size());
  o.firstResult = ValueId(values_.size());
  o.resultCount = static_cast<std::uint32_t>(n.results.size());
  o.firstRegion = static_cast<std::uint32_t>(regionIds_.size());
  o.regionCount = static_cast<std::uint16_t>(regions.size());
  makeRoom(ops_);
  ops_.push_back(o);
  if (hasTrait(n.kind, kSymbolTable)) ++symbolTablesMade_;
  for (ValueId v : n.operands) {
    UseId slot(uses_.size());
    makeRoom(uses_);
    uses_.push_back({{}, id, {}, {}});
    if (v) addUse(slot, v);
  }
  for (std::uint32_t i = 0; i < n.results.size(); ++i) {
    makeRoom(values_);
    values_.push_back({n.results[i], id.value, i, {}, {}, kNoOffset});
  }
  for (RegionId r : regions) {
    regionIds_.push_back(r);
    regions_[r.value].op = id;
  }
  if (!n.successors.empty()) {
    auto& s = successors_[id.value];
    s.blocks.assign(n.successors.begin(), n.successors.end());
    s.operandCounts.assign(n.successorOperandCounts.begin(), n.successorOperandCounts.end());
  }
  return id;
}

RegionId Module::createRegion() {
  makeRoom(regions_);
  regions_.emplace_back();
  return RegionId(regions_.size() - 1);
}

BlockId Module::createBlock() {
  makeRoom(blocks_);
  blocks_.emplace_back();
  return BlockId(blocks_.size() - 1);
}

void Module::appendBlock(RegionId region, BlockId block) {
  Region& r = regions_[region.value];
  Block& b = blocks_[block.value];
  b.region = region;
  b.prev = r.lastBlock;
  b.next = {};
  (r.lastBlock ? blocks_[r.lastBlock.value].next : r.firstBlock) = block;
  r.lastBlock = block;
}

// Arguments of a block are contiguous. One that is added after other values were made moves its elders to the end.
ValueId Module::addArgument(BlockId block, TypeId type, AttrId loc, Offset source) {
  std::uint32_t count = blocks_[block.value].argCount;
  std::uint32_t first = blocks_[block.value].firstArg.value;
  if (count > 0 && first + count != values_.size()) {
    ValueId moved(values_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      values_.push_back(values_[first + i]);
      values_.back().firstUse = {};
      replaceAllUses(ValueId(first + i), ValueId(moved.value + i));
    }
    first = moved.value;
  } else if (count == 0) {
    first = static_cast<std::uint32_t>(values_.size());
  }
  makeRoom(values_);
  values_.push_back({type, block.value, count | kArgument, {}, loc, source});
  blocks_[block.value].firstArg = ValueId(first);
  blocks_[block.value].argCount = count + 1;
  return ValueId(values_.size() - 1);
}

void Module::append(BlockId block, OpId op) {
  Block& b = blocks_[block.value];
  Operation& o = ops_[op.value];
  o.block = block;
  o.prev = b.lastOp;
  o.next = {};
  (b.lastOp ? ops_[b.lastOp.value].next : b.firstOp) = op;
  b.lastOp = op;
}

void Module::insertBefore(OpId anchor, OpId op) {
  Operation& a = ops_[anchor.value];
  Operation& o = ops_[op.value];
  o.block = a.block;
  o.prev = a.prev;
  o.next = anchor;
  (a.prev ? ops_[a.prev.value].next : blocks_[a.block.value].firstOp) = op;
  a.prev = op;
}

void Module::insertAfter(OpId anchor, OpId op) {
  if (OpId following = ops_[anchor.value].next) {
    insertBefore(following, op);
  } else {
    append(ops_[anchor.value].block, op);
  }
}

void Module::unlink(OpId op) {
  Operation& o = ops_[op.value];
  if (!o.block) return;
  Block& b = blocks_[o.block.value];
  (o.prev ? ops_[o.prev.value].next : b.firstOp) = o.next;
  (o.next ? ops_[o.next.value].prev : b.lastOp) = o.prev;
  o.block = {};
  o.prev = o.next = {};
}

void Module::dropUsesInside(OpId op) {
  walk(*this, op, [this](OpId inner) {
    for (std::uint32_t i = 0; i < ops_[inner.value].operandCount; ++i) dropUse(operandUse(inner, i));
  });
}

void Module::erase(OpId op) {
  dropUsesInside(op);
  unlink(op);
}

void Module::addUse(UseId slot, ValueId value) {
  Use& u = uses_[slot.value];
  Value& v = values_[value.value];
  u.value = value;
  u.prev = {};
  u.next = v.firstUse;
  if (v.firstUse) uses_[v.firstUse.value].prev = slot;
  v.firstUse = slot;
}

void Module::dropUse(UseId slot) {
  Use& u = uses_[slot.value];
  if (!u.value) return;
  (u.prev ? uses_[u.prev.value].next : values_[u.value.value].firstUse) = u.next;
  if (u.next) uses_[u.next.value].prev = u.prev;
  u.value = {};
  u.next = u.prev = {};
}

void Module::setOperand(UseId slot, ValueId value) {
  dropUse(slot);
  if (value) addUse(slot, value);
}

void Module::replaceAllUses(ValueId from, ValueId to) {
  if (from == to) return;
  while (UseId use = values_[from.value].firstUse) setOperand(use, to);
}

void Module::reserve([[maybe_unused]] std::size_t ops, [[maybe_unused]] std::size_t values, [[maybe_unused]] std::size_t uses) {
#ifndef SHARDLENS_SANITIZED
  ops_.reserve(ops);
  values_.reserve(values);
  uses_.reserve(uses);
#endif
}

void Module::shrink() {
  ops_.shrink_to_fit();
  values_.shrink_to_fit();
  uses_.shrink_to_fit();
  blocks_.shrink_to_fit();
  regions_.shrink_to_fit();
}

std::size_t Module::memory() const {
  return ops_.capacity() * sizeof(Operation) + values_.capacity() * sizeof(Value) + uses_.capacity() * sizeof(Use) +
         blocks_.capacity() * sizeof(Block) + (regions_.capacity() + regionIds_.capacity()) * sizeof(Region);
}

}  // namespace shardlens
