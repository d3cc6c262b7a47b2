#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/module.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

enum class OptionType : std::uint8_t { Flag, Integer, Text };

/// An option of a pass: `name=value`; a flag without a value is true.
struct PassOption {
  std::string_view name;
  OptionType type = OptionType::Flag;
  std::string_view defaultValue = "false";
  std::string_view description;
};

/// Values of a pass's options by name; those that were not given have their defaults.
class PassOptions {
 public:
  explicit PassOptions(std::span<const PassOption> known = {});
  /// Sets an option of this name from its text; says in `problem` what is wrong with either.
  bool set(std::string_view name, std::string_view value, bool hasValue, std::string* problem);
  /// Sets options from `a=1 b={x y} c`; false with `problem` at the first that is wrong.
  bool parse(std::string_view text, std::string* problem);

  [[nodiscard]] bool flag(std::string_view name) const { return text(name) == "true"; }
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

 private:
  std::span<const PassOption> known_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// Operations that a pass may be asked to run on.
enum class PassLevel : std::uint8_t { Any, Module, Function };

/// Warnings that are given once however many programs one invocation runs passes on.
class WarnedOnce {
 public:
  /// True the first time that `topic` is asked for.
  bool first(std::string_view topic) { return said_.emplace(topic).second; }

 private:
  std::set<std::string, std::less<>> said_;
};

/// What one run of a pass works on: `roots` are the operations at its level.
struct PassRun {
  Module& module;
  std::span<const OpId> roots;
  const PassOptions& options;
  Diagnostics& diagnostics;
  WarnedOnce& warned;
  bool* changed = nullptr;  ///< true before the run; a pass that knows that it left the module as it was makes it false
  /// Says whether the run changed the module: what did not change need not be verified again.
  void setChanged(bool value) const {
    if (changed) *changed = value;
  }
};

class Pipeline;

/// When a changed module is verified.
enum class Verified : std::uint8_t {
  Before,  ///< before the pass, where a pass of this kind changed it since: it counts on a right module and promises none
  Later,   ///< at the end, or before a pass that counts on it: what this pass makes of a right module is right
};

/// A pass, or passes that run one after another under one name, as the registry knows it.
struct Pass {
  std::string_view name;  ///< without the dash of its flag
  std::string_view description;
  PassLevel level = PassLevel::Module;
  std::span<const PassOption> options;
  bool (*run)(const PassRun&) = nullptr;                    ///< false with diagnostics where it fails; null for a pipeline
  void (*expand)(const PassOptions&, Pipeline&) = nullptr;  ///< appends the passes of a pipeline in their order; null for a pass
  Verified verified = Verified::Before;                     ///< what the passes before it changed
};

/// All passes, sorted by name.
std::span<const Pass> allPasses();
/// The pass of this name, or null.
const Pass* findPass(std::string_view name);

}  // namespace shardlens
