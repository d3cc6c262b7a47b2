// Times the engine's parts on one program: SHARDLENS_BENCH_FILE, or a bundled train step.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "engine/mlir/mlir.h"
#include "engine/outline/outline.h"
#include "engine/propagation/propagation.h"
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

void outline(benchmark::State& state) {
  auto module = read(false);
  for (auto _ : state) benchmark::DoNotOptimize(makeOutline(*module));
}

BENCHMARK(readOnly)->Unit(benchmark::kMillisecond);
BENCHMARK(readAndVerify)->Unit(benchmark::kMillisecond);
BENCHMARK(print)->Unit(benchmark::kMillisecond);
BENCHMARK(propagateAll)->Unit(benchmark::kMillisecond);
BENCHMARK(outline)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
