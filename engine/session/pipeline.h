#pragma once

#include "engine/session/snapshot.h"

namespace shardlens {

/// What stays the same while a document is open: the program as read and what follows from its structure alone.
struct Program {
  SourcePtr source;
  std::shared_ptr<Module> module;
  std::shared_ptr<const Outline> outline;
  std::shared_ptr<const LevelEdges> rootEdges;
  std::shared_ptr<const MeshTable> meshes;
  std::shared_ptr<const std::vector<AttrId>> rules;
  std::vector<Diagnostic> diagnostics;
  Timings timings;
};

/// Reads `path` and makes its hierarchy; null with diagnostics, or without any when cancelled.
std::shared_ptr<Program> openProgram(const std::string& path, Diagnostics& diagnostics, Progress* progress);

/// The program with `edits` in force, and its plan. `before` gives what changed; null when cancelled or when an edit has no place,
/// which `problem` then says.
std::shared_ptr<Snapshot> makeSnapshot(const Program& program, const std::vector<Edit>& edits, const Snapshot* before, std::string* problem,
                                       Progress* progress);

/// Shares of the axes for every box, from the shardings of its values.
std::vector<BoxShares> boxShares(const Module& module, const Outline& outline, const std::vector<AttrId>& shardings,
                                 const MeshTable& meshes);

/// Writes `edit` into `module`; says why where it has no place there.
std::string applyEdit(Module& module, const Outline& outline, const MeshTable& meshes, const Edit& edit);

}  // namespace shardlens
