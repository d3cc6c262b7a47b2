#pragma once

#include "engine/session/edit_state.h"
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
  std::shared_ptr<const EditBase> base;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> saidByDialects;  ///< what propagation would say of operations whose dialect has its entry in `diagnostics`
  Timings timings;
};

/// Reads `path` and makes its hierarchy; null with diagnostics, or without any when cancelled.
std::shared_ptr<Program> openProgram(const std::string& path, Diagnostics& diagnostics, Progress* progress);

/// Rules of all operations that have one, by OpId.
std::shared_ptr<const std::vector<AttrId>> allRules(Module& module, bool conservative);

}  // namespace shardlens
