#include "engine/canonical/canonicalize.h"

#include <algorithm>
#include <array>

#include "engine/canonical/constant_pool.h"
#include "engine/canonical/control_flow.h"
#include "engine/canonical/pattern.h"

namespace shardlens {

namespace {

/// The patterns that the options leave, by kind.
class PatternTable {
 public:
  explicit PatternTable(const CanonicalizeOptions& options) {
    for (auto patterns : {reshardPatterns(), collectivePatterns(), computationPatterns(), branchPatterns()}) {
      for (const RewritePattern& pattern : patterns) {
        if (chosen(pattern, options)) patterns_.push_back(&pattern);
      }
    }
    std::ranges::stable_sort(patterns_, {}, &RewritePattern::kind);
    for (const RewritePattern* pattern : patterns_) ++ends_[static_cast<std::size_t>(pattern->kind) + 1];
    for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
  }
  [[nodiscard]] std::span<const RewritePattern* const> of(OpKind kind) const {
    auto i = static_cast<std::size_t>(kind);
    return std::span(patterns_).subspan(ends_[i], ends_[i + 1] - ends_[i]);
  }

 private:
  static bool chosen(const RewritePattern& pattern, const CanonicalizeOptions& options) {
    auto named = [&](const std::string& name) { return name == pattern.name || (!pattern.label.empty() && name == pattern.label); };
    if (std::ranges::any_of(options.disabled, named)) return false;
    return options.enabled.empty() || std::ranges::any_of(options.enabled, named);
  }
  std::vector<const RewritePattern*> patterns_;
  std::array<std::uint32_t, kOpKinds + 2> ends_{};
};

/// Works on all that lies in one region until nothing changes.
class Canonicalizer {
 public:
  Canonicalizer(Module& module, RegionId scope, const CanonicalizeOptions& options, const PatternTable& patterns)
      : module_(module), options_(options), patterns_(patterns), rewriter_(module, scope) {}

  CanonicalizeResult run() {
    CanonicalizeResult result;
    for (std::int64_t i = 0; options_.maxIterations < 0 || i < options_.maxIterations; ++i) {
      // Blocks that nothing leads to would keep others from becoming one.
      bool swept =
          options_.regions != RegionSimplification::Disabled && hasControlFlow() && eraseUnreachableBlocks(module_, rewriter_.scope());
      result.changed |= collect();
      bool again = meetAll() || swept;
      if (options_.regions != RegionSimplification::Disabled) again |= simplifyRegions();
      result.changed |= again;
      result.converged = !again;
      if (!again) break;
    }
    return result;
  }

 private:
  // Puts all operations on the list, constants shared on the way. True where that changed something.
  bool collect() {
    rewriter_.worklist().clear();
    ConstantPool pool(rewriter_);
    changed_ = false;
    visit(rewriter_.scope(), pool);
    if (options_.topDown) rewriter_.worklist().reverse();
    return changed_;
  }

  void visit(RegionId region, ConstantPool& pool) {
    for (BlockId b = module_.region(region).firstBlock; b; b = module_.block(b).next) {
      for (OpId op = module_.block(b).firstOp; op;) {
        OpId following = module_.op(op).next, before = module_.op(op).prev;
        if (!options_.topDown) visitInside(op, pool);
        bool kept = pool.keep(op);
        if (kept) rewriter_.revisit(op);
        changed_ |= !kept || module_.op(op).prev != before;
        if (options_.topDown && kept) visitInside(op, pool);
        op = following;
      }
    }
  }
  void visitInside(OpId op, ConstantPool& pool) {
    for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) visit(module_.regionOf(op, r), pool);
  }

  // Works the list off; true where something changed.
  bool meetAll() {
    bool changed = false;
    std::int64_t rewrites = 0;
    while (options_.maxNumRewrites < 0 || rewrites < options_.maxNumRewrites) {
      OpId op = rewriter_.worklist().pop();
      if (!op) break;
      if (isDead(module_, op)) {
        rewriter_.erase(op);
        changed = true;
      } else if (foldOp(rewriter_, op)) {
        changed = true;
      } else if (applyPattern(op)) {
        changed = true;
        ++rewrites;
      }
    }
    return changed;
  }

  [[nodiscard]] bool hasControlFlow() const {
    if (module_.hasSuccessors()) return true;
    for (std::uint32_t r = 0; r < module_.regionCount(); ++r) {
      const Region& region = module_.region(RegionId(r));
      if (region.firstBlock != region.lastBlock) return true;
    }
    return false;
  }

  // Without branches each block is met from its end, and what was unneeded in it is gone.
  bool simplifyRegions() {
    if (!hasControlFlow()) return false;
    bool changed = eraseUnreachableBlocks(module_, rewriter_.scope());
    changed |= eraseUnneeded(module_, rewriter_.scope());
    if (options_.regions == RegionSimplification::Aggressive) {
      changed |= mergeEqualBlocks(module_, rewriter_.scope());
      changed |= dropRedundantArguments(module_, rewriter_.scope());
    }
    return changed;
  }

  bool applyPattern(OpId op) {
    for (const RewritePattern* pattern : patterns_.of(module_.op(op).kind)) {
      if (pattern->apply(rewriter_, op)) return true;
    }
    return false;
  }

  Module& module_;
  const CanonicalizeOptions& options_;
  const PatternTable& patterns_;
  Rewriter rewriter_;
  bool changed_ = false;
};

}  // namespace

CanonicalizeResult canonicalize(Module& module, std::span<const OpId> roots, const CanonicalizeOptions& options) {
  PatternTable patterns(options);
  CanonicalizeResult result;
  for (OpId root : roots) {
    for (std::uint32_t r = 0; r < module.op(root).regionCount; ++r) {
      CanonicalizeResult one = Canonicalizer(module, module.regionOf(root, r), options, patterns).run();
      result.changed |= one.changed;
      result.converged &= one.converged;
    }
  }
  return result;
}

}  // namespace shardlens
