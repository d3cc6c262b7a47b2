// Programs with their plans, for tests that ask why.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/mlir/mlir.h"
#include "engine/outline/outline.h"
#include "engine/plan/why.h"

namespace shardlens {

/// A program with its plan, or with what is wrong with it.
struct Planned {
  explicit Planned(const std::string& text, const PlanOptions& options = {}) {
    module = readModule(SourceBuffer::fromText("a.mlir", text), std::make_shared<Context>(), {}, diagnostics);
    if (!module) return;
    PlanPtr plan = makePlan(module, options, diagnostics);
    outline = makeOutline(*module);
    if (plan && plan->complete) index = std::make_unique<PlanIndex>(plan);
  }
  [[nodiscard]] ValueId value(const std::string& name) const { return findValue(*module, *outline, "%" + name); }
  [[nodiscard]] std::string problems() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.all()) all += format(d, nullptr);
    return all;
  }
  Diagnostics diagnostics;
  std::shared_ptr<Module> module;
  std::shared_ptr<const Outline> outline;
  std::unique_ptr<PlanIndex> index;
};

/// Results and block arguments in the order of the text.
inline std::vector<ValueId> valuesOf(const Module& m) {
  std::vector<ValueId> all;
  walk(m, m.root(), [&](OpId op) {
    for (std::uint32_t i = 0; i < m.op(op).resultCount; ++i) all.push_back(m.result(op, i));
    for (std::uint32_t r = 0; r < m.op(op).regionCount; ++r)
      for (BlockId b = m.entry(m.regionOf(op, r)); b; b = m.block(b).next)
        for (std::uint32_t a = 0; a < m.block(b).argCount; ++a) all.push_back(m.arg(b, a));
  });
  return all;
}

/// A program of one function on mesh @mesh (x=2, y=4); @other (z=2) is there too.
inline std::string mesh(const std::string& body, const std::string& arguments, const std::string& results) {
  return "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\nsdy.mesh @other = <[\"z\"=2]>\nfunc.func public @main(" + arguments + ") -> " + results +
         " {\n" + body + "}\n";
}

inline std::string sharded(const std::string& dims) { return " {sdy.sharding = #sdy.sharding<@mesh, [" + dims + "]>}"; }

inline AxisRef axisNamed(const Planned& p, const char* name) { return {p.module->context().str(name)}; }

}  // namespace shardlens
