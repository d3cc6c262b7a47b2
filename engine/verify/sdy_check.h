#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/sharding/sharding.h"
#include "engine/verify/infer.h"
#include "engine/verify/verifier.h"

namespace shardlens {

/// Meshes by module and name, and what was found good: real programs check few shardings many times.
struct Verifier::SdyMemory {
  std::unordered_map<std::uint64_t, std::unique_ptr<Mesh>> meshes;  ///< key: module operation and mesh attribute; null: there is none
  std::unordered_set<std::uint64_t> good;                           ///< key: module-level sharding and type
};

/// Where a sharding stands, for messages: `before` (`result `, `arg `, ...), then the value's index and a dash where it is one of several.
struct CheckedPlace {
  Verifier& v;
  OpId op;
  std::string_view before;
  enum class Index : std::uint8_t { None, Dash, Number } style = Index::None;
  std::size_t index = 0;
  /// Reports `'NAME' op PLACE MESSAGE`; always false.
  bool fail(std::string_view message) const;
};

/// The module around `op`, itself not counted.
OpId enclosingModule(const Module& m, OpId op);
/// Mesh that a sharding on `op` refers to, in the module around `op`; null where it names none.
const Mesh* meshFor(Verifier& v, OpId op, AttrId meshOrRef);
/// Mesh of a sharding (a SdyTensorSharding attribute).
const Mesh* meshOfSharding(Verifier& v, OpId op, AttrId sharding);

/// A sharding against mesh, type and manual axes around; `type` is invalid where there is no value.
bool checkSharding(const CheckedPlace& place, AttrId sharding, TypeId type);
/// Shardings of several values; `before` as in CheckedPlace.
bool checkShardings(Verifier& v, OpId op, AttrId perValue, std::span<const TypeId> types, std::string_view before);
/// The shardings' common mesh, empty ones passed over; null where they differ or there is none.
const Mesh* commonMesh(Verifier& v, OpId op, std::span<const AttrId> shardings);

/// Axes seen so far in one sharding or collective.
struct SeenAxes {
  std::vector<AxisRef> all, parts;
};
/// Known names, no axis twice, neighbours that cannot be merged.
bool checkAxes(const CheckedPlace& place, const std::vector<AxisRef>& axes, const Mesh& mesh, SeenAxes* seen);
/// As `checkAxes`, and in the mesh's order; `name` is said of unordered ones.
bool checkSortedAxes(const CheckedPlace& place, const std::vector<AxisRef>& axes, const Mesh& mesh, SeenAxes* seen, std::string_view name);

/// Sub-axes that divide their axis, overlap nothing and are not a whole axis.
bool checkParts(const CheckedPlace& place, const Mesh& mesh, const SeenAxes& seen);

/// What happens to unreduced axes between the shardings of an operand and a result: which kinds may begin and end here (nothing: none may).
bool checkUnreducedTransition(Verifier& v, OpId op, AttrId from, AttrId to, std::optional<ReductionOp> begins,
                              std::optional<ReductionOp> ends);

bool checkShardingRule(Verifier& v, OpId op, AttrId rule);
bool checkPropagationEdges(Verifier& v, OpId op, AttrId edges);
bool verifySdyCollective(Verifier& v, OpId op);
bool verifySdyCollectiveAxes(Verifier& v, OpId op);
bool verifySdyManualComputation(Verifier& v, OpId op);
bool verifySdyManualSymbols(Verifier& v, OpId op);
bool verifySdyNamedSymbols(Verifier& v, OpId op);

/// The manual computation around `op` (itself not counted) that has `axis` among its manual axes, the outermost; invalid where none has.
OpId manualOwner(const Module& m, OpId op, StrId axis);
bool failBoundAxis(const CheckedPlace& place, std::string_view axis, OpId owner);
std::string quotedNames(const Context& c, const std::vector<AxisRef>& axes);  ///< `["x", "y":(1)2]`
std::string_view reductionName(ReductionOp op);

}  // namespace shardlens
