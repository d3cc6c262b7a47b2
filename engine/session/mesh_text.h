#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// A mesh as a person writes it, free of any context.
struct MeshText {
  struct Axis {
    std::string name;
    std::int64_t size = 1;
    bool operator==(const Axis&) const = default;
  };
  std::vector<Axis> axes;
  std::vector<std::int64_t> deviceIds;  ///< empty where the order is 0, 1, 2 ...
  bool operator==(const MeshText&) const = default;

  [[nodiscard]] std::int64_t deviceCount() const;
};

/// `["data"=2, "model"=4], device_ids=[1, 0, ...]`
std::string printMesh(const MeshText& mesh);
struct ReadMesh {
  std::optional<MeshText> value;
  std::string problem;  ///< why it was refused, for a person
};
/// Reads what printMesh writes and checks it: names are told apart, sizes are positive, each device stands once.
ReadMesh readMesh(std::string_view text);
std::string checkMesh(const MeshText& mesh);

MeshText toText(const Context& context, const Mesh& mesh);
Mesh toMesh(Context& context, const MeshText& mesh);

}  // namespace shardlens
