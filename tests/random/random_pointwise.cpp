#include <algorithm>

#include "tests/random/random_scope.h"

namespace shardlens::random {

namespace {

bool unary(Scope& s) {
  static const std::string kFloat[] = {"tanh", "exponential", "negate", "abs", "sqrt", "logistic"};
  static const std::string kWhole[] = {"negate", "abs", "not"};
  Value x = s.any();
  if (x.type.element == "i1") return false;
  std::string op = isFloat(x.type) ? s.p.dice.pick(kFloat) : s.p.dice.pick(kWhole);
  std::string note = s.annotation({x.type});
  std::string result = s.define(x.type);
  s.line(result + " = stablehlo." + op + " " + x.name + " " + note + ": " + x.type.text());
  return true;
}

bool binary(Scope& s) {
  static const std::string kOps[] = {"add", "multiply", "subtract", "maximum", "minimum"};
  Value x = s.any();
  if (x.type.element == "i1") return false;
  Value y = s.of(x.type);
  std::string note = s.annotation({x.type});
  std::string result = s.define(x.type);
  s.line(result + " = stablehlo." + s.p.dice.pick(kOps) + " " + x.name + ", " + y.name + " " + note + ": " + x.type.text());
  return true;
}

bool convert(Scope& s) {
  Value x = s.any();
  Tensor to = x.type;
  to.element = s.p.dice.chance(50) ? "f32" : "bf16";
  if (to == x.type) return false;
  std::string note = s.annotation({to});
  std::string result = s.define(to);
  s.line(result + " = stablehlo.convert " + x.name + " " + note + ": (" + x.type.text() + ") -> " + to.text());
  return true;
}

bool select(Scope& s) {
  Value x = s.any();
  Value y = s.of(x.type);
  Tensor flags = x.type;
  flags.element = "i1";
  if (x.type.element != "f32") return false;
  std::string cond = s.define(flags);
  s.line(cond + " = stablehlo.compare GT, " + x.name + ", " + y.name + " : (" + x.type.text() + ", " + y.type.text() + ") -> " +
         flags.text());
  std::string note = s.annotation({x.type});
  std::string result = s.define(x.type);
  s.line(result + " = stablehlo.select " + cond + ", " + x.name + ", " + y.name + " " + note + ": " + flags.text() + ", " + x.type.text());
  return true;
}

bool clamp(Scope& s) {
  Value x = s.any();
  if (x.type.element != "f32") return false;
  Value low = s.of({{}, "f32"}), high = s.of({{}, "f32"});
  std::string result = s.define(x.type);
  s.line(result + " = stablehlo.clamp " + low.name + ", " + x.name + ", " + high.name + " : (tensor<f32>, " + x.type.text() +
         ", tensor<f32>) -> " + x.type.text());
  return true;
}

bool customCall(Scope& s) {
  Value x = s.any(), y = s.any();
  std::string note = s.annotation({x.type});
  static const std::string kTargets[] = {"foo", "annotate_device_placement", "xla.sdy.unknown"};
  std::string target = s.p.dice.pick(kTargets);
  std::string result = s.define(x.type);
  std::string rule;
  std::string operands = x.name, types = x.type.text();
  if (target == "foo") {
    operands += ", " + y.name;
    types += ", " + y.type.text();
  }
  s.line(result + " = stablehlo.custom_call @" + target + "(" + operands + ") " + note + ": (" + types + ") -> " + x.type.text());
  return true;
}

bool barrierOfStablehlo(Scope& s) {
  Value x = s.any(), y = s.any();
  std::string note = s.annotation({x.type, y.type});
  std::string name = s.p.newName();
  s.line(name + ":2 = stablehlo.optimization_barrier " + note + x.name + ", " + y.name + " : " + x.type.text() + ", " + y.type.text());
  s.values.push_back({name + "#0", x.type});
  s.values.push_back({name + "#1", y.type});
  return true;
}

}  // namespace

std::vector<WeightedWriter> pointwiseWriters() {
  return {{10, unary}, {14, binary}, {2, convert}, {3, select}, {1, clamp}, {2, customCall}, {2, barrierOfStablehlo}};
}

}  // namespace shardlens::random
