#include "app/graph/tones.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace shardlens::app {

namespace {

struct ToneTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::Tones)
};

int keyOf(ColourBy by, const Step& step) {
  switch (by) {
    case ColourBy::OpPriority: return step.opPriority;
    case ColourBy::UserPriority: return step.userPriority;
    default: return step.iteration;
  }
}

QString toneName(ColourBy by, int key) {
  switch (by) {
    case ColourBy::OpPriority: return ToneTexts::tr("op priority %1").arg(key);
    case ColourBy::UserPriority: return ToneTexts::tr("user priority %1").arg(key);
    default: return ToneTexts::tr("iteration %1").arg(key);
  }
}

const Step* firstStep(const Moments& moments, ValueId value, std::uint32_t* moment) {
  for (std::uint32_t at : moments.changing(value)) {
    *moment = at;
    if (moments.isStep(at)) return moments.visitAt(at);
  }
  return nullptr;
}

}  // namespace

QString colourName(ColourBy by) {
  switch (by) {
    case ColourBy::Sharding: return ToneTexts::tr("sharding");
    case ColourBy::Iteration: return ToneTexts::tr("iteration");
    case ColourBy::OpPriority: return ToneTexts::tr("op priority");
    case ColourBy::UserPriority: return ToneTexts::tr("user priority");
  }
  return {};
}

Tones::Tones(ColourBy by, const Snapshot& snapshot, const Moments& moments) : by_(by), first_(snapshot.module->valueCount()) {
  std::vector<int> keys;
  std::vector<int> keyOfValue(first_.size(), -1);
  for (std::uint32_t v = 0; v < first_.size(); ++v) {
    const Step* step = firstStep(moments, ValueId(v), &first_[v].moment);
    if (!step) continue;
    keyOfValue[v] = keyOf(by, *step);
    if (std::find(keys.begin(), keys.end(), keyOfValue[v]) == keys.end()) keys.push_back(keyOfValue[v]);
  }
  std::sort(keys.begin(), keys.end());
  for (std::uint32_t v = 0; v < first_.size(); ++v) {
    auto rank = static_cast<int>(std::lower_bound(keys.begin(), keys.end(), keyOfValue[v]) - keys.begin());
    if (keyOfValue[v] >= 0) first_[v].tone = std::min(rank, kMost - 1);
  }
  for (std::size_t k = 0; k < keys.size() && k < static_cast<std::size_t>(kMost); ++k) {
    bool more = k + 1 == static_cast<std::size_t>(kMost) && keys.size() > k + 1;
    marks_ << QString::number(keys[k]) + (more ? QStringLiteral("+") : QString());
    names_ << (more ? ToneTexts::tr("%1 and later").arg(toneName(by, keys[k])) : toneName(by, keys[k]));
  }
}

int Tones::of(ValueId value, std::size_t done) const {
  if (value.value >= first_.size() || first_[value.value].moment >= done) return -1;
  return first_[value.value].tone;
}

// As with the axes' shares, leaves are summed upwards from the last box in preorder.
std::vector<Tones::Bar> Tones::bars(const Outline& outline, std::size_t done) const {
  struct Counts {
    std::array<float, kMost> tone{};
    float all = 0;
  };
  std::vector<Counts> counts(outline.boxes.size());
  auto values = static_cast<std::uint32_t>(std::min(first_.size(), outline.boxOfValue.size()));
  for (std::uint32_t v = 0; v < values; ++v) {
    BoxId box = outline.boxOfValue[v];
    if (!box) continue;
    ++counts[box.value].all;
    if (int tone = of(ValueId(v), done); tone >= 0) ++counts[box.value].tone[static_cast<std::size_t>(tone)];
  }
  std::vector<std::uint32_t> order(outline.boxes.size());
  for (std::uint32_t b = 0; b < order.size(); ++b)
    if (outline.boxes[b].first < order.size()) order[outline.boxes[b].first] = b;
  for (std::size_t i = order.size(); i-- > 0;) {
    const Counts& from = counts[order[i]];
    BoxId parent = outline.boxes[order[i]].parent;
    if (!parent) continue;
    counts[parent.value].all += from.all;
    for (std::size_t t = 0; t < from.tone.size(); ++t) counts[parent.value].tone[t] += from.tone[t];
  }
  std::vector<Bar> bars(counts.size());
  for (std::size_t b = 0; b < bars.size(); ++b) {
    const Counts& of = counts[outline.boxes[b].body ? outline.boxes[b].body.value : b];
    for (std::size_t t = 0; t < of.tone.size(); ++t)
      if (of.all > 0 && of.tone[t] / of.all > 0.004F) bars[b].emplace_back(static_cast<int>(t), of.tone[t] / of.all);
  }
  return bars;
}

}  // namespace shardlens::app
