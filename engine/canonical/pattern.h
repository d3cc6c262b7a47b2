#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/canonical/rewriter.h"

namespace shardlens {

/// A way to make operations of one kind simpler.
struct RewritePattern {
  OpKind kind;
  std::string_view label;  ///< by which pipelines choose it; empty for most
  std::string_view name;
  bool (*apply)(Rewriter&, OpId) = nullptr;  ///< false where it does not fit; then it changed nothing
};

// Patterns of each file, in the order in which they are tried.
std::span<const RewritePattern> reshardPatterns();
std::span<const RewritePattern> collectivePatterns();
std::span<const RewritePattern> computationPatterns();
std::span<const RewritePattern> branchPatterns();

/// Makes all operands of a slice of an all-reduce one reduce-scatter where the slice cuts by all axes that were reduced over.
bool fuseReduceScatter(Rewriter& rewriter, OpId slice);

/// The value of a constant condition; nullopt where it is not known.
std::optional<bool> constantTruth(const Module& module, ValueId value);

/// Replaces `op` where its own attributes and operands say what its results are; false where they do not.
bool foldOp(Rewriter& rewriter, OpId op);

}  // namespace shardlens
