#include <unordered_map>

#include "engine/ir/each_op.h"
#include "engine/passes/passes.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

/// What makes two constants, or two broadcasts of a scalar, the same: attributes (shardings among them), block, type and operand.
struct MergeKey {
  AttrId attrs;
  BlockId block;
  TypeId type;
  ValueId operand;
  bool operator==(const MergeKey&) const = default;
};

struct MergeKeyHash {
  std::size_t operator()(const MergeKey& key) const {
    std::uint64_t hash = (static_cast<std::uint64_t>(key.attrs.value) << 32 | key.block.value) * 0x9E3779B97F4A7C15ULL;
    hash ^= (static_cast<std::uint64_t>(key.type.value) << 32 | key.operand.value) + (hash >> 29);
    return static_cast<std::size_t>((hash * 0xBF58476D1CE4E5B9ULL) >> 16);
  }
};

class ConstantMerger {
 public:
  explicit ConstantMerger(Module& module) : module_(module) {}

  bool run(OpId root) {
    bool changed = false;
    eachOp(module_, root, [&](OpId op) { changed |= visit(op); });
    return changed;
  }

 private:
  bool visit(OpId op) {
    const Operation& o = module_.op(op);
    bool constant = o.kind == OpKind::SdyConstant || hasTrait(o.kind, kConstantLike);
    bool broadcast = o.kind == OpKind::StablehloBroadcastInDim && rankOf(module_.context(), module_.type(module_.operand(op, 0))) == 0;
    if (!constant && !broadcast) return false;
    MergeKey key{o.attrs, o.block, {}, {}};
    if (broadcast) key.type = module_.type(o.firstResult), key.operand = module_.operand(op, 0);
    auto [first, isNew] = first_.try_emplace(key, op);
    if (isNew || module_.op(first->second).resultCount != o.resultCount) return false;
    for (std::uint32_t i = 0; i < o.resultCount; ++i) module_.replaceAllUses(module_.result(op, i), module_.result(first->second, i));
    module_.erase(op);
    return true;
  }

  Module& module_;
  std::unordered_map<MergeKey, OpId, MergeKeyHash> first_;
};

bool runConstantOrScalarMerger(const PassRun& run) {
  bool changed = false;
  for (OpId root : run.roots) changed |= ConstantMerger(run.module).run(root);
  run.setChanged(changed);
  return true;
}

}  // namespace

Pass constantOrScalarMergerPass() {
  return {"sdy-constant-or-scalar-merger",
          "Merges equal constants, and equal broadcasts of a scalar, that are sharded alike: what the splitter made several of",
          PassLevel::Function,
          {},
          runConstantOrScalarMerger,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
