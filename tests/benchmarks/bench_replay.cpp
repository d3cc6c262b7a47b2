// Times stepping and jumping through what propagation did to a program of 50,000 operations, or to SHARDLENS_BENCH_FILE.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "engine/mlir/mlir.h"
#include "engine/plan/replay.h"
#include "engine/plan/step_facts.h"
#include "engine/support/load_source.h"

using namespace shardlens;

namespace {

/// Residual layers of two matrix products each, until there are `ops` operations.
std::string layers(int ops) {
  constexpr std::string_view x = "tensor<64x128xf32>", w = "tensor<128x128xf32>";
  std::string text = fmt::format(
      R"(sdy.mesh @mesh = <["data"=4, "model"=8]>
func.func public @main(%x: {0} {{sdy.sharding = #sdy.sharding<@mesh, [{{"data"}}, {{}}]>}},
    %up: {1} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"model"}}]>}},
    %down: {1} {{sdy.sharding = #sdy.sharding<@mesh, [{{"model"}}, {{}}]>}}) -> {0} {{
)",
      x, w);
  std::string last = "%x";
  for (int i = 0; i + 4 <= ops; i += 4) {
    text += fmt::format(
        R"(  %v{2} = stablehlo.dot_general {6}, %up, contracting_dims = [1] x [0] : ({0}, {1}) -> {0}
  %v{3} = stablehlo.tanh %v{2} : {0}
  %v{4} = stablehlo.dot_general %v{3}, %down, contracting_dims = [1] x [0] : ({0}, {1}) -> {0}
  %v{5} = stablehlo.add %v{4}, {6} : {0}
)",
        x, w, i, i + 1, i + 2, i + 3, last);
    last = fmt::format("%v{}", i + 3);
  }
  return text + fmt::format("  return {} : {}\n}}\n", last, x);
}

std::shared_ptr<Module> program() {
  const char* file = std::getenv("SHARDLENS_BENCH_FILE");
  Diagnostics diagnostics;
  SourcePtr source = file ? loadSource(file, LoadMode::Own, diagnostics) : SourceBuffer::fromText("layers.mlir", layers(50000));
  ReadOptions options;
  options.verify = false;
  return readModule(source, std::make_shared<Context>(), options, diagnostics);
}

PlanPtr plan() {
  static PlanPtr made = [] {
    Diagnostics diagnostics;
    return makePlan(program(), {}, diagnostics);
  }();
  return made;
}

std::shared_ptr<const Moments> moments() {
  static auto made = std::make_shared<const Moments>(plan());
  return made;
}

void makeThePlan(benchmark::State& state) {
  auto module = program();
  Diagnostics diagnostics;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(makePlan(module, {}, diagnostics));
}

void listMoments(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(std::make_shared<const Moments>(plan()));
  state.counters["steps"] = static_cast<double>(plan()->trace.steps.size());
  state.counters["standoffs"] = static_cast<double>(plan()->trace.standoffs.size());
}

void learnFacts(benchmark::State& state) {
  std::size_t conflicts = 0;
  for ([[maybe_unused]] auto _ : state) {
    StepFacts facts(*moments());
    conflicts = facts.conflicts().size();
  }
  state.counters["conflicts"] = static_cast<double>(conflicts);
}

void stepBack(benchmark::State& state) {
  Replay replay(moments());
  for ([[maybe_unused]] auto _ : state)
    if (!replay.back()) replay.jump(moments()->size());
}

void stepForward(benchmark::State& state) {
  Replay replay(moments());
  for ([[maybe_unused]] auto _ : state)
    if (!replay.forward()) replay.jump(0);
}

void jumpAnywhere(benchmark::State& state) {
  Replay replay(moments());
  std::mt19937 random(1);
  for ([[maybe_unused]] auto _ : state) replay.jump(random() % (moments()->size() + 1));
}

void jumpFromEndToStart(benchmark::State& state) {
  Replay replay(moments());
  for ([[maybe_unused]] auto _ : state) {
    replay.jump(0);
    state.PauseTiming();
    replay.jump(moments()->size());
    state.ResumeTiming();
  }
}

BENCHMARK(makeThePlan)->Unit(benchmark::kMillisecond);
BENCHMARK(listMoments)->Unit(benchmark::kMillisecond);
BENCHMARK(learnFacts)->Unit(benchmark::kMillisecond);
BENCHMARK(stepBack)->Unit(benchmark::kMicrosecond);
BENCHMARK(stepForward)->Unit(benchmark::kMicrosecond);
BENCHMARK(jumpAnywhere)->Unit(benchmark::kMillisecond);
BENCHMARK(jumpFromEndToStart)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
