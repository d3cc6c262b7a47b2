#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/outline/block_graph.h"

namespace shardlens {

/// The operations that make one new parameter and its states, and where they belong.
struct UpdateComponent {
  std::vector<std::uint32_t> path;  ///< scopes of the layer that the parameter serves
  std::string parameter;            ///< the parameter's name; empty where no parameter takes part
};

struct UpdateOwners {
  std::vector<UpdateComponent> components;
  std::vector<std::uint32_t> componentOf;  ///< by item: UINT32_MAX for what all parameters share
  std::vector<bool> beforeNorm;            ///< by item: a scalar that gradients make (their global norm) waits for it, or it is that scalar
};

/// Whether the type has one element, or is no tensor.
bool isScalar(const Context& context, TypeId type);

/// Takes the update apart: operations joined by tensors that are no scalars belong together; scalars (learning rate, norm, step count)
/// and what is made of scalars alone join nothing. `ownerPath(item)` gives the scopes of the layer around an item outside the update.
UpdateOwners findUpdateOwners(const Module& module, const BlockGraph& graph, const std::vector<bool>& update,
                              const std::function<std::vector<std::uint32_t>(std::uint32_t)>& ownerPath);

}  // namespace shardlens
