#pragma once

#include <string>
#include <unordered_map>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// An axis that got another name.
struct AxisRename {
  std::string mesh, from, to;
  bool operator==(const AxisRename&) const = default;
};

/// Puts the new name of an axis into attributes that speak of its mesh; equal attributes are rewritten once.
class AxisRenamer {
 public:
  AxisRenamer(Context& context, const AxisRename& rename) : c_(context), rename_(rename) {}

  /// `attr` with the axis renamed; `inside`: axes that it names without naming a mesh are of the renamed axis' mesh.
  AttrId rewrite(AttrId attr, bool inside = false);
  /// Renames the axis in all attributes of all operations but the meshes.
  void rewriteAll(Module& module);

 private:
  AttrId made(AttrId attr, bool inside);
  [[nodiscard]] bool namesMesh(AttrId attr) const;
  [[nodiscard]] bool speaksOfMesh(const Module& module, OpId op) const;

  Context& c_;
  const AxisRename& rename_;
  std::unordered_map<AttrId, AttrId> known_[2];
};

}  // namespace shardlens
