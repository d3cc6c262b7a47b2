#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/mlir/mlir.h"
#include "engine/passes/pipeline.h"

namespace shardlens {

/// What the command line of `opt` asks for.
struct OptFlags {
  std::string input = "-", output = "-";
  Pipeline pipeline;
  PrintOptions print;
  bool splitInput = false;
  bool verifyDiagnostics = false;
  bool verifyEach = true;
  bool allowUnregisteredDialects = false;
  bool help = false;
  bool version = false;
};

/// Reads the arguments behind `opt`: one dash or two, `-flag=value` or, where a value is demanded, `-flag value`; a flag that stands for a
/// boolean is true without a value. False with `problem` at the first that is wrong.
bool parseOptFlags(std::span<const std::string_view> arguments, OptFlags* flags, std::string* problem);

/// Text of `opt --help`: all flags, all passes and their options.
std::string optHelp();

}  // namespace shardlens
