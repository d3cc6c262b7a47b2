#pragma once

#include <memory>
#include <vector>

#include "engine/session/edit_state.h"

namespace shardlens {

/// A program with its edits written into it.
struct WrittenProgram {
  std::shared_ptr<const Module> module;   ///< operations and values as opened; only attributes differ
  std::shared_ptr<const Module> written;  ///< with constraints and groups inserted or left out; ids of the opened program stay valid
  std::vector<Annotation> annotations;
};

/// Writes what `state` comes to; annotations that are switched off or in trouble are left out.
WrittenProgram writeEdits(const EditState& state);

}  // namespace shardlens
