#include "engine/plan/step_facts.h"

namespace shardlens {

namespace {

constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;

std::uint8_t wayOf(const AxisSource& gain, std::size_t operands) {
  bool from = gain.source < operands, to = gain.tensor < operands;
  return from == to ? kAcross : from ? kForward : kBackward;
}

PureFacts factsOf(const StepTable& table, std::uint32_t pure) {
  PureFacts facts;
  facts.gains = table.sources(pure);
  std::size_t operands = table.decodedRule(table.rule(pure)).operands.size();
  for (const AxisSource& gain : facts.gains) facts.ways |= wayOf(gain, operands);
  facts.conflict = table.conflict(pure);
  return facts;
}

}  // namespace

StepFacts::StepFacts(const Moments& moments, const StepTable* table, const Progress* progress) {
  if (!table) return;
  index_.assign(table->size(), kUnknown);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    if ((i & 1023) == 0 && progress && progress->cancelled()) return;
    const Step* step = moments.visitAt(i);
    if (!step) continue;
    std::uint32_t& at = index_[step->pure];
    if (at == kUnknown) {
      at = static_cast<std::uint32_t>(facts_.size());
      facts_.push_back(factsOf(*table, step->pure));
    }
    if (facts_[at].conflict.any()) conflicts_.push_back(static_cast<std::uint32_t>(i));
  }
}

}  // namespace shardlens
