#include "engine/ir/clone.h"

#include <algorithm>
#include <array>

namespace shardlens {

void CloneMap::set(ValueId from, ValueId to) {
  if (values_.empty()) first_ = from.value;
  if (from.value < first_) {
    // Room for as many below as there are above, so that a walk backwards does not move all at each step.
    std::size_t room = std::min<std::size_t>(first_, std::max<std::size_t>(first_ - from.value, values_.size()));
    values_.insert(values_.begin(), room, ValueId());
    first_ -= room;
  }
  std::size_t at = from.value - first_;
  if (at >= values_.size()) values_.resize(std::max<std::size_t>(at + 1, values_.size() * 2));
  if (!values_[at]) touched_.push_back(from);
  values_[at] = to;
}

BlockId CloneMap::get(BlockId from) const {
  auto found = blocks_.find(from);
  return found == blocks_.end() ? from : found->second;
}

void CloneMap::clear() {
  for (ValueId v : touched_) values_[v.value - first_] = {};
  touched_.clear();
  blocks_.clear();
}

namespace {

constexpr std::uint32_t kFew = 8;

bool isSimple(const Module& m, OpId op) {
  const Operation& o = m.op(op);
  return o.kind != OpKind::Unknown && o.regionCount == 0 && o.operandCount <= kFew && o.resultCount <= kFew && !m.hasSuccessors();
}

void keepPlace(Module& m, OpId from, OpId made, CloneMap& map) {
  for (std::uint32_t i = 0; i < m.op(from).resultCount; ++i) {
    const Value& v = m.value(m.result(from, i));
    Value& copy = m.value(m.result(made, i));
    copy.loc = v.loc;
    copy.source = v.source;
    map.set(m.result(from, i), m.result(made, i));
  }
}

// Most copies are of one operation without regions: no memory but the module's.
OpId cloneSimple(Module& m, OpId from, CloneMap& map) {
  Operation o = m.op(from);
  std::array<ValueId, kFew> operands;
  std::array<TypeId, kFew> types;
  for (std::uint32_t i = 0; i < o.operandCount; ++i) operands[i] = map.get(m.operand(from, i));
  for (std::uint32_t i = 0; i < o.resultCount; ++i) types[i] = m.type(m.result(from, i));
  OpId made = m.create({.kind = o.kind,
                        .name = o.name,
                        .attrs = o.attrs,
                        .loc = o.loc,
                        .source = o.source,
                        .operands = {operands.data(), o.operandCount},
                        .results = {types.data(), o.resultCount}});
  keepPlace(m, from, made, map);
  return made;
}

// Operations of a region may use values that are defined further down (other blocks, graph regions). So a region is copied in two
// rounds: all operations with their results first, then operands and inner regions in order.
class OpCloner {
 public:
  OpCloner(Module& module, CloneMap& map) : module_(module), map_(map) {}

  OpId whole(OpId op) {
    OpId made = shell(op);
    fill(op, made);
    return made;
  }

  void region(RegionId from, RegionId to) {
    std::size_t first = pairs_.size();
    for (BlockId b = module_.region(from).firstBlock; b; b = module_.block(b).next) blockShell(b, to);
    for (BlockId b = module_.region(from).firstBlock, copy = lastBlocks(from, to); b;
         b = module_.block(b).next, copy = module_.block(copy).next) {
      for (OpId o = module_.block(b).firstOp; o; o = module_.op(o).next) {
        OpId made = shell(o);
        module_.append(copy, made);
        pairs_.push_back({o, made});
      }
    }
    std::size_t end = pairs_.size();
    for (std::size_t i = first; i < end; ++i) fill(pairs_[i].from, pairs_[i].to);
    pairs_.resize(first);
  }

 private:
  struct OpPair {
    OpId from, to;
  };

  /// The copy of the first block of `from` among the blocks at the end of `to`.
  BlockId lastBlocks(RegionId from, RegionId to) {
    BlockId copy = module_.region(to).lastBlock;
    for (BlockId b = module_.region(from).firstBlock; b && module_.block(b).next; b = module_.block(b).next)
      copy = module_.block(copy).prev;
    return copy;
  }

  void blockShell(BlockId from, RegionId region) {
    BlockId made = module_.createBlock();
    module_.appendBlock(region, made);
    map_.set(from, made);
    for (std::uint32_t i = 0; i < module_.block(from).argCount; ++i) {
      Value v = module_.value(module_.arg(from, i));
      map_.set(module_.arg(from, i), module_.addArgument(made, v.type, v.loc, v.source));
    }
  }

  /// A copy with empty regions whose operands are not set.
  OpId shell(OpId from) {
    Operation o = module_.op(from);
    operands_.assign(o.operandCount, ValueId());
    types_.clear();
    for (std::uint32_t i = 0; i < o.resultCount; ++i) types_.push_back(module_.type(module_.result(from, i)));
    auto successorBlocks = module_.successors(from);
    std::vector<BlockId> successors(successorBlocks.begin(), successorBlocks.end());
    for (BlockId& b : successors) b = map_.get(b);
    auto counted = module_.successorOperandCounts(from);
    std::vector<std::uint32_t> counts(counted.begin(), counted.end());
    OpId made = module_.create({o.kind, o.name, o.attrs, o.loc, o.source, operands_, types_, o.regionCount, successors, counts});
    if (AttrId properties = module_.properties(from)) module_.setProperties(made, properties);
    keepPlace(module_, from, made, map_);
    return made;
  }

  void fill(OpId from, OpId made) {
    for (std::uint32_t i = 0; i < module_.op(from).operandCount; ++i) {
      module_.setOperand(module_.operandUse(made, i), map_.get(module_.operand(from, i)));
    }
    for (std::uint32_t r = 0; r < module_.op(from).regionCount; ++r) region(module_.regionOf(from, r), module_.regionOf(made, r));
  }

  Module& module_;
  CloneMap& map_;
  std::vector<OpPair> pairs_;
  std::vector<ValueId> operands_;
  std::vector<TypeId> types_;
};

}  // namespace

OpId cloneOp(Module& module, OpId op, CloneMap& map) {
  return isSimple(module, op) ? cloneSimple(module, op, map) : OpCloner(module, map).whole(op);
}

void cloneRegion(Module& module, RegionId from, RegionId to, CloneMap& map) { OpCloner(module, map).region(from, to); }

void cloneBodyBefore(Module& module, BlockId from, OpId anchor, CloneMap& map) {
  OpCloner cloner(module, map);
  for (OpId o = module.block(from).firstOp; o && o != module.block(from).lastOp; o = module.op(o).next) {
    module.insertBefore(anchor, cloner.whole(o));
  }
}

void moveBodyBefore(Module& module, BlockId from, OpId anchor, bool withTerminator) {
  OpId last = withTerminator ? OpId() : module.block(from).lastOp;
  for (OpId o = module.block(from).firstOp; o && o != last;) {
    OpId following = module.op(o).next;
    module.unlink(o);
    module.insertBefore(anchor, o);
    o = following;
  }
}

void moveBlocks(Module& module, RegionId from, RegionId to) {
  for (BlockId b = module.region(from).firstBlock; b;) {
    BlockId following = module.block(b).next;
    module.appendBlock(to, b);
    b = following;
  }
  module.region(from).firstBlock = module.region(from).lastBlock = {};
}

OpId rebuildOp(Module& module, OpId op, std::span<const ValueId> operands, std::span<const TypeId> results) {
  Operation o = module.op(op);
  auto successorBlocks = module.successors(op);
  auto counted = module.successorOperandCounts(op);
  std::vector<BlockId> successors(successorBlocks.begin(), successorBlocks.end());
  std::vector<std::uint32_t> counts(counted.begin(), counted.end());
  OpId made = module.create({o.kind, o.name, o.attrs, o.loc, o.source, operands, results, o.regionCount, successors, counts});
  if (AttrId properties = module.properties(op)) module.setProperties(made, properties);
  for (std::uint32_t i = 0; i < std::min<std::size_t>(o.resultCount, results.size()); ++i) {
    module.value(module.result(made, i)).source = module.value(module.result(op, i)).source;
  }
  for (std::uint32_t r = 0; r < o.regionCount; ++r) moveBlocks(module, module.regionOf(op, r), module.regionOf(made, r));
  if (o.block) module.insertBefore(op, made);
  return made;
}

void replaceAndErase(Module& module, OpId op, std::span<const ValueId> values) {
  for (std::uint32_t i = 0; i < module.op(op).resultCount; ++i) module.replaceAllUses(module.result(op, i), values[i]);
  module.erase(op);
}

void moveUses(Module& module, ValueId from, ValueId to) {
  std::vector<UseId> uses;
  for (UseId u = module.value(from).firstUse; u; u = module.use(u).next) uses.push_back(u);
  for (std::size_t i = uses.size(); i-- > 0;) module.setOperand(uses[i], to);
}

// Arguments are contiguous and know their place, so those behind a dropped one move down a slot each.
void eraseArguments(Module& module, BlockId block, const std::vector<bool>& drop) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < module.block(block).argCount; ++i) {
    if (drop[i]) continue;
    ValueId from = module.arg(block, i), to = module.arg(block, kept++);
    if (from == to) continue;
    moveUses(module, from, to);
    Value& slot = module.value(to);
    const Value& old = module.value(from);
    slot.type = old.type;
    slot.loc = old.loc;
    slot.source = old.source;
  }
  module.block(block).argCount = kept;
}

}  // namespace shardlens
