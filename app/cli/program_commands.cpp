#include "app/cli/program_commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "engine/mlir/mlir.h"
#include "engine/report/inspection.h"
#include "engine/support/load_source.h"

namespace shardlens {

namespace {

struct Opened {
  SourcePtr source;
  std::unique_ptr<Module> module;
  std::shared_ptr<const Outline> outline;
};

void report(const Diagnostics& diagnostics, const SourceBuffer* source) {
  for (const Diagnostic& d : diagnostics.all()) std::fputs(format(d, source).c_str(), stderr);
}

/// One warning for each dialect that is kept without being understood, at its first operation.
void warnOfUnknownDialects(const Module& module, Diagnostics& diagnostics) {
  std::set<std::string_view> seen;
  walk(module, module.root(), [&](OpId op) {
    if (module.op(op).kind != OpKind::Unknown) return;
    std::string_view name = module.name(op);
    std::string_view dialect = name.substr(0, name.find('.'));
    if (!seen.insert(dialect).second) return;
    LineColumn at = module.op(op).source == kNoOffset ? LineColumn{} : module.source()->position(module.op(op).source);
    std::string message = "operations of dialect '" + std::string(dialect) + "' are kept, but have no rule and no checks";
    diagnostics.add({Severity::Warning, module.source()->name(), at, std::move(message), {}});
  });
}

bool open(const std::string& file, Opened& out) {
  Diagnostics diagnostics;
  out.source = loadSource(file, LoadMode::Map, diagnostics);
  if (out.source) {
    ReadOptions options;
    options.allowUnknownDialects = true;
    out.module = readModule(out.source, std::make_shared<Context>(), options, diagnostics);
  }
  if (out.module) {
    warnOfUnknownDialects(*out.module, diagnostics);
    out.outline = makeOutline(*out.module);
  }
  report(diagnostics, out.source.get());
  return out.outline != nullptr;
}

/// Parses `arguments`; a number to exit with where there is nothing more to do, or -1.
int parse(CLI::App& app, std::span<const std::string_view> arguments) {
  std::vector<std::string> words(arguments.begin(), arguments.end());
  std::ranges::reverse(words);
  try {
    app.parse(words);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 1;
  }
  return -1;
}

int print(const std::string& text) {
  bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return whole ? 0 : 1;
}

}  // namespace

int runInspect(std::span<const std::string_view> arguments) {
  CLI::App app("Meshes, annotations, functions, operation counts and largest tensors of a program", "shardlens-cli inspect");
  std::string file;
  bool json = false;
  std::size_t largest = 10;
  app.add_option("FILE", file, "program (.mlir or .mlir.gz), or - for standard input")->required();
  app.add_flag("--json", json, "print JSON");
  app.add_option("--largest", largest, "how many of the largest tensors to list")->capture_default_str();
  if (int code = parse(app, arguments); code >= 0) return code;
  Opened program;
  if (!open(file, program)) return 1;
  Inspection inspection = inspect(*program.module, *program.outline, largest);
  return print(json ? inspectionJson(inspection) : inspectionText(inspection));
}

int runOutline(std::span<const std::string_view> arguments) {
  CLI::App app("The hierarchy that the window shows: phases, layers, runs, loops", "shardlens-cli outline");
  std::string file;
  bool json = false;
  unsigned depth = 3;
  app.add_option("FILE", file, "program (.mlir or .mlir.gz), or - for standard input")->required();
  app.add_flag("--json", json, "print JSON: name, kind, ops and children of every box");
  app.add_option("--depth", depth, "levels to print as text")->capture_default_str();
  if (int code = parse(app, arguments); code >= 0) return code;
  Opened program;
  if (!open(file, program)) return 1;
  return print(json ? outlineJson(*program.module, *program.outline) : outlineText(*program.outline, depth));
}

}  // namespace shardlens
