#include "engine/session/pipeline.h"

#include <algorithm>
#include <chrono>

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

/// One entry for each dialect whose operations are kept without being understood.
void reportUnknownDialects(Module& module, std::vector<Diagnostic>& out, std::vector<std::string>& instead) {
  RuleBook rules(module, false);
  std::vector<std::pair<std::string_view, std::size_t>> seen;
  std::vector<OpId> first;
  walk(module, module.root(), [&](OpId op) {
    if (module.op(op).kind != OpKind::Unknown) return;
    std::string_view name = module.name(op);
    std::string_view dialect = name.substr(0, name.find('.'));
    std::string why = rules.whyNone(op);
    if (!why.empty() && std::find(instead.begin(), instead.end(), why) == instead.end()) instead.push_back(std::move(why));
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
                       (seen[i].second == 1 ? " operation is kept as it is" : " operations are kept as they are") +
                       ", without a sharding rule",
                   {}});
  }
}

}  // namespace

std::shared_ptr<const std::vector<AttrId>> allRules(Module& module, bool conservative) {
  auto rules = std::make_shared<std::vector<AttrId>>(module.opCount());
  RuleBook book(module, conservative);
  walk(module, module.root(), [&](OpId op) {
    const Operation& at = module.op(op);
    if (at.resultCount > 0 && at.kind != OpKind::Unknown) (*rules)[op.value] = book.ruleOf(op);
  });
  return rules;
}

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
  reportUnknownDialects(*program->module, program->diagnostics, program->saidByDialects);
  program->timings.read = watch.milliseconds();
  program->outline = makeOutline(*program->module, progress);
  if (!program->outline) return nullptr;
  program->rootEdges = std::make_shared<LevelEdges>(levelEdges(*program->module, *program->outline, program->outline->root));
  program->meshes = std::make_shared<MeshTable>(*program->module);
  program->rules = allRules(*program->module, false);
  program->base = std::make_shared<EditBase>(program->module, program->outline);
  program->timings.outline = watch.milliseconds();
  return program;
}

}  // namespace shardlens
