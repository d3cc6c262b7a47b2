#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/plan/planner.h"
#include "engine/session/pipeline.h"
#include "engine/session/written_program.h"

namespace shardlens {

/// Plans one program under one list of edits after another, each from as much of the earlier plans as it leaves true.
class Replanner {
 public:
  explicit Replanner(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  /// The plan of `written`, which `state` wrote. Null when cancelled, or when the program would not be valid: `problem` says why then.
  PlanPtr plan(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, std::string* problem, Progress* progress);

 private:
  /// A planner and the annotations that it last started with.
  struct Started {
    EditState state;  ///< only its meshes, names and options
    std::vector<Annotation> annotations;
    std::unique_ptr<Planner> planner;
    bool asRead;  ///< no constraint came or went since the text was read
  };
  /// What has to change from one list of annotations to another.
  struct Changes {
    std::vector<ShardingOverride> values;
    std::vector<FuncResultSharding> results;
    std::vector<AnnotationKey> constraints;  ///< that come or go
  };
  bool changesFrom(Started& from, const EditState& state, const WrittenProgram& written, Changes* changes) const;
  bool addChange(Started& from, const Annotation* was, const Annotation* now, Changes* changes) const;
  Started* follows(const EditState& state, const WrittenProgram& written, Changes* changes);
  Started* restructured(const EditState& state, const WrittenProgram& written, Changes* changes);
  Started* withOptions(const EditState& state, const WrittenProgram& written, Changes* changes);
  PlanPtr start(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, Progress* progress);
  /// What is wrong with the annotations that are not as `before`; each stands where nothing but its carrier depends on it.
  [[nodiscard]] std::string problemOfChanges(const std::vector<Annotation>& before, const WrittenProgram& written) const;
  Started* keep(std::unique_ptr<Started> started);
  [[nodiscard]] bool isConstraint(ValueId value) const;

  std::shared_ptr<const Program> program_;
  std::vector<std::unique_ptr<Started>> started_;  ///< the latest first: what is undone, or switched on and off, is met again
};

}  // namespace shardlens
