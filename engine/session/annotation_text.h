#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sharding/sharding.h"

namespace shardlens {

struct AxisText {
  std::string name;
  std::int64_t preSize = 0, size = 0;  ///< both 0 for a full axis
  bool operator==(const AxisText&) const = default;
};

struct DimText {
  std::vector<AxisText> axes;
  bool closed = true;
  std::optional<std::int64_t> priority;
  bool operator==(const DimText&) const = default;
};

/// A sharding as a person writes it, free of any context: it can be read, checked and written on any thread.
struct ShardingText {
  std::string mesh;  ///< symbol name
  std::vector<DimText> dims;
  std::vector<AxisText> replicated, unreduced;
  ReductionOp reduction = ReductionOp::Sum;
  bool operator==(const ShardingText&) const = default;
};

/// What a sharding is read against: the mesh in force and the tensor.
struct ShardingScope {
  struct Axis {
    std::string name;
    std::int64_t size = 1;
  };
  struct NamedMesh {
    std::string name;
    std::vector<Axis> axes;
  };
  std::vector<NamedMesh> meshes;  ///< the first is meant where none is named
  std::vector<std::int64_t> shape;
};

struct ReadSharding {
  std::optional<ShardingText> value;
  std::string problem;  ///< why it was refused, for a person
  std::size_t at = 0;   ///< place of the problem in the text
};

/// Reads `[{"data"}, {}]` (also within `#sdy.sharding<@mesh, ...>`) or `@sharded(axis=0, mesh="model")`, `@replicated`, `@partial`,
/// and checks it against `scope`: mesh and axes exist, none is used twice, the rank fits.
ReadSharding readSharding(std::string_view text, const ShardingScope& scope);
/// Why `sharding` does not fit `scope`; empty where it does.
std::string checkSharding(const ShardingText& sharding, const ShardingScope& scope);
/// `[{"data"}, {"model", ?}], unreduced={"x"}`: what the text field shows; the mesh is named where it is not the scope's first.
std::string printSharding(const ShardingText& sharding, const ShardingScope& scope);

ShardingText toText(const Context& context, const TensorSharding& sharding);
/// Interns `sharding`; `mesh` is the SymbolRef or mesh it stands on.
AttrId encodeText(Context& context, const ShardingText& sharding);
ShardingScope scopeOf(const Module& module, const MeshTable& meshes, ValueId value);
ShardingScope scopeOf(const Module& module, const MeshTable& meshes, TypeId type);

}  // namespace shardlens
