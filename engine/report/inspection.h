#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/outline/outline.h"
#include "engine/sharding/sharding.h"

namespace shardlens {

/// What a program holds, at a glance.
struct Inspection {
  struct MeshInfo {
    std::string name;
    std::vector<std::pair<std::string, std::int64_t>> axes;
    std::int64_t devices = 1;
  };
  /// One sharding that a person (or the tracer for them) wrote.
  struct Annotation {
    std::string path;  ///< of the value
    std::string kind;  ///< argument, result, operation or constraint
    std::string type;
    std::string sharding;
    LineColumn at;
  };
  struct FunctionInfo {
    std::string name;
    bool isPublic = true;
    std::uint32_t arguments = 0, results = 0, ops = 0, calls = 0;  ///< `calls`: how many call operations name it
  };
  struct Count {
    std::string name;
    std::uint32_t count = 0;
  };
  struct Tensor {
    std::string path;
    std::string type;
    std::int64_t bytes = 0;  ///< of the whole tensor
    std::string sharding;    ///< as written; empty where none
  };
  std::vector<MeshInfo> meshes;
  std::vector<Annotation> annotations;
  std::vector<FunctionInfo> functions;
  std::vector<Count> operations;  ///< by kind, most frequent first
  std::vector<Tensor> largest;
  std::uint32_t ops = 0, values = 0;
};

/// Looks through the module; `largest` is the number of largest tensors to list.
Inspection inspect(const Module& module, const Outline& outline, std::size_t largest = 10);

/// The inspection for people: aligned text with units.
std::string inspectionText(const Inspection& inspection);
/// The same as JSON, two spaces a level, keys in a fixed order.
std::string inspectionJson(const Inspection& inspection);

/// The outline as an indented tree with operation counts, `depth` levels deep.
std::string outlineText(const Outline& outline, unsigned depth);
/// The outline as JSON: `name`, `kind`, `ops`, `children` of each box (leaves have an empty list), from the root's function on; `note`
/// where something could not be told.
std::string outlineJson(const Module& module, const Outline& outline);

}  // namespace shardlens
