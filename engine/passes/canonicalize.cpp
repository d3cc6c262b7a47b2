#include "engine/canonical/canonicalize.h"

#include "engine/passes/passes.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

constexpr PassOption kCanonicalizeOptions[] = {
    {"top-down", OptionType::Flag, "true", "whether operations are met in their order first, not in the opposite one"},
    {"region-simplify", OptionType::Text, "normal", "how far control flow is simplified: disabled, normal or aggressive"},
    {"max-iterations", OptionType::Integer, "10", "how often all operations are met at most; -1: without a limit"},
    {"max-num-rewrites", OptionType::Integer, "-1", "how many patterns are applied in one iteration at most; -1: without a limit"},
    {"test-convergence", OptionType::Flag, "false", "whether it is an error when the last iteration still found something to do"},
    {"disable-patterns", OptionType::Text, "", "labels of patterns that are not applied, with commas between them"},
    {"enable-patterns", OptionType::Text, "", "labels of the only patterns that are applied, with commas between them"},
};

std::vector<std::string> commaList(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(','), text.size());
    if (end) items.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return items;
}

bool readLevel(const std::string& name, RegionSimplification& level) {
  if (name == "disabled") return level = RegionSimplification::Disabled, true;
  if (name == "normal") return level = RegionSimplification::Normal, true;
  if (name == "aggressive") return level = RegionSimplification::Aggressive, true;
  return false;
}

bool runCanonicalize(const PassRun& run) {
  CanonicalizeOptions options;
  options.topDown = run.options.flag("top-down");
  options.maxIterations = run.options.integer("max-iterations");
  options.maxNumRewrites = run.options.integer("max-num-rewrites");
  options.disabled = commaList(run.options.text("disable-patterns"));
  options.enabled = commaList(run.options.text("enable-patterns"));
  const std::string& level = run.options.text("region-simplify");
  if (!readLevel(level, options.regions)) {
    run.diagnostics.error({}, {}, "for the --region-simplify option: Cannot find option named '" + level + "'!");
    return false;
  }
  CanonicalizeResult result = canonicalize(run.module, run.roots, options);
  run.setChanged(result.changed);
  if (result.converged || !run.options.flag("test-convergence")) return true;
  return Verifier(run.module, run.diagnostics).error(run.roots.front(), "canonicalization did not come to an end");
}

}  // namespace

Pass canonicalizePass() {
  return {"canonicalize", "Brings operations to their canonical forms and erases what nobody uses", PassLevel::Any, kCanonicalizeOptions,
          runCanonicalize};
}

}  // namespace shardlens
