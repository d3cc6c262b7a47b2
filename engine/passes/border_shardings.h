#pragma once

#include <unordered_map>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// What shardings become at the borders of functions, calls and manual computations, where whatever runs the program meets them.
class BorderShardings {
 public:
  explicit BorderShardings(const Module& module) : c_(module.context()), meshes_(module) {}

  /// The largest prefix of `sharding`, in each dimension for itself, that divides a tensor of `type` evenly; itself for what is no static
  /// tensor.
  AttrId even(AttrId sharding, TypeId type);
  /// What a person closed stays; an open dimension loses its first sub-axis and all that is more minor.
  AttrId wholeAxes(AttrId sharding);

 private:
  AttrId makeEven(AttrId sharding, TypeId type);
  AttrId makeWhole(AttrId sharding);

  Context& c_;
  MeshTable meshes_;
  std::unordered_map<std::uint64_t, AttrId> even_;  ///< by sharding and type
  std::unordered_map<AttrId, AttrId> whole_;
};

}  // namespace shardlens
