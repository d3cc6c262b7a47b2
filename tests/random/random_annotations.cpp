#include "tests/random/random_scope.h"

namespace shardlens::random {

namespace {

bool constraint(Scope& s) {
  if (!s.p.options.constraints) return false;
  Value x = s.any();
  std::string result = s.define(x.type);
  s.line(result + " = sdy.sharding_constraint " + x.name + " " + s.p.shardings.sharding(x.type, s.manual) + " : " + x.type.text());
  return true;
}

bool barrier(Scope& s) {
  if (!s.p.options.constraints) return false;
  static const std::string kDirections[] = {"NONE", "FORWARD", "BACKWARD"};
  Value x = s.any();
  std::string result = s.define(x.type);
  s.line(result + " = sdy.propagation_barrier " + x.name + " allowed_direction=" + s.p.dice.pick(kDirections) + " : " + x.type.text());
  return true;
}

bool group(Scope& s) {
  if (!s.p.options.groups || !s.manual.empty()) return false;
  Value x = s.any();
  const Value* other = s.find([&](const Tensor& t) { return t == x.type; });
  if (!other || other->name == x.name) return false;
  std::string number = std::to_string(s.p.groups++);
  s.line("sdy.sharding_group " + x.name + " group_id=" + number + " : " + x.type.text());
  s.line("sdy.sharding_group " + other->name + " group_id=" + number + " : " + x.type.text());
  return true;
}

bool call(Scope& s) {
  if (s.p.callees.empty() || !s.manual.empty()) return false;
  Callee callee = s.p.dice.pick(s.p.callees);
  std::string operands, in, out;
  for (const Tensor& type : callee.arguments) {
    operands += (operands.empty() ? "" : ", ") + s.of(type).name;
    in += (in.empty() ? "" : ", ") + type.text();
  }
  for (const Tensor& type : callee.results) out += (out.empty() ? "" : ", ") + type.text();
  std::string name = s.p.newName(), note = s.annotation(callee.results);
  std::size_t count = callee.results.size();
  s.line(name + (count > 1 ? ":" + std::to_string(count) : "") + " = func.call @" + callee.name + "(" + operands + ") " + note + ": (" +
         in + ") -> (" + out + ")");
  for (std::size_t i = 0; i < count; ++i) s.values.push_back({count == 1 ? name : name + "#" + std::to_string(i), callee.results[i]});
  return true;
}

}  // namespace

std::vector<WeightedWriter> annotationWriters() { return {{4, constraint}, {1, barrier}, {2, group}, {4, call}}; }

}  // namespace shardlens::random
