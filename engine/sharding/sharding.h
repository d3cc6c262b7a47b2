#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <mutex>
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
  [[nodiscard]] int axisIndex(StrId name) const;          ///< -1 where there is none
  [[nodiscard]] std::int64_t axisSize(StrId name) const;  ///< 0 where there is none
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
AxisRef decodeAxisRef(const Context& c, AttrId axis);
AttrId encodeAxisRef(Context& c, const AxisRef& axis);
Mesh decodeMesh(const Context& c, AttrId mesh);
AttrId encodeMesh(Context& c, const Mesh& mesh);
TensorSharding decodeSharding(const Context& c, AttrId sharding);
AttrId encodeSharding(Context& c, const TensorSharding& sharding);
/// A SdyShardingPerValue of these shardings.
AttrId encodePerValue(Context& c, const std::vector<AttrId>& shardings);

/// `#sdy.op_sharding_rule`: which dimensions belong to which factor.
enum class FactorKind : std::uint8_t { PassThrough, Reduction, NeedReplication, Permutation };
using DimMapping = std::vector<std::int64_t>;   ///< factor indices, major to minor
using TensorMapping = std::vector<DimMapping>;  ///< a mapping per dimension
struct ShardingRule {
  std::vector<std::int64_t> factorSizes;
  std::vector<TensorMapping> operands;
  std::vector<TensorMapping> results;
  std::vector<std::int64_t> reduction;  ///< sorted factor indices
  std::vector<std::int64_t> needReplication;
  std::vector<std::int64_t> permutation;
  std::vector<std::int64_t> blockedPropagation;
  bool custom = false;
  [[nodiscard]] FactorKind kind(std::int64_t factor) const;
  bool operator==(const ShardingRule&) const = default;
};
ShardingRule decodeRule(Context& c, AttrId rule);
AttrId encodeRule(Context& c, const ShardingRule& rule);

/// Name of a factor in the text: `i` to `z`, then `z_1`, `z_2`, ...
std::string factorSymbol(std::int64_t factor);

// Relations of axes (mesh gives the sizes of full axes).
bool overlaps(const AxisRef& a, const AxisRef& b);
bool overlaps(const std::vector<AxisRef>& a, const std::vector<AxisRef>& b);
bool contains(const AxisRef& outer, const AxisRef& inner);
/// True when the common part and the rest of both are whole sub-axes; sub-axes of different axes always can.
bool canCoexist(const AxisRef& a, const AxisRef& b);
bool prefixOf(const AxisRef& a, const AxisRef& b);  ///< a == b, or b splits into a and a more minor part
bool strictPrefixOf(const AxisRef& a, const AxisRef& b);
bool suffixOf(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
bool strictSuffixOf(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// Axis order of a mesh: by axis index, then by pre-size.
std::weak_ordering compareInMesh(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// True when b directly follows a as a more minor sub-axis of the same axis.
bool canMerge(const AxisRef& a, const AxisRef& b);
/// `a` and `b` as one axis when b directly follows a as a more minor part of the same axis.
std::optional<AxisRef> merged(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// The part that both have; nullopt where they have none or cannot coexist.
std::optional<AxisRef> overlapOf(const AxisRef& a, const AxisRef& b);
/// Largest prefix of `a` that does not overlap `b`; nullopt where nothing is left or they cannot coexist.
std::optional<AxisRef> prefixWithoutOverlap(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// Largest prefix of `a` that overlaps none of `others`; nullopt where nothing is left.
std::optional<AxisRef> prefixWithoutOverlap(const AxisRef& a, const std::vector<AxisRef>& others, const Mesh& mesh);
/// Largest suffix of `a` that does not overlap `b`; nullopt where nothing is left or they cannot coexist.
std::optional<AxisRef> suffixWithoutOverlap(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
/// The one of both that is a prefix of the other; nullopt where neither is or they cannot coexist.
std::optional<AxisRef> greatestCommonPrefix(const AxisRef& a, const AxisRef& b);

// Lists of axes.
/// Appends `axis`, as one with the last where that is directly more major.
void addOrMerge(std::vector<AxisRef>& axes, const AxisRef& axis, const Mesh& mesh);
/// Sorts by mesh order and merges what follows directly; the axes must not overlap.
void sortAndMerge(std::vector<AxisRef>& axes, const Mesh& mesh);
/// What is left of `axes` without `minus`, split where needed.
std::vector<AxisRef> difference(const std::vector<AxisRef>& axes, const std::vector<AxisRef>& minus, const Mesh& mesh);
/// `"x"`, `"x":(2)4`.
std::string axisText(const Context& c, const AxisRef& axis);

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
  mutable std::mutex inlining_;  ///< any thread may ask
  mutable std::vector<std::pair<AttrId, std::unique_ptr<Mesh>>> inlined_;
};

// Where the shardings of values stand in the text.
/// Sharding written for a value: on its operation's `sdy.sharding` (per value), a function argument's attribute, or a region argument's
/// owner; invalid where none.
AttrId shardingOf(const Module& module, ValueId value);
/// Writes it there (invalid: removes it); values that cannot carry one are left alone.
void setSharding(Module& module, ValueId value, AttrId sharding);
/// `sdy.sharding` of result `index` of a function.
AttrId funcResultSharding(const Module& module, OpId func, std::uint32_t index);
void setFuncResultSharding(Module& module, OpId func, std::uint32_t index, AttrId sharding);

/// The value that carries the sharding for `value`: a data-flow edge's result for its targets, a while's result for its region arguments,
/// the value itself where it carries its own; invalid for values that cannot have one (arguments of a reduction's body).
ValueId shardableValue(const Module& module, ValueId value);
/// Sharding of `mesh` that shards and closes nothing (or closes everything) on `rank` dimensions.
AttrId replicatedSharding(Context& c, std::size_t rank, AttrId mesh, bool closed);
/// A sharding at the border of a manual computation without its manual axes (as seen inside), or with these only.
TensorSharding withoutManualAxes(const TensorSharding& sharding, const std::vector<StrId>& manualAxes);
TensorSharding onlyManualAxes(const TensorSharding& sharding, const std::vector<StrId>& manualAxes);
/// A border sharding whose free axes are those of `inner`.
TensorSharding withFreeAxesOf(const TensorSharding& border, const TensorSharding& inner, const std::vector<StrId>& manualAxes);
/// `manual_axes` of a manual computation.
std::vector<StrId> manualAxesOf(const Module& module, OpId op);

/// Range of one dimension that a chip holds; empty where padding fills all of it.
struct Slice {
  std::int64_t start = 0, size = 0;
  bool operator==(const Slice&) const = default;
};
/// Box of `shape` that the chip at `position` in the mesh (row-major over its axes) holds, one Slice a dimension.
std::vector<Slice> sliceOfDevice(const std::vector<std::int64_t>& shape, const TensorSharding& sharding, const Mesh& mesh,
                                 std::int64_t position);

}  // namespace shardlens
