#pragma once

#include "engine/plan/axis_sources.h"
#include "engine/plan/written.h"
#include "engine/support/progress.h"

namespace shardlens {

/// One hop of an axis from a tensor to the next.
struct WhyLink {
  bool group = false;      ///< by a sharding group: what one member gets all get
  AxisRef axis;            ///< the part that this link is about
  std::uint32_t step = 0;  ///< index into the trace's steps
  OpId op;                 ///< in the imported module: an operation, an edge, or a function for what it returns
  std::int64_t factor = -1;
  FactorKind factorKind = FactorKind::PassThrough;
  bool fromResult = false, toResult = false;  ///< on which side of the operation the tensors stand
  TensorPlace from, to;
  std::size_t fromDim = 0, toDim = 0;
  std::size_t others = 0;  ///< more tensors of the operation that had the axis and would have given it
};

/// What stands at the far end of a chain.
struct WhyEnd {
  enum class Kind : std::uint8_t {
    Written,  ///< an annotation that was in force from the start
    Opened,   ///< an annotation whose user priority's turn came
    Border,   ///< manual axes at the border of a manual computation
    Imported  ///< given by an import pass without an annotation that could be named
  };
  Kind kind = Kind::Imported;
  TensorPlace place;
  std::size_t dim = 0;
  std::optional<Written> written;
};

/// The way of an axis, or a part of one, from an annotation to a tensor; the last hop stands first.
struct WhyChain {
  AxisRef axis;
  std::vector<WhyLink> links;
  WhyEnd end;
};

/// One axis on one dimension of a tensor.
struct WhyAxis {
  TensorPlace place;
  std::size_t dim = 0;
  AxisRef axis;
  std::vector<WhyChain> chains;  ///< one, or one for each part that came on a way of its own
};

/// Chains of every axis on every dimension of a value of the opened program.
std::vector<WhyAxis> whySharded(const PlanIndex& index, ValueId opened);
/// Chains of what of `axis` stands on `dim`; without chains where nothing does.
WhyAxis whyAxis(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis);
WhyAxis whyAxisAt(const PlanIndex& index, const AxisAt& at);
/// Places of the value that have some of `axis` on `dim`, with what they have.
std::vector<AxisAt> placesWith(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis);

/// All annotations without which a value would not have an axis.
struct WhySupport {
  std::vector<Written> annotations;  ///< those of the plan at hand first; each later one would step in for those before it
  std::size_t own = 0;               ///< how many of them give it in the plan at hand
  bool manual = false;               ///< it stays: it is a manual axis there, part of what the computation's types mean
  bool complete = false;             ///< false: the axis stays although all of these go, or the search was stopped
  unsigned runs = 0;                 ///< plans made to find out
};

/// Annotations that give the pieces `at`, over all sources; `unnamed` where one ended without an annotation.
std::vector<Written> annotationsBehind(const PlanIndex& index, const std::vector<AxisAt>& at, bool* unnamed = nullptr);
/// Takes annotations away and plans again until the axis is gone. Interns into the program's context.
WhySupport whySupport(const PlanIndex& index, ValueId opened, std::size_t dim, const AxisRef& axis, unsigned mostRuns = 32,
                      Progress* progress = nullptr);

}  // namespace shardlens
