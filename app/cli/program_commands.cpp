#include "app/cli/program_commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "app/cli/output_file.h"
#include "engine/mlir/mlir.h"
#include "engine/report/explanation.h"
#include "engine/report/inspection.h"
#include "engine/support/load_source.h"

namespace shardlens {

namespace {

struct Opened {
  SourcePtr source;
  std::shared_ptr<Module> module;
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
  OutputFile output("-");
  output.write(text);
  if (!output.problem().empty()) std::fprintf(stderr, "shardlens-cli: %s\n", output.problem().c_str());
  return output.problem().empty() ? 0 : 1;
}

/// Reads a whole number from 0 on; CLI11's own check speaks of all doubles.
CLI::Validator notNegative() {
  auto check = [](const std::string& text) {
    bool digits = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return digits ? std::string() : "'" + text + "' is not a number from 0 on";
  };
  return {check, "UINT"};
}

}  // namespace

int runInspect(std::span<const std::string_view> arguments) {
  CLI::App app("Meshes, annotations, functions, operation counts and largest tensors of a program", "shardlens-cli inspect");
  std::string file;
  bool json = false;
  std::size_t largest = 10;
  app.add_option("FILE", file, "program (.mlir or .mlir.gz), or - for standard input")->required();
  app.add_flag("--json", json, "print JSON");
  app.add_option("--largest", largest, "how many of the largest tensors to list")->check(notNegative())->capture_default_str();
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
  app.add_option("--depth", depth, "levels to print as text")->check(notNegative())->capture_default_str();
  if (int code = parse(app, arguments); code >= 0) return code;
  Opened program;
  if (!open(file, program)) return 1;
  return print(json ? outlineJson(*program.module, *program.outline) : outlineText(*program.outline, depth));
}

namespace {

struct Question {
  std::string file, value, axis;
  std::int64_t dim = -1;
  bool json = false;
};

/// Says what of the question has no answer in the program; always 1.
int refuse(const Opened& program, const std::string& why) {
  std::fprintf(stderr, "%s: error: %s\n", program.source->name().c_str(), why.c_str());
  return 1;
}

int answer(const Opened& program, const Explainer& explainer, ValueId value, const Question& question) {
  Explanation explanation;
  if (question.dim < 0) {
    explanation = explainer.why(value);
  } else {
    std::string problem;
    std::optional<AxisRef> axis = readAxis(*program.module, question.axis, &problem);
    if (!axis) return refuse(program, problem);
    std::int64_t rank = std::max<std::int64_t>(rankOf(program.module->context(), program.module->type(value)), 0);
    if (question.dim >= rank) return refuse(program, question.value + " has " + std::to_string(rank) + " dimensions, counted from 0");
    explanation = explainer.explain(value, static_cast<std::size_t>(question.dim), *axis);
  }
  if (int code = print(question.json ? explanationJson(explanation) : explanationText(explanation))) return code;
  return explanation.obstacles.empty() ? 0 : 2;
}

}  // namespace

int runExplain(std::span<const std::string_view> arguments) {
  CLI::App app("Why a value is sharded as it is: the steps of each axis back to the annotations that a person wrote",
               "shardlens-cli explain");
  app.footer(
      "With --axis and --dim: why this axis stands on this dimension and which annotations give it, or what keeps it away\n"
      "and what would have to change. Exit code: 0; 1 for a program or question that cannot be read; 2 where the axis is not there.");
  Question question;
  app.add_option("FILE", question.file, "program (.mlir or .mlir.gz), or - for standard input")->required();
  app.add_option("VALUE", question.value, "value by its path (main/forward/layer_3/dot_general) or name (%12)")->required();
  CLI::Option* axis = app.add_option("--axis", question.axis, "mesh axis, or a part of one like x:(1)2");
  CLI::Option* dim = app.add_option("--dim", question.dim, "dimension of the value, from 0")->check(notNegative());
  axis->needs(dim);
  dim->needs(axis);
  app.add_flag("--json", question.json, "print JSON");
  if (int code = parse(app, arguments); code >= 0) return code;
  Opened program;
  if (!open(question.file, program)) return 1;
  ValueId value = findValue(*program.module, *program.outline, question.value);
  if (!value)
    return refuse(program, "there is no value " + question.value + " (names are like %0 or main/%0, paths as inspect prints them)");
  Diagnostics diagnostics;
  PlanPtr plan = makePlan(program.module, {}, diagnostics);
  report(diagnostics, program.source.get());
  if (!plan || !plan->complete) return 1;
  return answer(program, Explainer(plan, *program.outline), value, question);
}

}  // namespace shardlens
