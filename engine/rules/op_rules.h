#pragma once

#include <optional>

#include "engine/rules/rule_builder.h"

namespace shardlens {

/// Makes the rule of an operation; nullopt where this one has none.
using RuleFn = std::optional<ShardingRule> (*)(const RuleView&);

/// Rule function of `kind`; null where its operations never have a rule.
RuleFn ruleFnOf(OpKind kind);
/// True for operations that are meant to have no rule: propagation goes around them or handles them itself.
bool knownWithoutRule(OpKind kind);
/// False for targets of custom calls that nobody has heard of.
bool knownCustomCall(std::string_view target);

/// What the rule of `v` depends on beyond its own kind, attributes and types: what defines its operands, uses its results, or stands in its
/// region; equal numbers, equal rules.
std::uint32_t neighbourhoodOf(const RuleView& v);
bool joinsSlices(const RuleView& v);        ///< of a concatenate: pieces that were cut before
bool allStartsConstant(const RuleView& v);  ///< of a dynamic_update_slice
bool reducesUpdates(const RuleView& v);     ///< of a scatter: by one operation, in any order and grouping
bool feedsRandomBits(const RuleView& v);    ///< of an X64Combine: the state of a generator

using MaybeRule = std::optional<ShardingRule>;

// Every dimension of the result passes through.
MaybeRule pointwiseRule(const RuleView& v);
MaybeRule shapedPointwiseRule(const RuleView& v);
// Shapes.
MaybeRule bitcastConvertRule(const RuleView& v);
MaybeRule broadcastInDimRule(const RuleView& v);
MaybeRule concatenateRule(const RuleView& v);
MaybeRule padRule(const RuleView& v);
MaybeRule reshapeRule(const RuleView& v);
MaybeRule reverseRule(const RuleView& v);
MaybeRule sliceRule(const RuleView& v);
MaybeRule transposeRule(const RuleView& v);
// Slices whose place is known at run time, gathers, scatters.
MaybeRule dynamicSliceRule(const RuleView& v);
MaybeRule dynamicUpdateSliceRule(const RuleView& v);
MaybeRule gatherRule(const RuleView& v);
MaybeRule scatterRule(const RuleView& v);
// Contractions.
MaybeRule dotRule(const RuleView& v);
MaybeRule dotGeneralRule(const RuleView& v);
MaybeRule convolutionRule(const RuleView& v);
MaybeRule raggedDotRule(const RuleView& v);
// Windows, reductions, sorting, linear algebra.
MaybeRule reduceRule(const RuleView& v);
MaybeRule reduceWindowRule(const RuleView& v);
MaybeRule selectAndScatterRule(const RuleView& v);
MaybeRule sortRule(const RuleView& v);
MaybeRule topKRule(const RuleView& v);
MaybeRule fftRule(const RuleView& v);
MaybeRule choleskyRule(const RuleView& v);
MaybeRule triangularSolveRule(const RuleView& v);
MaybeRule batchNormInferenceRule(const RuleView& v);
MaybeRule rngBitGeneratorRule(const RuleView& v);
MaybeRule scanRule(const RuleView& v);
// Collectives of StableHLO.
MaybeRule allGatherRule(const RuleView& v);
MaybeRule allToAllRule(const RuleView& v);
MaybeRule reduceScatterRule(const RuleView& v);
// The rest.
MaybeRule broadcastingRule(const RuleView& v);
MaybeRule customCallRule(const RuleView& v);

}  // namespace shardlens
