#include "engine/outline/block_graph.h"

#include <algorithm>

namespace shardlens {

namespace {

void addPreds(const Module& module, BlockId block, std::uint32_t item, const std::vector<std::uint32_t>& itemOf, BlockGraph& graph) {
  auto begin = graph.preds.size();
  forEachUsedValue(module, graph.ops[item], [&](ValueId v) {
    OpId def = v ? module.definingOp(v) : OpId();
    if (def && module.op(def).block == block) graph.preds.push_back(itemOf[def.value]);
  });
  auto row = graph.preds.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(row, graph.preds.end());
  graph.preds.erase(std::unique(row, graph.preds.end()), graph.preds.end());
}

void transpose(BlockGraph& graph) {
  graph.succBegin.assign(graph.size() + 1, 0);
  for (std::uint32_t pred : graph.preds) ++graph.succBegin[pred + 1];
  for (std::uint32_t i = 0; i < graph.size(); ++i) graph.succBegin[i + 1] += graph.succBegin[i];
  graph.succs.resize(graph.preds.size());
  std::vector<std::uint32_t> fill(graph.succBegin.begin(), graph.succBegin.end() - 1);
  for (std::uint32_t item = 0; item < graph.size(); ++item) {
    for (std::uint32_t pred : graph.predsOf(item)) graph.succs[fill[pred]++] = item;
  }
}

}  // namespace

BlockGraph makeBlockGraph(const Module& module, BlockId block, std::vector<std::uint32_t>& itemOf) {
  BlockGraph graph;
  for (OpId op = module.block(block).firstOp; op; op = module.op(op).next) {
    itemOf[op.value] = graph.size();
    graph.ops.push_back(op);
  }
  graph.predBegin.push_back(0);
  for (std::uint32_t item = 0; item < graph.size(); ++item) {
    addPreds(module, block, item, itemOf, graph);
    graph.predBegin.push_back(static_cast<std::uint32_t>(graph.preds.size()));
  }
  transpose(graph);
  return graph;
}

}  // namespace shardlens
