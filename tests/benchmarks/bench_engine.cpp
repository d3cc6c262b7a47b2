// Times the engine's parts on one program: SHARDLENS_BENCH_FILE, or a bundled train step.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "engine/mlir/mlir.h"
#include "engine/outline/outline.h"
#include "engine/plan/plan.h"
#include "engine/propagation/propagation.h"
#include "engine/propagation/propagator.h"
#include "engine/session/snapshot_maker.h"
#include "engine/support/load_source.h"

using namespace shardlens;

namespace {

SourcePtr source() {
  static SourcePtr loaded = [] {
    const char* file = std::getenv("SHARDLENS_BENCH_FILE");
    Diagnostics diagnostics;
    return loadSource(file ? file : SHARDLENS_BENCH_DEFAULT, LoadMode::Own, diagnostics);
  }();
  return loaded;
}

std::unique_ptr<Module> read(bool verify) {
  Diagnostics diagnostics;
  ReadOptions options;
  options.verify = verify;
  return readModule(source(), std::make_shared<Context>(), options, diagnostics);
}

void bytes(benchmark::State& state) { state.SetBytesProcessed(static_cast<std::int64_t>(source()->text().size()) * state.iterations()); }

void readOnly(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(read(false));
  bytes(state);
}

void readAndVerify(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(read(true));
  bytes(state);
}

void print(benchmark::State& state) {
  auto module = read(false);
  for ([[maybe_unused]] auto _ : state) {
    std::size_t size = 0;
    printModule(*module, {}, [&](std::string_view piece) { size += piece.size(); });
    benchmark::DoNotOptimize(size);
  }
  bytes(state);
}

void propagateAll(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    auto module = read(false);
    Diagnostics diagnostics;
    state.ResumeTiming();
    benchmark::DoNotOptimize(propagateBasic(*module, {}, diagnostics));
  }
}

/// Propagation alone, with the options of the whole pipeline, over the program as the import passes leave it.
struct Run {
  Run() : module(read(false)) { importForPropagation(*module, diagnostics); }
  /// One run that remembers nothing of earlier ones; the seconds that it took.
  double seconds(Trace* trace) {
    PropagationOptions options;
    options.strategy = FactorStrategy::Aggressive;
    options.opPriorities = options.userPriorities = true;
    auto begin = std::chrono::steady_clock::now();
    Propagator propagator(*module, options);
    benchmark::DoNotOptimize(propagator.run({}, {}, diagnostics, trace));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  Diagnostics diagnostics;
  std::unique_ptr<Module> module;
};

/// An iteration is one run over the whole program: each op priority of each user priority is one.
void propagateImported(benchmark::State& state) {
  Run run;
  Trace trace;
  run.seconds(&trace);
  double iterations = trace.steps.empty() ? 1 : trace.steps.back().iteration;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(run.seconds(nullptr));
  state.counters["iterations"] = iterations;
  state.counters["s/op/iteration"] = benchmark::Counter(iterations * static_cast<double>(run.module->opCount()),
                                                        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The same with every step recorded; by how many percent that is slower than without, best of each.
void propagateRecorded(benchmark::State& state) {
  Run run;
  double with = 1e9, without = 1e9;
  for ([[maybe_unused]] auto _ : state) {
    Trace trace;
    with = std::min(with, run.seconds(&trace));
    state.PauseTiming();
    without = std::min(without, run.seconds(nullptr));
    state.ResumeTiming();
  }
  state.counters["percent"] = (with / without - 1) * 100;
}

void outline(benchmark::State& state) {
  auto module = read(false);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(makeOutline(*module));
}

/// From an edit to the snapshot that shows it, as the window's worker makes it: arguments spread over
/// the program lose their sharding or become replicated, and are as they were. Counters: the median and the longest of all
/// edits, in milliseconds, and the most values that one changed.
void editToSnapshot(benchmark::State& state) {
  const char* file = std::getenv("SHARDLENS_BENCH_FILE");
  Diagnostics diagnostics;
  std::shared_ptr<Program> program = openProgram(file ? file : SHARDLENS_BENCH_DEFAULT, diagnostics, nullptr);
  const Module& m = *program->module;
  SnapshotMaker maker(program);
  EditRefusal refusal;
  SnapshotPtr last = maker.make({}, nullptr, &refusal, nullptr);
  std::vector<AnnotationKey> all;
  for (const Annotation& a : program->base->annotations)
    if (a.key.kind == EditKind::Sharding && m.isArgument(ValueId(a.key.id))) all.push_back(a.key);
  constexpr std::size_t kEdits = 32;
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < kEdits && !all.empty(); ++i) {
    const AnnotationKey& key = all[i * all.size() / kEdits];
    std::string replicated = "[";
    for (std::int64_t d = 0; d < rankOf(m.context(), m.type(ValueId(key.id))); ++d) replicated += d ? ", {}" : "{}";
    edits.push_back({pathOf(m, *program->outline, key), i % 2 ? replicated + "]" : std::string()});
  }
  std::vector<double> times;
  std::size_t round = 0, most = 0;
  for ([[maybe_unused]] auto _ : state) {
    std::vector<Edit> now;
    if (round % 2 == 0) now.push_back(edits[round / 2 % edits.size()]);
    auto begin = std::chrono::steady_clock::now();
    last = maker.make(now, last.get(), &refusal, nullptr);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    most = std::max(most, last->changed.size());
    ++round;
  }
  std::sort(times.begin(), times.end());
  state.counters["median"] = times[times.size() / 2];
  state.counters["longest"] = times.back();
  state.counters["mostChanged"] = static_cast<double>(most);
}

BENCHMARK(readOnly)->Unit(benchmark::kMillisecond);
BENCHMARK(readAndVerify)->Unit(benchmark::kMillisecond);
BENCHMARK(print)->Unit(benchmark::kMillisecond);
BENCHMARK(propagateAll)->Unit(benchmark::kMillisecond);
BENCHMARK(propagateImported)->Unit(benchmark::kMillisecond);
BENCHMARK(propagateRecorded)->Unit(benchmark::kMillisecond);
BENCHMARK(outline)->Unit(benchmark::kMillisecond);
BENCHMARK(editToSnapshot)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
