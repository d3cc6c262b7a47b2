#pragma once

#include "engine/outline/outline.h"
#include "engine/plan/at_border.h"
#include "engine/plan/why.h"
#include "engine/plan/why_not.h"

namespace shardlens {

/// A place of the program as a person knows it.
struct ExplainedPlace {
  std::string name;  ///< `%12`, or `result 0 of @main`
  std::string path;  ///< stable path of the value; empty for a function's result
  LineColumn at;
  ValueId value;     ///< of the opened program; for a function's result what is returned there
  std::string func;  ///< whose result it is; empty for values
  std::uint32_t result = 0;
};

/// One annotation as it stands in the text.
struct ExplainedAnnotation {
  ExplainedPlace place;
  std::string what;      ///< argument, operation, result, constraint, in_shardings, out_shardings
  std::string sharding;  ///< as it stands in the text
  std::string inside;    ///< the same as the value has it: without the manual axes of a computation's border
};

/// One hop of a chain.
struct ExplainedLink {
  std::int64_t step = 0;    ///< number as in the trace
  std::uint32_t index = 0;  ///< of the step in the trace's list
  std::string op;           ///< name of the operation, or what an edge stands for
  OpId opened;              ///< operation of the opened program; invalid where there is none
  std::string call;         ///< path of the call through which its function is seen; empty where it is no called function's
  LineColumn at;
  std::string axis, factor, factorKind, direction;
  ExplainedPlace from, to;
  std::size_t fromDim = 0, toDim = 0, others = 0;
  std::int32_t userPriority = 0;
  int opPriority = -1;   ///< -1: no rounds
  std::string strategy;  ///< basic or aggressive
};

struct ExplainedChain {
  std::string axis;
  std::vector<ExplainedLink> links;  ///< the last hop first
  std::string end;                   ///< how it ends, in words
  WhyEnd::Kind endKind = WhyEnd::Kind::Imported;
  std::optional<ExplainedAnnotation> annotation;
};

struct ExplainedAxis {
  std::size_t dim = 0;
  std::string axis;
  AxisRef ref;
  std::vector<ExplainedChain> chains;
  std::vector<ExplainedAnnotation> alsoFrom;  ///< would give it where those of the chains are taken away
  bool asked = false;                         ///< `alsoFrom` was looked for
  bool complete = false, manual = false;      ///< as in WhySupport
};

struct ExplainedObstacle {
  Obstacle facts;
  bool ended = true;                    ///< propagation ran to its end
  std::string axis, rivalAxis, factor;  ///< of the facts, by name; empty where there is none
  std::string code;                     ///< `closed-dimension`, ...
  std::string text;                     ///< one sentence
  std::string needs;                    ///< what would have to change; empty where nothing is known
  std::string op;                       ///< the operation between, as in links; empty where none
  OpId opened;
  LineColumn opAt;
  std::int64_t step = -1;  ///< that brought what is in the way
  std::uint32_t stepIndex = PlanIndex::kNone;
  ExplainedPlace at, holder, rival;  ///< without a name where there is none
  std::vector<ExplainedPlace> way;
};

struct ExplainedRemedy {
  Remedy::Kind kind = Remedy::Kind::Annotate;
  std::string text;                           ///< what to write where
  std::vector<ExplainedAnnotation> rewrites;  ///< `sharding` is the new one; empty: take it away
  bool tried = false, helps = false;
};

/// Where a value loses axes because the program ends there.
struct ExplainedBorder {
  std::string place;     ///< `argument 3`, `result 0`
  std::string sharding;  ///< what is left
  std::string why;       ///< what is lost in which dimension, in words
  AtBorder facts;
};

/// Why a value is sharded as it is, or why an axis does not stand on a dimension.
struct Explanation {
  ExplainedPlace place;
  std::string type, sharding, meshText;
  std::optional<ExplainedAnnotation> written;
  std::vector<ExplainedBorder> borders;
  std::vector<ExplainedAxis> axes;
  std::string askedAxis;  ///< with `askedDim` where one was asked for
  std::size_t askedDim = 0;
  std::vector<ExplainedObstacle> obstacles;
  std::vector<ExplainedRemedy> remedies;
};

/// Names what explanations speak of. All calls are for one thread.
class Explainer {
 public:
  Explainer(PlanPtr plan, const Outline& outline) : index_(std::move(plan)), outline_(outline) {}
  [[nodiscard]] const PlanIndex& index() const { return index_; }

  /// Chains of all axes of a value, without what else would give them. Interns into the program's context.
  [[nodiscard]] Explanation why(ValueId value) const;
  /// One axis on one dimension: chains and all annotations behind where it stands there, else obstacles and remedies, each tried.
  /// Interns into the program's context.
  [[nodiscard]] Explanation explain(ValueId value, std::size_t dim, const AxisRef& axis, Progress* progress = nullptr,
                                    unsigned mostRuns = kMostRuns) const;
  static constexpr unsigned kMostRuns = 64;  ///< plans made to find all annotations behind an axis

 private:
  [[nodiscard]] Explanation begin(ValueId value) const;
  void addWhyNot(Explanation& out, ValueId value, std::size_t dim, const AxisRef& asked, Progress* progress, unsigned mostRuns) const;
  [[nodiscard]] ExplainedPlace placeOf(const TensorPlace& place) const;
  [[nodiscard]] ExplainedPlace placeOf(ValueId value) const;
  [[nodiscard]] ExplainedAnnotation annotation(const Written& written) const;
  [[nodiscard]] ExplainedAnnotation annotation(const Written& written, AttrId sharding) const;
  [[nodiscard]] ExplainedLink link(const WhyLink& link) const;
  [[nodiscard]] ExplainedChain chain(const WhyChain& chain) const;
  [[nodiscard]] ExplainedAxis axis(const WhyAxis& why) const;
  [[nodiscard]] ExplainedObstacle obstacle(const Obstacle& o) const;
  [[nodiscard]] std::string sentence(const Obstacle& o) const;
  [[nodiscard]] std::string needs(const Obstacle& o) const;
  [[nodiscard]] ExplainedBorder border(const AtBorder& border) const;
  [[nodiscard]] ExplainedRemedy remedy(const Remedy& remedy) const;
  [[nodiscard]] std::string opText(OpId imported) const;
  [[nodiscard]] std::string shardingText(AttrId sharding) const;
  [[nodiscard]] LineColumn lineOf(OpId opened) const;

  PlanIndex index_;
  const Outline& outline_;
};

/// Reads `x` or `x:(1)2` as an axis of the value's mesh; `problem` says why not.
std::optional<AxisRef> readAxis(const Module& module, std::string_view text, std::string* problem);

std::string explanationText(const Explanation& explanation);
std::string explanationJson(const Explanation& explanation);

}  // namespace shardlens
