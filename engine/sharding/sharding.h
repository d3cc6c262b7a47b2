#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// A mesh axis or a part of one. `preSize` is the product of the sizes of more major parts; both are 0 for a full axis.
struct AxisRef {
  StrId name;
  std::int64_t preSize = 0;
  std::int64_t size = 0;
  [[nodiscard]] bool isFull() const { return size == 0; }
  bool operator==(const AxisRef&) const = default;
};

struct MeshAxis {
  StrId name;
  std::int64_t size = 1;
  bool operator==(const MeshAxis&) const = default;
};

/// Axes from major to minor and, where the order is not iota, the device ids. No axes and one device id: a maximal mesh.
struct Mesh {
  std::vector<MeshAxis> axes;
  std::vector<std::int64_t> deviceIds;

  [[nodiscard]] bool isMaximal() const { return axes.empty() && deviceIds.size() == 1; }
  [[nodiscard]] std::int64_t deviceCount() const;
  [[nodiscard]] int axisIndex(StrId name) const;                 ///< -1 where there is none
  [[nodiscard]] std::int64_t axisSize(StrId name) const;         ///< 0 where there is none
  [[nodiscard]] std::int64_t sizeOf(const AxisRef& axis) const { return axis.isFull() ? axisSize(axis.name) : axis.size; }
  bool operator==(const Mesh&) const = default;
};

/// Axes of one dimension, major to minor; an open dimension may be sharded further by propagation.
struct DimSharding {
  std::vector<AxisRef> axes;
  bool closed = false;
  std::optional<std::int64_t> priority;
  bool operator==(const DimSharding&) const = default;
};

enum class ReductionOp : std::uint8_t { Sum, Max, Min };  // values as in Shardy's enum; extended with it

/// Decoded form of an interned `#sdy.sharding`.
struct TensorSharding {
  AttrId mesh;  ///< SymbolRef or SdyMesh
  std::vector<DimSharding> dims;
  std::vector<AxisRef> replicated;
  std::vector<AxisRef> unreduced;
  ReductionOp reduction = ReductionOp::Sum;
  bool operator==(const TensorSharding&) const = default;
};

// Decoding and interning. `encode` and `decode` are inverse to each other.
AxisRef decodeAxisRef(Context& c, AttrId axis);
AttrId encodeAxisRef(Context& c, const AxisRef& axis);
Mesh decodeMesh(Context& c, AttrId mesh);
AttrId encodeMesh(Context& c, const Mesh& mesh);
TensorSharding decodeSharding(Context& c, AttrId sharding);
AttrId encodeSharding(Context& c, const TensorSharding& sharding);
/// A SdyShardingPerValue of these shardings.
AttrId encodePerValue(Context& c, const std::vector<AttrId>& shardings);

/// `#sdy.op_sharding_rule`: which dimensions belong to which factor.
enum class FactorKind : std::uint8_t { PassThrough, Reduction, NeedReplication, Permutation };
using DimMapping = std::vector<std::int64_t>;      ///< factor indices, major to minor
using TensorMapping = std::vector<DimMapping>;     ///< a mapping per dimension
struct ShardingRule {
  std::vector<std::int64_t> factorSizes;
  std::vector<TensorMapping> operands;
  std::vector<TensorMapping> results;
  std::vector<std::int64_t> reduction;             ///< sorted factor indices
  std::vector<std::int64_t> needReplication;
  std::vector<std::int64_t> permutation;
  std::vector<std::int64_t> blockedPropagation;
  bool custom = false;
  [[nodiscard]] FactorKind kind(std::int64_t factor) const;
  bool operator==(const ShardingRule&) const = default;
};
ShardingRule decodeRule(Context& c, AttrId rule);
AttrId encodeRule(Context& c, const ShardingRule& rule);

// Relations of axes (mesh gives the sizes of full axes).
bool overlaps(const AxisRef& a, const AxisRef& b);
bool contains(const AxisRef& outer, const AxisRef& inner);
bool canCoexist(const AxisRef& a, const AxisRef& b);
bool prefixOf(const AxisRef& a, const AxisRef& b);               ///< a == b, or b splits into a and a more minor part
bool strictPrefixOf(const AxisRef& a, const AxisRef& b);
bool suffixOf(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// Axis order of a mesh: by axis index, then by pre-size.
std::weak_ordering compareInMesh(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// `a` and `b` as one axis when b directly follows a as a more minor part of the same axis.
std::optional<AxisRef> merged(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// Largest prefix of `a` that overlaps none of `others`; nullopt where nothing is left.
std::optional<AxisRef> prefixWithoutOverlap(const AxisRef& a, const AxisRef& b, const Mesh& mesh);

/// Product of the axes' sizes.
std::int64_t shardedSize(const std::vector<AxisRef>& axes, const Mesh& mesh);
/// Size of dimension `dim` on one chip (rounded up where it does not divide); kDynamic stays.
std::int64_t localSize(std::int64_t size, const DimSharding& dim, const Mesh& mesh);
/// The ranked tensor type that one chip holds.
TypeId localType(Context& c, TypeId tensor, const TensorSharding& sharding, const Mesh& mesh);

/// Meshes of a module by symbol name.
class MeshTable {
 public:
  explicit MeshTable(const Module& module);
  /// Mesh that `meshOrRef` (SymbolRef or SdyMesh) names; null where it names none.
  [[nodiscard]] const Mesh* find(AttrId meshOrRef) const;
  [[nodiscard]] const Mesh* find(std::string_view name) const;
  struct Entry {
    std::string_view name;
    OpId op;
    Mesh mesh;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  const Module& module_;
  std::vector<Entry> entries_;
  mutable std::vector<std::pair<AttrId, std::unique_ptr<Mesh>>> inlined_;
};

// Where the shardings of values stand in the text.
/// Sharding written for a value: on its operation's `sdy.sharding` (per value), a function argument's attribute, or a region argument's owner; invalid where none.
AttrId shardingOf(const Module& module, ValueId value);
/// Writes it there (invalid: removes it); values that cannot carry one are left alone.
void setSharding(Module& module, ValueId value, AttrId sharding);
/// `sdy.sharding` of result `index` of a function.
AttrId funcResultSharding(const Module& module, OpId func, std::uint32_t index);
void setFuncResultSharding(Module& module, OpId func, std::uint32_t index, AttrId sharding);

/// Index of the box of dimension `d` that device `device` holds: (start, size) per dimension of the whole tensor.
struct Slice {
  std::int64_t start = 0, size = 0;
  bool operator==(const Slice&) const = default;
};
/// Box of `shape` that the chip at `position` in the mesh (row-major over its axes) holds, one Slice a dimension.
std::vector<Slice> sliceOfDevice(const std::vector<std::int64_t>& shape, const TensorSharding& sharding, const Mesh& mesh, std::int64_t position);

}  // namespace shardlens
