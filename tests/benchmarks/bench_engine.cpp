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
  for (auto _ : state) benchmark::DoNotOptimize(read(false));
  bytes(state);
}

void readAndVerify(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(read(true));
  bytes(state);
}

void print(benchmark::State& state) {
  auto module = read(false);
  for (auto _ : state) {
    std::size_t size = 0;
    printModule(*module, {}, [&](std::string_view piece) { size += piece.size(); });
    benchmark::DoNotOptimize(size);
  }
  bytes(state);
}

void propagateAll(benchmark::State& state) {
  for (auto _ : state) {
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
  for (auto _ : state) benchmark::DoNotOptimize(run.seconds(nullptr));
  state.counters["iterations"] = iterations;
  state.counters["s/op/iteration"] = benchmark::Counter(iterations * static_cast<double>(run.module->opCount()),
                                                        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The same with every step recorded; by how many percent that is slower than without, best of each.
void propagateRecorded(benchmark::State& state) {
  Run run;
  double with = 1e9, without = 1e9;
  for (auto _ : state) {
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
  for (auto _ : state) benchmark::DoNotOptimize(makeOutline(*module));
}

/// From an edit of an argument's sharding to the snapshot that shows it, as the window's worker makes it.
void editToSnapshot(benchmark::State& state) {
  const char* file = std::getenv("SHARDLENS_BENCH_FILE");
  Diagnostics diagnostics;
  std::shared_ptr<Program> program = openProgram(file ? file : SHARDLENS_BENCH_DEFAULT, diagnostics, nullptr);
  SnapshotMaker maker(program);
  EditRefusal refusal;
  SnapshotPtr last = maker.make({}, nullptr, &refusal, nullptr);
  std::vector<Edit> edits;
  for (const Annotation& a : program->base->annotations)
    if (edits.size() < 8 && a.key.kind == EditKind::Sharding && program->module->isArgument(ValueId(a.key.id)))
      edits.push_back({pathOf(*program->module, *program->outline, a.key), std::string()});
  std::size_t round = 0, changed = 0;
  for (auto _ : state) {
    std::vector<Edit> now;
    if (round % 2 == 0) now.push_back(edits[round / 2 % edits.size()]);
    last = maker.make(now, last.get(), &refusal, nullptr);
    changed += last->changed.size();
    ++round;
  }
  state.counters["changed"] = static_cast<double>(changed) / static_cast<double>(round);
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
