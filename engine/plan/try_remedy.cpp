#include <algorithm>

#include "engine/plan/why_not.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

bool hasAll(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis) {
  for (const TensorPlace& place : index.placesOf(opened)) {
    const Mesh* mesh = index.meshOf(index.at(place, index.end()));
    const TensorSharding& sharding = index.decodedAt(place, index.end());
    if (mesh && dim < sharding.dims.size() && missingFrom(sharding.dims[dim].axes, pieceOf(axis, *mesh), *mesh).empty()) return true;
  }
  return false;
}

using Rewrites = std::vector<std::pair<Written, AttrId>>;

/// Lays `later` over `all`; false where nothing changes.
bool layOver(Rewrites& all, const Rewrites& later) {
  bool changed = false;
  for (const auto& [written, sharding] : later) {
    auto known = std::find_if(all.begin(), all.end(), [&, &w = written](const auto& r) { return r.first == w; });
    if (known == all.end()) {
      all.emplace_back(written, sharding);
    } else if (known->second != sharding) {
      known->second = sharding;
    } else {
      continue;
    }
    changed = true;
  }
  return changed;
}

/// Makes change after change on one program.
class Turns {
 public:
  Turns(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis, unsigned mostRuns, Progress* progress)
      : index_(index), opened_(opened), dim_(dim), axis_(axis), left_(mostRuns), progress_(progress) {}

  std::optional<Remedy> find() {
    Remedy remedy{Remedy::Kind::Together, {}};
    std::optional<PlanIndex> now;
    while (left_ > 0) {
      if (!addNext(now ? *now : index_, remedy.rewrites)) return std::nullopt;
      PlanPtr plan = run(remedy);
      if (!plan) return std::nullopt;
      now.emplace(plan);
      if (hasAll(*now, opened_, dim_, axis_)) return withoutNeedless(std::move(remedy));
    }
    return std::nullopt;
  }

 private:
  PlanPtr run(const Remedy& remedy) {
    --left_;
    return planWith(index_.plan(), remedy, progress_);
  }
  bool addNext(const PlanIndex& now, Rewrites& all) const {
    for (const Remedy& next : whyNot(now, opened_, dim_, axis_).remedies)
      if (next.kind != Remedy::Kind::Annotate && layOver(all, next.rewrites)) return true;
    return false;
  }
  Remedy withoutNeedless(Remedy remedy) {
    for (std::size_t i = 0; i < remedy.rewrites.size() && remedy.rewrites.size() > 1 && left_ > 0;) {
      Remedy less = remedy;
      less.rewrites.erase(less.rewrites.begin() + static_cast<std::ptrdiff_t>(i));
      PlanPtr plan = run(less);
      if (plan && hasAll(PlanIndex(plan), opened_, dim_, axis_)) {
        remedy = std::move(less);
      } else {
        ++i;
      }
    }
    return remedy;
  }

  const PlanIndex& index_;
  ValueId opened_;
  std::size_t dim_;
  AxisRef axis_;
  unsigned left_;
  Progress* progress_;
};

}  // namespace

PlanPtr planWith(const Plan& plan, const Remedy& remedy, Progress* progress) {
  auto changed = std::make_shared<Module>(*plan.opened);
  for (const auto& [written, sharding] : remedy.rewrites) rewrite(*changed, written, sharding);
  Diagnostics ignored;
  if (!verifyModule(*changed, ignored)) return nullptr;
  return makePlan(changed, plan.options, ignored, progress);
}

bool helps(const PlanIndex& index, const Remedy& remedy, ValueId opened, std::size_t dim, const AxisRef& axis, Progress* progress) {
  PlanPtr plan = planWith(index.plan(), remedy, progress);
  return plan && hasAll(PlanIndex(plan), opened, dim, axis);
}

std::optional<Remedy> remedyByTurns(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis, unsigned mostRuns,
                                    Progress* progress) {
  return Turns(index, opened, dim, axis, mostRuns, progress).find();
}

}  // namespace shardlens
