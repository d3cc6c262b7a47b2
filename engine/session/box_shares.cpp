#include "engine/session/box_shares.h"

#include <algorithm>

namespace shardlens {

static constexpr std::uint32_t kNoBox = 0xFFFFFFFFU;

BoxShareMaker::BoxShareMaker(const Module& module, const Outline& outline)
    : context_(module.context()),
      outline_(outline),
      total_(outline.boxes.size(), 0),
      own_(outline.boxes.size()),
      all_(outline.boxes.size()),
      touched_(outline.boxes.size(), 1),
      shares_(outline.boxes.size()) {
  listMembers(module);
  listChildren();
  for (std::uint32_t b = 0; b < total_.size(); ++b)
    for (std::uint32_t i = firstMember_[b]; i < firstMember_[b + 1]; ++i) total_[b] += bytes_[members_[i]];
  for (std::uint32_t b : inside_)
    for (std::uint32_t child = lastChild_[b]; child != kNoBox; child = before_[child]) total_[b] += total_[child];
}

void BoxShareMaker::listMembers(const Module& module) {
  std::vector<double> ofType(context_.typeCount(), -1);
  std::size_t count = std::min(module.valueCount(), outline_.boxOfValue.size());
  bytes_.resize(count);
  firstMember_.assign(outline_.boxes.size() + 1, 0);
  for (std::uint32_t v = 0; v < count; ++v) {
    BoxId box = outline_.boxOfValue[v];
    if (!box) continue;
    double& known = ofType[module.type(ValueId(v)).value];
    if (known < 0) known = tensorBytes(context_, module.type(ValueId(v)));
    bytes_[v] = known;
    ++firstMember_[box.value + 1];
  }
  for (std::size_t b = 1; b < firstMember_.size(); ++b) firstMember_[b] += firstMember_[b - 1];
  members_.resize(firstMember_.back());
  std::vector<std::uint32_t> next(firstMember_.begin(), firstMember_.end() - 1);
  for (std::uint32_t v = 0; v < count; ++v)
    if (BoxId box = outline_.boxOfValue[v]) members_[next[box.value]++] = v;
}

void BoxShareMaker::listChildren() {
  std::size_t count = outline_.boxes.size();
  std::vector<std::uint32_t> order(count, kNoBox);
  for (std::uint32_t b = 0; b < count; ++b)
    if (outline_.boxes[b].first < count) order[outline_.boxes[b].first] = b;
  // Boxes that stand in no other may share a number: all but one of them come last.
  std::vector<char> numbered(count, 0);
  std::erase(order, kNoBox);
  for (std::uint32_t b : order) numbered[b] = 1;
  inside_.assign(order.rbegin(), order.rend());
  for (std::uint32_t b = 0; b < count; ++b)
    if (!numbered[b]) inside_.push_back(b);
  lastChild_.assign(count, kNoBox);
  before_.assign(count, kNoBox);
  for (std::uint32_t b : order) {
    BoxId parent = outline_.boxes[b].parent;
    if (!parent) continue;
    before_[b] = lastChild_[parent.value];
    lastChild_[parent.value] = b;
  }
}

void BoxShareMaker::touch(BoxId box) {
  for (; box && !touched_[box.value]; box = outline_.boxes[box.value].parent) touched_[box.value] = 1;
}

void BoxShareMaker::sumOwn(std::uint32_t box, AxisLists& axes) {
  Split sum{};
  for (std::uint32_t i = firstMember_[box]; i < firstMember_[box + 1]; ++i) {
    AttrId sharding = shardings_[members_[i]];
    if (!sharding) continue;
    const std::vector<int>& list = axes.of(sharding);
    auto each = static_cast<float>(bytes_[members_[i]] / static_cast<double>(list.size()));
    for (int axis : list) sum[static_cast<std::size_t>(axis)] += each;
  }
  own_[box] = sum;
}

void BoxShareMaker::sumAll(std::uint32_t box) {
  Split sum = own_[box];
  for (std::uint32_t child = lastChild_[box]; child != kNoBox; child = before_[child])
    for (std::size_t a = 0; a < BoxShares::kAxes; ++a) sum[a] += all_[child][a];
  all_[box] = sum;
  for (std::size_t a = 0; a < BoxShares::kAxes; ++a) shares_[box].share[a] = total_[box] > 0 ? static_cast<float>(sum[a] / total_[box]) : 0;
}

const std::vector<BoxShares>& BoxShareMaker::make(const std::vector<AttrId>& shardings, std::shared_ptr<const MeshTable> meshes) {
  bool fresh = meshes != meshes_ || shardings_.empty();
  meshes_ = std::move(meshes);
  if (fresh) touched_.assign(touched_.size(), 1);
  shardings_.resize(bytes_.size());
  std::vector<std::uint32_t> changed;
  for (std::uint32_t v = 0; v < shardings_.size(); ++v) {
    AttrId now = v < shardings.size() ? shardings[v] : AttrId();
    if (shardings_[v] == now) continue;
    shardings_[v] = now;
    if (outline_.boxOfValue[v]) changed.push_back(outline_.boxOfValue[v].value);
  }
  AxisLists axes(context_, *meshes_);
  if (fresh) {
    for (std::uint32_t b = 0; b < own_.size(); ++b) sumOwn(b, axes);
  } else {
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (std::uint32_t b : changed) sumOwn(b, axes), touch(BoxId(b));
  }
  for (std::uint32_t b : inside_)
    if (touched_[b]) sumAll(b), touched_[b] = 0;
  for (std::size_t b = 0; b < shares_.size(); ++b)
    if (outline_.boxes[b].body) shares_[b] = shares_[outline_.boxes[b].body.value];
  return shares_;
}

std::vector<BoxShares> boxShares(const Module& module, const Outline& outline, const std::vector<AttrId>& shardings,
                                 const MeshTable& meshes) {
  return BoxShareMaker(module, outline).make(shardings, std::shared_ptr<const MeshTable>(std::shared_ptr<void>(), &meshes));
}

}  // namespace shardlens
