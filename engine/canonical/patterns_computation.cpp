#include <algorithm>

#include "engine/canonical/pattern.h"
#include "engine/ir/dense.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

namespace {

std::span<const AttrId> shardingsAt(const Module& m, OpId op, std::string_view name) {
  AttrId list = m.attribute(op, name);
  return list ? m.context().attr(list).subs : std::span<const AttrId>();
}

/// Operands whose arguments the body of a manual computation does not use are dropped.
bool dropUnusedInputs(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  BlockId body = m.entry(m.regionOf(op));
  std::vector<bool> drop;
  for (std::uint32_t i = 0; i < m.block(body).argCount; ++i) drop.push_back(!m.hasUses(m.arg(body, i)));
  auto shardings = shardingsAt(m, op, "in_shardings");
  if (std::ranges::find(drop, true) == drop.end() || shardings.size() != drop.size()) return false;

  std::vector<ValueId> operands;
  std::vector<AttrId> kept;
  std::vector<TypeId> results;
  for (std::uint32_t i = 0; i < drop.size(); ++i) {
    if (drop[i]) continue;
    operands.push_back(m.operand(op, i));
    kept.push_back(shardings[i]);
  }
  for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) results.push_back(m.type(m.result(op, i)));
  OpId made = rebuildOp(m, op, operands, results);
  eraseArguments(m, m.entry(m.regionOf(made)), drop);
  m.setAttribute(made, "in_shardings", encodePerValue(m.context(), kept));
  for (std::uint32_t i = 0; i < results.size(); ++i) moveUses(m, m.result(op, i), m.result(made, i));
  rewriter.worklist().remove(op);
  m.erase(op);
  return true;
}

// Number of chips over which the manual axes spread; 1 where nothing goes in or out.
std::int64_t manualSize(const Module& m, OpId op) {
  const MeshTable meshes(m);
  const Mesh* common = nullptr;
  for (std::string_view name : {"in_shardings", "out_shardings"}) {
    for (AttrId sharding : shardingsAt(m, op, name)) {
      const Mesh* mesh = meshes.find(decodeSharding(m.context(), sharding).mesh);
      if (!common || common->axes.empty()) common = mesh;
    }
  }
  std::int64_t size = 1;
  if (!common) return size;
  for (StrId axis : manualAxesOf(m, op)) size *= common->axisSize(axis);
  return size;
}

void inlineBody(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  BlockId body = m.entry(m.regionOf(op));
  OpId end = m.terminator(body);
  for (OpId inner = m.block(body).firstOp; inner; inner = m.op(inner).next) {
    walk(m, inner, [&](OpId any) { rewriter.worklist().remove(any); });
  }
  for (std::uint32_t i = 0; i < m.block(body).argCount; ++i) moveUses(m, m.arg(body, i), m.operand(op, i));
  moveBodyBefore(m, body, op);
  for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) m.replaceAllUses(m.result(op, i), m.operand(end, i));
  rewriter.erase(op);
}

/// A manual computation over one chip is its body; one that does nothing is nothing.
bool dropRedundantManual(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  BlockId body = m.entry(m.regionOf(op));
  bool silent = shardingsAt(m, op, "in_shardings").empty() && shardingsAt(m, op, "out_shardings").empty();
  if (silent && m.block(body).firstOp == m.terminator(body)) {
    rewriter.erase(op);
    return true;
  }
  if (manualSize(m, op) != 1) return false;
  inlineBody(rewriter, op);
  return true;
}

/// A choice by a constant is the branch that it chooses.
bool chooseBranch(Rewriter& rewriter, OpId op) {
  Module& m = rewriter.module();
  OpId index = m.definingOp(m.operand(op, 0));
  if (!index || !hasTrait(m.op(index).kind, kConstantLike)) return false;
  std::vector<std::int64_t> values;
  AttrId value = m.attribute(index, "value");
  if (!value || !denseIntegers(m.context(), value, values) || values.empty()) return false;
  if (values[0] < 0 || values[0] >= m.op(op).regionCount) return false;
  BlockId body = m.region(m.regionOf(op, static_cast<std::uint32_t>(values[0]))).lastBlock;
  CloneMap map;
  rewriter.cloneBodyBefore(body, op, map);
  OpId end = m.terminator(body);
  std::vector<ValueId> results;
  for (std::uint32_t i = 0; i < m.op(end).operandCount; ++i) results.push_back(map.get(m.operand(end, i)));
  rewriter.replace(op, results);
  return true;
}

constexpr RewritePattern kComputationPatterns[] = {
    {OpKind::SdyManualComputation, {}, "ManualComputationUnusedInputsPattern", dropUnusedInputs},
    {OpKind::SdyManualComputation, {}, "RedundantManualComputationPattern", dropRedundantManual},
    {OpKind::StablehloCase, {}, "FoldConstantCaseOp", chooseBranch},
};

}  // namespace

std::span<const RewritePattern> computationPatterns() { return kComputationPatterns; }

}  // namespace shardlens
