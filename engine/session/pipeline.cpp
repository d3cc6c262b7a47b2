#include "engine/session/pipeline.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "engine/mlir/mlir.h"
#include "engine/rules/rules.h"
#include "engine/session/load_file.h"

namespace shardlens {

namespace {

class Stopwatch {
 public:
  double milliseconds() {
    auto now = std::chrono::steady_clock::now();
    double passed = std::chrono::duration<double, std::milli>(now - start_).count();
    start_ = now;
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::shared_ptr<const std::vector<AttrId>> allRules(Module& module) {
  auto rules = std::make_shared<std::vector<AttrId>>(module.opCount());
  RuleBook book(module, false);
  walk(module, module.root(), [&](OpId op) {
    const Operation& at = module.op(op);
    if (at.resultCount > 0 && at.kind != OpKind::Unknown) (*rules)[op.value] = book.ruleOf(op);
  });
  return rules;
}

/// One entry for each dialect whose operations are kept without being understood.
void reportUnknownDialects(const Module& module, std::vector<Diagnostic>& out) {
  std::vector<std::pair<std::string_view, std::size_t>> seen;
  std::vector<OpId> first;
  walk(module, module.root(), [&](OpId op) {
    if (module.op(op).kind != OpKind::Unknown) return;
    std::string_view name = module.name(op);
    std::string_view dialect = name.substr(0, name.find('.'));
    auto it = std::find_if(seen.begin(), seen.end(), [&](const auto& s) { return s.first == dialect; });
    if (it != seen.end()) {
      ++it->second;
      return;
    }
    seen.emplace_back(dialect, 1);
    first.push_back(op);
  });
  for (std::size_t i = 0; i < seen.size(); ++i) {
    Offset at = module.op(first[i]).source;
    LineColumn place = at == kNoOffset || !module.source() ? LineColumn() : module.source()->position(at);
    out.push_back({Severity::Warning,
                   module.source() ? module.source()->name() : std::string(),
                   place,
                   "dialect '" + std::string(seen[i].first) + "' is not known: its " + std::to_string(seen[i].second) +
                       " operations are kept as they are, without sharding rules",
                   {}});
  }
}

void collectShardings(const Plan& plan, std::vector<AttrId>& out) {
  out.resize(plan.opened->valueCount());
  for (std::uint32_t v = 0; v < out.size(); ++v) out[v] = plan.shardingOf(ValueId(v));
}

}  // namespace

std::shared_ptr<Program> openProgram(const std::string& path, Diagnostics& diagnostics, Progress* progress) {
  Stopwatch watch;
  auto program = std::make_shared<Program>();
  program->source = loadFile(path, diagnostics, progress);
  if (!program->source) return nullptr;
  ReadOptions options;
  options.allowUnknownDialects = true;
  options.progress = progress;
  program->module = readModule(program->source, std::make_shared<Context>(), options, diagnostics);
  if (!program->module || (progress && progress->cancelled())) return nullptr;
  program->diagnostics = diagnostics.all();
  reportUnknownDialects(*program->module, program->diagnostics);
  program->timings.read = watch.milliseconds();
  program->outline = makeOutline(*program->module, progress);
  if (!program->outline) return nullptr;
  program->rootEdges = std::make_shared<LevelEdges>(levelEdges(*program->module, *program->outline, program->outline->root));
  program->meshes = std::make_shared<MeshTable>(*program->module);
  program->rules = allRules(*program->module);
  program->timings.outline = watch.milliseconds();
  return program;
}

std::string applyEdit(Module& module, const Outline& outline, const MeshTable& meshes, const Edit& edit) {
  ValueId value = findValue(module, outline, edit.path);
  if (!value) return "there is no value " + edit.path;
  AttrId sharding;
  if (!edit.sharding.empty()) {
    ReadSharding read = readSharding(edit.sharding, scopeOf(module, meshes, value));
    if (!read.value) return read.problem;
    sharding = encodeText(module.context(), *read.value);
  }
  setSharding(module, value, sharding);
  if (shardingOf(module, value) != sharding) return "this value cannot carry a sharding";
  return {};
}

std::shared_ptr<Snapshot> makeSnapshot(const Program& program, const std::vector<Edit>& edits, const Snapshot* before, std::string* problem,
                                       Progress* progress) {
  Stopwatch watch;
  auto snapshot = std::make_shared<Snapshot>();
  std::shared_ptr<Module> written = program.module;
  if (!edits.empty()) written = std::make_shared<Module>(*program.module);
  for (const Edit& edit : edits) {
    *problem = applyEdit(*written, *program.outline, *program.meshes, edit);
    if (!problem->empty()) return nullptr;
  }
  Diagnostics diagnostics;
  snapshot->plan = makePlan(written, {}, diagnostics, progress);
  if (!snapshot->plan) return nullptr;
  snapshot->source = program.source;
  snapshot->module = std::move(written);
  snapshot->outline = program.outline;
  snapshot->rootEdges = program.rootEdges;
  snapshot->meshes = program.meshes;
  snapshot->rules = program.rules;
  snapshot->diagnostics = program.diagnostics;
  snapshot->diagnostics.insert(snapshot->diagnostics.end(), diagnostics.all().begin(), diagnostics.all().end());
  snapshot->edits = edits;
  collectShardings(*snapshot->plan, snapshot->shardings);
  if (before)
    for (std::uint32_t v = 0; v < snapshot->shardings.size(); ++v)
      if (snapshot->shardings[v] != before->shardingOf(ValueId(v))) snapshot->changed.emplace_back(v);
  snapshot->timings = program.timings;
  snapshot->timings.propagate = watch.milliseconds();
  snapshot->shares = boxShares(*snapshot->module, *snapshot->outline, snapshot->shardings, *snapshot->meshes);
  return snapshot;
}

}  // namespace shardlens
