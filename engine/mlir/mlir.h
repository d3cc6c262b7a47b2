#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/ir/module.h"
#include "engine/support/diagnostics.h"
#include "engine/support/progress.h"

namespace shardlens {

struct ReadOptions {
  /// Unknown operations, attributes and types of unknown dialects are kept; without it they are errors, as in the reference.
  bool allowUnknownDialects = false;
  /// Run the verifier after reading.
  bool verify = true;
  Progress* progress = nullptr;
};

/// Deepest nesting of regions, types and attributes that is read; deeper text is refused with an error at its place.
inline constexpr unsigned kDeepestNesting = 10000;

/// Reads StableHLO + sdy text, pretty or generic. Null when there were errors, which are in `diagnostics`.
std::unique_ptr<Module> readModule(SourcePtr source, std::shared_ptr<Context> context, const ReadOptions& options,
                                   Diagnostics& diagnostics);

/// Reads one attribute (`#sdy.sharding<...>`) or type that stands alone in `source`; invalid with diagnostics otherwise.
AttrId readAttribute(SourcePtr source, Context& context, Diagnostics& diagnostics);
TypeId readType(SourcePtr source, Context& context, Diagnostics& diagnostics);

struct PrintOptions {
  bool debugInfo = false;                   ///< locations (-mlir-print-debuginfo)
  bool genericForm = false;                 ///< -mlir-print-op-generic
  bool localScope = false;                  ///< -mlir-print-local-scope: no aliases
  std::int64_t elideElementsIfLarger = -1;  ///< -mlir-elide-elementsattrs-if-larger; -1: never
};

/// Writes the module as the reference prints it. `sink` gets the text piece by piece (some 64 KiB each). Interns nothing but locations.
void printModule(const Module& module, const PrintOptions& options, const std::function<void(std::string_view)>& sink);
std::string printModule(const Module& module, const PrintOptions& options = {});
std::string printAttribute(const Context& context, AttrId attr);
std::string printType(const Context& context, TypeId type);
/// One operation without its surroundings (its operands named as in the whole module when `module` is printed).
std::string printOperation(const Module& module, OpId op, const PrintOptions& options = {});

}  // namespace shardlens
