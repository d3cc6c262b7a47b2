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
  /// A planner and the annotations that it last started with.
  struct Started {
    explicit Started(const EditState& s) : state(s) {}
    Started(const Started& like, const EditState& s) : state(s), annotations(like.annotations), planner(like.planner, s.options()) {}
    EditState state;  ///< only its meshes, names and options
    std::vector<Annotation> annotations;
    Planner planner;
  };
  PlanPtr plan(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, std::string* problem, Progress* progress);
  void keep(std::unique_ptr<Started> started);
  PlanPtr start(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, std::string* problem, Progress* progress);
  bool followable(Started& from, const EditState& state, const WrittenProgram& written, std::vector<ShardingOverride>* values,
                  std::vector<FuncResultSharding>* results) const;
  [[nodiscard]] bool isConstraint(ValueId value) const;
  std::vector<LeftOut> leftOut(const Module& written);
  void fill(Snapshot& snapshot, const EditState& state, const Snapshot* before);

  std::shared_ptr<const Program> program_;
  std::vector<std::unique_ptr<Started>> started_;  ///< the latest first: what is undone, or switched on and off, is met again
  std::optional<BoxShareMaker> shares_;
  std::optional<std::vector<OpId>> constraints_;  ///< of the text, made when asked for
  std::shared_ptr<const std::vector<AttrId>> conservativeRules_;
};

}  // namespace shardlens
