#include "engine/propagation/step_table.h"

#include <algorithm>

#include "engine/support/hash.h"

namespace shardlens {

namespace {

constexpr std::uint32_t kInputs = 2;  // a key begins with rule and mode

bool sameMesh(const Mesh& a, const Mesh& b) { return &a == &b || a == b; }

bool emptyMesh(const Mesh& mesh) { return mesh.axes.empty() && mesh.deviceIds.empty(); }

bool noAxes(const TensorSharding& s) {
  return s.replicated.empty() && s.unreduced.empty() &&
         std::all_of(s.dims.begin(), s.dims.end(), [](const DimSharding& d) { return d.axes.empty(); });
}

bool knows(const Mesh& mesh, const AxisList& axes) {
  return std::all_of(axes.begin(), axes.end(), [&](const AxisRef& axis) { return mesh.axisSize(axis.name) > 0 && mesh.sizeOf(axis) > 0; });
}

// Shardings may come from a person's hand: an axis that the mesh does not have must not be counted with.
bool knows(const Mesh& mesh, const TensorSharding& s) {
  return knows(mesh, s.replicated) && knows(mesh, s.unreduced) &&
         std::all_of(s.dims.begin(), s.dims.end(), [&](const DimSharding& d) { return knows(mesh, d.axes); });
}

bool knows(const ShardingRule& rule, const std::vector<TensorMapping>& mappings) {
  for (const TensorMapping& mapping : mappings) {
    for (const DimMapping& dim : mapping) {
      bool known = std::all_of(dim.begin(), dim.end(),
                               [&](std::int64_t f) { return f >= 0 && static_cast<std::size_t>(f) < rule.factorSizes.size(); });
      if (dim.empty() || !known) return false;
    }
  }
  return true;
}

// The rule, or one of no tensors where its mappings name factors that it does not have.
ShardingRule checked(ShardingRule rule) {
  return knows(rule, rule.operands) && knows(rule, rule.results) ? std::move(rule) : ShardingRule();
}

std::vector<bool> passFactors(Projection& projection, const ShardingRule& rule, const FactorMode& mode, const Mesh& mesh) {
  return mode.aggressive ? propagateFactorsAggressively(projection, rule, mode, mesh) : propagateFactors(projection, rule, mode, mesh);
}

}  // namespace

const TensorSharding& StepTable::decoded(AttrId sharding) const {
  std::unique_ptr<TensorSharding>& entry = shardings_[sharding];
  if (!entry) entry = std::make_unique<TensorSharding>(decodeSharding(context_, sharding));
  return *entry;
}

const ShardingRule& StepTable::decodedRule(AttrId rule) const {
  std::unique_ptr<ShardingRule>& entry = rules_[rule];
  if (!entry) entry = std::make_unique<ShardingRule>(checked(decodeRule(context_, rule)));
  return *entry;
}

std::vector<const TensorSharding*> StepTable::decodedAll(std::span<const AttrId> in) const {
  std::vector<const TensorSharding*> all;
  all.reserve(in.size());
  for (AttrId sharding : in) all.push_back(sharding ? &decoded(sharding) : nullptr);
  return all;
}

const Mesh* StepTable::commonMesh(std::span<const AttrId> in, AttrId* meshRef) const {
  const Mesh* common = nullptr;
  for (AttrId sharding : in) {
    if (!sharding) continue;
    AttrId ref = context_.attr(sharding).subs[0];
    const Mesh* mesh = meshes_->find(ref);
    if (!mesh) return nullptr;
    if (!common || emptyMesh(*common)) {
      common = mesh;
      *meshRef = ref;
    } else if (!emptyMesh(*mesh) && !sameMesh(*common, *mesh)) {
      return nullptr;
    }
  }
  return common && !common->isMaximal() ? common : nullptr;
}

std::shared_ptr<const StepTable> StepTable::frozen(const Module& module) const {
  auto copy = std::make_shared<StepTable>(context_, std::make_shared<MeshTable>(module));
  copy->entries_ = entries_;
  copy->keys_ = keys_;
  copy->updates_ = updates_;
  return copy;
}

bool StepTable::isRun(std::uint32_t step, AttrId rule, const FactorMode& mode, std::span<const AttrId> in) const {
  const Entry& e = entries_[step];
  const std::uint32_t* key = keys_.data() + e.firstKey;
  if (e.keySize != in.size() + kInputs || key[0] != rule.value || key[1] != mode.bits()) return false;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (key[kInputs + i] != in[i].value) return false;
  }
  return true;
}

std::uint32_t StepTable::find(AttrId rule, const FactorMode& mode, std::span<const AttrId> in) {
  std::uint64_t hash = hashMix(rule.value, mode.bits());
  for (AttrId sharding : in) hash = hashMix(hash, sharding.value);
  auto add = [&] {
    Entry entry{static_cast<std::uint32_t>(keys_.size()), static_cast<std::uint32_t>(in.size() + kInputs), 0, 0, {}};
    keys_.push_back(rule.value);
    keys_.push_back(mode.bits());
    for (AttrId sharding : in) keys_.push_back(sharding.value);
    compute(entry, rule, mode, in);
    entries_.push_back(entry);
    return static_cast<std::uint32_t>(entries_.size() - 1);
  };
  return table_.findOrAdd(
      hash, [&](std::uint32_t step) { return isRun(step, rule, mode, in); }, add);
}

void StepTable::compute(Entry& entry, AttrId ruleAttr, const FactorMode& mode, std::span<const AttrId> in) {
  entry.firstUpdate = static_cast<std::uint32_t>(updates_.size());
  const ShardingRule& rule = decodedRule(ruleAttr);
  AttrId meshRef;
  const Mesh* mesh = commonMesh(in, &meshRef);
  if (!mesh || rule.operands.size() + rule.results.size() != in.size()) return;
  std::vector<const TensorSharding*> shardings = decodedAll(in);
  if (!std::all_of(shardings.begin(), shardings.end(), [&](const TensorSharding* s) { return !s || knows(*mesh, *s); })) return;
  Projection projection = project(rule, shardings, *mesh);
  std::vector<bool> updated = passFactors(projection, rule, mode, *mesh);
  entry.conflict = conflictAfter(projection, rule, mode);
  for (std::size_t t = 0; t < in.size(); ++t) {
    if (!updated[t]) continue;
    TensorSharding made = unproject(projection.tensors[t], mappingOf(rule, t), rule.factorSizes, meshRef, *mesh);
    if (!in[t] && noAxes(made)) continue;
    AttrId sharding = encodeSharding(context_, made);
    if (sharding == in[t]) continue;  // the new axes would need a strided view
    updates_.push_back({static_cast<std::uint32_t>(t), sharding});
  }
  entry.updateCount = static_cast<std::uint32_t>(updates_.size()) - entry.firstUpdate;
}

std::span<const TensorUpdate> StepTable::updates(std::uint32_t step) const {
  const Entry& e = entries_[step];
  return {updates_.data() + e.firstUpdate, e.updateCount};
}

std::vector<AttrId> StepTable::in(std::uint32_t step) const {
  const Entry& e = entries_[step];
  std::vector<AttrId> all;
  for (std::uint32_t i = kInputs; i < e.keySize; ++i) all.emplace_back(keys_[e.firstKey + i]);
  return all;
}

FactorMode StepTable::modeOf(std::uint32_t bits) const {
  FactorMode mode;
  mode.aggressive = bits & 1U;
  mode.conservative = bits >> 1 & 1U;
  mode.elementwise = bits >> 2 & 1U;
  mode.passThrough = static_cast<Direction>(bits >> 3 & 3U);
  mode.other = static_cast<Direction>(bits >> 5 & 3U);
  return mode;
}

StepTable::Picture StepTable::picture(std::uint32_t step) const {
  std::vector<AttrId> shardings = in(step);
  Picture picture{decodedRule(rule(step)), {}, {}};
  AttrId meshRef;
  const Mesh* mesh = commonMesh(shardings, &meshRef);
  if (!mesh) return picture;
  picture.before = project(picture.rule, decodedAll(shardings), *mesh);
  picture.after = picture.before;
  passFactors(picture.after, picture.rule, mode(step), *mesh);
  return picture;
}

}  // namespace shardlens
