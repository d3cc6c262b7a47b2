#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/passes/pass.h"

namespace shardlens {

/// One pass with its options, and the operations it runs on.
struct PassStep {
  const Pass* pass = nullptr;
  PassOptions options;
  PassLevel level = PassLevel::Module;  ///< Module or Function
};

/// Passes in the order in which they run.
class Pipeline {
 public:
  /// Appends the pass of a flag `-name=options` at the level it asks for; false with `problem` where there is no such pass or option.
  bool add(std::string_view name, std::string_view options, std::string* problem);
  /// Appends a pass that is known to exist, with options that it has: how pipelines say what they are made of.
  void append(std::string_view name, std::string_view options = {});
  /// The same with options that need no parsing.
  void append(std::string_view name, std::initializer_list<std::pair<std::string_view, std::string>> options);
  /// Appends `pass`, or what it is made of, to run on operations of `level`.
  void append(const Pass& pass, PassOptions options, PassLevel level);
  /// Appends what a text like `builtin.module(a{o=v},func.func(b))` says.
  bool parse(std::string_view text, std::string* problem);

  /// Makes `add` and `parse` fail: a pipeline was asked for what is not there.
  void refuse(std::string why);

  [[nodiscard]] bool empty() const { return steps_.empty(); }
  [[nodiscard]] const std::vector<PassStep>& steps() const { return steps_; }

  /// Runs all; with `verifyEach` the module is verified where it changed: before passes that count on it and at the end. False with
  /// diagnostics at the first that fails.
  bool run(Module& module, bool verifyEach, Diagnostics& diagnostics) const;
  /// The same for one of several modules, all but the verification at the end: `*unverified` tells whether that is still to be done.
  bool run(Module& module, bool verifyEach, Diagnostics& diagnostics, WarnedOnce& warned, bool* unverified) const;

 private:
  std::vector<PassStep> steps_;
  std::string refused_;
};

}  // namespace shardlens
