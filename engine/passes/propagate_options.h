#pragma once

#include "engine/passes/pass.h"
#include "engine/propagation/propagation.h"

namespace shardlens {

// The options that propagation passes share, as rows for their tables.
inline constexpr PassOption kKeepRulesOption{"keep-sharding-rules", OptionType::Flag, "false",
                                             "whether to keep existing and created op sharding rules"};
inline constexpr PassOption kDumpOption{"module-dump-directory", OptionType::Text, "",
                                        "where to write the module after each user priority"};
inline constexpr PassOption kDumpIndexOption{"module-dump-index", OptionType::Integer, "0",
                                             "number that the names of files in module-dump-directory begin with"};
inline constexpr PassOption kConservativeOption{"conservative-propagation", OptionType::Flag, "false",
                                                "whether to disallow split axes and non-divisible sharding axes during propagation"};
inline constexpr PassOption kOriginsOption{"debug-sharding-origins", OptionType::Flag, "false",
                                           "whether to save on every sharding where its axes come from"};
inline constexpr PassOption kEdgesOption{"debug-propagation-edge-sharding", OptionType::Flag, "false",
                                         "whether to save the edges along which each axis spread"};
inline constexpr PassOption kStrategyOption{"propagation-strategy", OptionType::Text, "aggressive",
                                            "which factor propagation strategy to use: basic, aggressive, basic-then-aggressive"};
inline constexpr PassOption kOpPriorityOption{"run-op-priority-propagation", OptionType::Flag, "true",
                                              "whether to run (or skip) op-priority propagation"};

/// Reads the options that the pass has into `options`; false with a diagnostic where the strategy is unknown.
bool readPropagationOptions(const PassRun& run, PropagationOptions& options);

/// Propagates with the options of the pass laid over `options`.
bool runPropagation(const PassRun& run, PropagationOptions options);

}  // namespace shardlens
