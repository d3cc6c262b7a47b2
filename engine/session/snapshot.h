#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/outline/outline.h"
#include "engine/plan/plan.h"
#include "engine/session/annotation.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

/// Bytes of a box's tensors that each axis splits, as shares of all its bytes; an axis is named by its index in its mesh.
struct BoxShares {
  static constexpr std::size_t kAxes = 8;
  std::array<float, kAxes> share{};
};

struct Timings {
  double read = 0, outline = 0, propagate = 0;  ///< milliseconds of the stages
  double edit = 0;                              ///< from the edit's arrival to this snapshot; 0 after opening
};

struct ShownMoment;

/// A constraint of the text that is taken out: what used its result uses its input.
struct LeftOut {
  ValueId result, input;
};

/// All that one state of a document shows. Immutable: any thread may look at it.
struct Snapshot {
  std::uint64_t number = 0;  ///< grows with every snapshot of a document
  SourcePtr source;
  std::shared_ptr<const Module> module;   ///< the program with the edits' annotations; operations and values as opened
  std::shared_ptr<const Module> written;  ///< what is saved: with the constraints and groups that edits inserted or left out
  PlanPtr plan;                           ///< what propagation makes of it, through calls and loops, with every step
  std::shared_ptr<const Outline> outline;
  std::shared_ptr<const LevelEdges> rootEdges;  ///< dataflow of the first level
  std::shared_ptr<const MeshTable> meshes;
  std::vector<AttrId> shardings;                     ///< by ValueId, of the plan; invalid where none
  std::shared_ptr<const std::vector<AttrId>> rules;  ///< by OpId; invalid where the operation has none
  std::vector<BoxShares> shares;                     ///< by BoxId
  std::vector<Diagnostic> diagnostics;
  std::vector<ValueId> changed;  ///< values whose sharding, or whose part on a chip, differs from the snapshot before
  std::shared_ptr<const std::vector<Annotation>> annotations;  ///< all that a person wrote, by ascending key
  std::vector<LeftOut> leftOut;                                ///< in the order of the text
  std::vector<Edit> edits;                                     ///< those in force, oldest first
  std::size_t undone = 0;                                      ///< edits that redo would bring back
  Timings timings;
  std::shared_ptr<const ShownMoment> moment;  ///< set where the shardings are those of a past moment of the plan

  [[nodiscard]] const Context& context() const { return module->context(); }
  [[nodiscard]] AttrId shardingOf(ValueId value) const { return value.value < shardings.size() ? shardings[value.value] : AttrId(); }
  /// Sharding that a person wrote for `value`, in the text or by an edit; invalid where propagation alone gave it.
  [[nodiscard]] AttrId writtenSharding(ValueId value) const;
  /// The value that is used where the text uses `value`: its input, where that is a constraint that is left out.
  [[nodiscard]] ValueId standing(ValueId value) const;
  /// The annotation with this key; null where there is none.
  [[nodiscard]] const Annotation* annotation(const AnnotationKey& key) const;
  [[nodiscard]] AttrId ruleOf(OpId op) const { return op.value < rules->size() ? (*rules)[op.value] : AttrId(); }
  /// True for an operation whose tensors go on but at which propagation ends, since it has no sharding rule.
  [[nodiscard]] bool endsWithoutRule(OpId op) const;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// Decoded sharding of a value after propagation; no dims where it has none.
TensorSharding shardingAt(const Snapshot& snapshot, ValueId value);
/// Shape of the part that a chip holds; empty where the tensor's has no static shape.
std::vector<std::int64_t> chipShape(const Snapshot& snapshot, ValueId value);
/// Whether both have the same meshes by name.
bool sameMeshes(const Snapshot& a, const Snapshot& b);

}  // namespace shardlens
