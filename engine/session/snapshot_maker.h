#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/plan/planner.h"
#include "engine/session/box_shares.h"
#include "engine/session/pipeline.h"
#include "engine/session/written_program.h"

namespace shardlens {

/// Why no snapshot was made: the edit that has no place (by its number) and what is wrong with it.
struct EditRefusal {
  std::size_t edit = 0;
  std::string why;
};

/// Makes the snapshots of one program, one after the other, with what stays the same between them.
class SnapshotMaker {
 public:
  explicit SnapshotMaker(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  /// The program with `edits` in force, and its plan. `before` gives what changed. Null when cancelled or when an edit is refused, which
  /// `refusal` then says.
  std::shared_ptr<Snapshot> make(const std::vector<Edit>& edits, const Snapshot* before, EditRefusal* refusal, Progress* progress);

 private:
  std::optional<EditState> fold(const std::vector<Edit>& edits, EditRefusal* refusal) const;
  PlanPtr plan(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, std::string* problem, Progress* progress);
  bool followable(const EditState& state, const WrittenProgram& written, std::vector<ShardingOverride>* values,
                  std::vector<FuncResultSharding>* results);
  /// Operation of `written` on which the annotation stands; of the program last started with where an edit inserted it.
  [[nodiscard]] OpId carrierOf(const Module& written, const AnnotationKey& key) const;
  [[nodiscard]] bool isConstraint(ValueId value) const;
  void fill(Snapshot& snapshot, const EditState& state, const Snapshot* before);

  std::shared_ptr<const Program> program_;
  Planner planner_;
  std::optional<EditState> started_;  ///< what the planner last started with
  std::vector<Annotation> startedWith_;
  std::optional<BoxShareMaker> shares_;
  std::shared_ptr<const std::vector<AttrId>> conservativeRules_;
};

}  // namespace shardlens
