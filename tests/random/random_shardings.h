#pragma once

#include <string>
#include <vector>

#include "tests/random/dice.h"
#include "tests/random/random_program.h"

namespace shardlens::random {

struct Tensor {
  std::vector<std::int64_t> shape;
  std::string element = "f32";

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::int64_t elements() const;
  bool operator==(const Tensor&) const = default;
};
inline bool isFloat(const Tensor& type) { return type.element == "f32" || type.element == "bf16"; }

struct Axis {
  std::string name;
  std::int64_t size = 1;
};

struct RandomMesh {
  std::string name;
  std::vector<Axis> axes;
  std::string definition;
};

/// Makes meshes and shardings on them.
class Shardings {
 public:
  Shardings(Dice& dice, const Options& options);

  [[nodiscard]] std::string definitions() const;
  /// `#sdy.sharding<@mesh, [...]>` without the word in front, for a tensor; axes in `taken` are not used.
  std::string sharding(const Tensor& tensor, const std::vector<std::string>& taken);
  /// The mesh that most shardings use; computations with manual axes stand on it.
  [[nodiscard]] const RandomMesh& mainMesh() const { return meshes_.front(); }

 private:
  RandomMesh makeMesh(int number);
  std::string dimension(std::int64_t size, std::vector<Axis>& free);
  std::string listOf(std::vector<Axis>& free, int most);

  Dice& dice_;
  const Options& options_;
  std::vector<RandomMesh> meshes_;
};

}  // namespace shardlens::random
