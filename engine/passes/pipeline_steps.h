#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "engine/passes/pipeline.h"

namespace shardlens {

/// Appends passes to a pipeline; the files that one run writes are numbered through all its parts.
class PipelineSteps {
 public:
  PipelineSteps(Pipeline& target, std::string dumpDirectory, std::int64_t firstDump)
      : target_(target), dumpDirectory_(std::move(dumpDirectory)), nextDump_(firstDump) {}

  void add(std::string_view pass, std::initializer_list<std::pair<std::string_view, std::string>> options = {}) {
    target_.append(pass, options);
  }
  /// Appends the pass that saves the module as `NN.NAME.mlir`, where a directory was given.
  void dump(std::string_view name);
  /// Refuses `option`, which needs what is not there.
  void refuse(std::string_view option, std::string_view why);

  [[nodiscard]] const std::string& dumpDirectory() const { return dumpDirectory_; }
  [[nodiscard]] std::int64_t nextDump() const { return nextDump_; }

 private:
  Pipeline& target_;
  std::string dumpDirectory_;
  std::int64_t nextDump_;
};

/// What the parts of the propagation pipeline may be asked to do.
struct PipelineChoices {
  bool dedupFunctionsFully = false;
  bool gatherScatterBatching = false;
  bool keepRules = false;
  bool origins = false, edges = false;  ///< debug information of propagation
  bool avoidExportForPartitioning = false;
  bool insertCollectives = false;
  bool removeGatherAndScatterForCmv1 = false;
  bool updateNonDivisible = true;
  bool inlineMeshes = true;
};

/// The passes before propagation, up to the data-flow edges.
void addImportSteps(PipelineSteps& steps, const PipelineChoices& choices);
/// The passes after propagation, from the merging of constants on.
void addExportSteps(PipelineSteps& steps, const PipelineChoices& choices);

inline std::string flagText(bool value) { return value ? "true" : "false"; }

}  // namespace shardlens
