#pragma once

#include <deque>
#include <span>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// A sharding taken apart, with what coercion asks of it again and again.
struct KnownSharding {
  TensorSharding sharding;
  const Mesh* mesh = nullptr;  ///< null where the module has none of that name
  bool sharded = false;        ///< some dimension has an axis
  [[nodiscard]] bool maximal() const { return mesh && mesh->isMaximal(); }
};

/// Shardings of one module's values, each distinct one taken apart once.
class ShardingBook {
 public:
  explicit ShardingBook(const Module& module);

  [[nodiscard]] const Module& module() const { return module_; }
  [[nodiscard]] Context& context() const { return module_.context(); }
  [[nodiscard]] const MeshTable& meshes() const { return meshes_; }

  /// What the valid `sharding` says.
  const KnownSharding& operator[](AttrId sharding);
  /// Sharding of a value; invalid: none.
  AttrId of(ValueId value);
  /// The same, of what goes into propagation barriers where `value` comes out of some.
  AttrId behindBarriers(ValueId value);
  /// What the owner of a data-flow edge has on its own operation, edges not looked at; a manual computation's with its manual axes.
  [[nodiscard]] AttrId ofOwner(ValueId owner) const;

  /// True where the module's texts have a sharding with unreduced axes, or one of a single device.
  [[nodiscard]] bool anyUnreduced() const { return anyUnreduced_; }
  [[nodiscard]] bool anyMaximal() const { return anyMaximal_; }

  // An invalid sharding counts as a replicated one.
  bool sharded(AttrId sharding) { return sharding && (*this)[sharding].sharded; }
  bool maximal(AttrId sharding) { return sharding && (*this)[sharding].maximal(); }
  std::span<const AxisRef> unreduced(AttrId sharding);
  /// True where both leave every chip the same part: equal meshes, axes of dimensions and unreduced axes; what is closed does not count.
  bool equivalent(AttrId a, AttrId b);
  /// A sharding without axes for `value`.
  AttrId replicatedFor(ValueId value, AttrId mesh, bool closed = true) const;

 private:
  AttrId listOf(AttrId dictionary);
  [[nodiscard]] bool plainKind(OpKind kind) const;

  const Module& module_;
  MeshTable meshes_;
  std::deque<KnownSharding> known_;
  std::vector<std::uint32_t> index_;  ///< by sharding: place in known_ plus 1
  std::vector<AttrId> lists_;         ///< by dictionary: its list of shardings, itself where it has none
  bool anyUnreduced_ = false, anyMaximal_ = false;
};

}  // namespace shardlens
