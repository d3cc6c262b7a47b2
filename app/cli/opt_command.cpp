#include "app/cli/opt_command.h"

#include <cstdio>

#include "app/cli/expected_diagnostics.h"
#include "app/cli/held_output.h"
#include "app/cli/opt_flags.h"
#include "app/cli/output_file.h"
#include "app/cli/split_input.h"
#include "engine/support/deep_stack.h"
#include "engine/support/load_source.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

void report(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void report(const std::vector<Diagnostic>& diagnostics, const SourceBuffer* source) {
  for (const Diagnostic& d : diagnostics) report(format(d, source));
}

void print(const Module& module, const PrintOptions& options, OutputFile& output) {
  printModule(module, options, [&](std::string_view piece) { output.write(piece); });
}

/// Prints what verifies, and nothing of what does not.
bool printVerified(const Module& module, const PrintOptions& options, Diagnostics& diagnostics, OutputFile& output) {
  // Printed locations are interned, which one thread at a time may do.
  if (options.debugInfo) return verifyModule(module, diagnostics) && (print(module, options, output), true);
  bool verified = false;
  DeepThread verifier([&] { verified = verifyModule(module, diagnostics); });
  HeldOutput held(output, [&] { return verifier.join(), verified; });
  printModule(module, options, [&](std::string_view piece) { held.write(piece); });
  return held.finish();
}

bool process(const OptFlags& flags, const SourcePtr& source, Diagnostics& diagnostics, WarnedOnce& warned, OutputFile& output) {
  ReadOptions options;
  options.allowUnknownDialects = flags.allowUnregisteredDialects;
  auto module = readModule(source, std::make_shared<Context>(), options, diagnostics);
  if (!module) return false;
  bool unverified = false;
  bool good = flags.pipeline.run(*module, flags.verifyEach, diagnostics, warned, &unverified);
  if (good && unverified) {
    good = printVerified(*module, flags.print, diagnostics, output);
  } else if (good) {
    print(*module, flags.print, output);
  }
  // A process that is about to end need not take a large module apart. It stays known, so that it is no leak.
  [[maybe_unused]] static const Module* volatile untilTheEnd = nullptr;
  if (!flags.splitInput) untilTheEnd = module.release();
  return good && output.problem().empty();
}

/// One program; with -verify-diagnostics success means that the expected diagnostics came, whatever became of the program.
bool processSource(const OptFlags& flags, const SourcePtr& source, WarnedOnce& warned, OutputFile& output) {
  Diagnostics diagnostics;
  bool good = process(flags, source, diagnostics, warned, output);
  if (!flags.verifyDiagnostics) {
    report(diagnostics.all(), source.get());
    return good;
  }
  ExpectedDiagnostics expected(source);
  for (const Diagnostic& d : diagnostics.all()) expected.check(d);
  bool asExpected = expected.finish();
  report(expected.problems(), source.get());
  return asExpected;
}

bool processParts(const OptFlags& flags, const SourcePtr& source, OutputFile& output) {
  bool good = true, first = true;
  WarnedOnce warned;
  for (const SourcePtr& part : splitSource(source)) {
    if (!first) output.write(std::string(kSplitMarker) + "\n");
    first = false;
    good = processSource(flags, part, warned, output) && good;
  }
  return good;
}

}  // namespace

int runOpt(std::span<const std::string_view> arguments) {
  OptFlags flags;
  std::string problem;
  if (!parseOptFlags(arguments, &flags, &problem)) return report("shardlens-cli: " + problem + "\n"), 1;
  OutputFile output(flags.output);
  if (flags.help || flags.version) {
    OutputFile told("-");
    told.write(flags.help ? optHelp() : "Shardlens " SHARDLENS_VERSION "\n");
    if (!told.problem().empty()) report("shardlens-cli: " + told.problem() + "\n");
    return told.problem().empty() ? 0 : 1;
  }
  Diagnostics diagnostics;
  SourcePtr source = loadSource(flags.input, LoadMode::Map, diagnostics);
  report(diagnostics.all(), nullptr);
  if (!source) return 1;
  WarnedOnce warned;
  bool good = flags.splitInput ? processParts(flags, source, output) : processSource(flags, source, warned, output);
  if (!output.problem().empty()) report("shardlens-cli: " + output.problem() + "\n");
  return good && output.problem().empty() ? 0 : 1;
}

}  // namespace shardlens
