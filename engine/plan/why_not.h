#pragma once

#include "engine/plan/obstacle.h"
#include "engine/plan/written.h"
#include "engine/support/progress.h"

namespace shardlens {

/// A change of annotations that may bring the axis.
struct Remedy {
  enum class Kind : std::uint8_t {
    Open,      ///< open the dimension in an annotation
    Free,      ///< take the axis out of the replicated or unreduced ones of an annotation
    Prefer,    ///< give the annotations of the axis in the way a later user priority than those of the axis asked for
    TakeAway,  ///< take the axis in the way out of the annotations that give it
    Together,  ///< several of these, each of which leads to the next obstacle
    Annotate   ///< write the axis on the value itself
  };
  Kind kind = Kind::Annotate;
  std::vector<std::pair<Written, AttrId>> rewrites;  ///< annotations of the opened program and what to write in their place
};

/// Why an axis does not stand on a dimension of a value of the opened program.
struct WhyNot {
  std::vector<Obstacle> obstacles;  ///< on the value itself first, then the nearest stops of the axis on its way; never empty
  std::vector<Remedy> remedies;     ///< likeliest first
};

/// Interns into the program's context. `axis` must not stand on `dim`.
WhyNot whyNot(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis);
/// Plans again with the remedy; the plan, or null where the program would not be right any more, or when cancelled.
PlanPtr planWith(const Plan& plan, const Remedy& remedy, Progress* progress = nullptr);
/// True where the value has all of `axis` on `dim` with the remedy.
bool helps(const PlanIndex& index, const Remedy& remedy, ValueId opened, std::size_t dim, const AxisRef& axis,
           Progress* progress = nullptr);
/// Changes of annotations other than the value's own that bring the axis together, none of which could be left out: what obstacle after
/// obstacle needs until the axis is there. Nothing where no such changes were found in `mostRuns` plans.
std::optional<Remedy> remedyByTurns(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis, unsigned mostRuns,
                                    Progress* progress = nullptr);
/// Remedies for these obstacles.
std::vector<Remedy> remediesFor(const PlanIndex& index, const std::vector<Obstacle>& obstacles, ValueId opened, std::size_t dim,
                                const AxisRef& axis);

}  // namespace shardlens
