#include <algorithm>

#include "tests/random/random_scope.h"

namespace shardlens::random {

namespace {

std::string types(const std::vector<Value>& values) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ", ") + value.type.text();
  return text;
}

std::string names(const std::vector<Value>& values) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ", ") + value.name;
  return text;
}

std::vector<Tensor> typesOf(const std::vector<Value>& values) {
  std::vector<Tensor> list;
  list.reserve(values.size());
  for (const Value& value : values) list.push_back(value.type);
  return list;
}

std::vector<Value> some(Scope& s) {
  std::vector<Value> list;
  for (std::int64_t i = s.p.dice.between(1, 3); i > 0; --i) list.push_back(s.any());
  return list;
}

// Results of an operation named `name`: `%v` alone or `%v#0`, `%v#1` ...
void defineAll(Scope& s, const std::string& name, const std::vector<Tensor>& results) {
  for (std::size_t i = 0; i < results.size(); ++i)
    s.values.push_back({results.size() == 1 ? name : name + "#" + std::to_string(i), results[i]});
}

std::string packed(const std::string& name, std::size_t results) { return results == 1 ? name : name + ":" + std::to_string(results); }

// Values of these types at the end of a block.
std::vector<Value> ends(Scope& s, const std::vector<Tensor>& wanted) {
  std::vector<Value> list;
  list.reserve(wanted.size());
  for (const Tensor& type : wanted) list.push_back(s.of(type));
  return list;
}

bool whileLoop(Scope& s) {
  std::vector<Value> inits = some(s);
  std::string counter = s.of({{}, "i32"}).name;
  std::vector<Value> carried{{s.p.newName("i"), {{}, "i32"}}};
  std::string heads = carried[0].name + " = " + counter;
  for (const Value& init : inits) {
    carried.push_back({s.p.newName("w"), init.type});
    heads += ", " + carried.back().name + " = " + init.name;
  }
  std::string name = s.p.newName(), limit = s.of({{}, "i32"}).name, note;
  if (std::string a = s.annotation(typesOf(carried)); !a.empty()) note = "attributes " + a;
  s.line(packed(name, carried.size()) + " = stablehlo.while(" + heads + ") : " + types(carried) + " " + note);
  std::string flag = s.p.newName("t");
  s.line("cond {");
  s.line("  " + flag + " = stablehlo.compare LT, " + carried[0].name + ", " + limit + " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  s.line("  stablehlo.return " + flag + " : tensor<i1>");
  s.line("} do {");
  Scope body = s.inner();
  body.values.insert(body.values.end(), carried.begin(), carried.end());
  writeOperations(body, static_cast<int>(s.p.dice.between(1, 5)));
  std::vector<Value> back = ends(body, typesOf(carried));
  body.line("stablehlo.return " + names(back) + " : " + types(back));
  s.add(body.text());
  s.line("}");
  defineAll(s, name, typesOf(carried));
  return true;
}

void branch(Scope& s, const std::vector<Tensor>& results) {
  Scope block = s.inner();
  writeOperations(block, static_cast<int>(s.p.dice.between(0, 3)));
  std::vector<Value> back = ends(block, results);
  block.line("stablehlo.return " + names(back) + " : " + types(back));
  s.add(block.text());
}

bool choice(Scope& s) {
  std::vector<Tensor> results = typesOf(some(s));
  bool isIf = s.p.dice.chance(50);
  std::string index = s.of({{}, isIf ? "i1" : "i32"}).name, name = s.p.newName(), note = s.annotation(results);
  s.line(packed(name, results.size()) + " = \"stablehlo." + (isIf ? "if" : "case") + "\"(" + index + ") ({");
  branch(s, results);
  s.line("}, {");
  branch(s, results);
  if (!isIf && s.p.dice.chance(40)) {
    s.line("}, {");
    branch(s, results);
  }
  std::string list;
  for (const Tensor& type : results) list += (list.empty() ? "" : ", ") + type.text();
  s.line("}) " + note + ": (" + (isIf ? "tensor<i1>" : "tensor<i32>") + ") -> (" + list + ")");
  defineAll(s, name, results);
  return true;
}

bool namedComputation(Scope& s) {
  if (!s.p.options.named || !s.manual.empty()) return false;
  std::vector<Value> operands = some(s), arguments;
  Scope body = s.inner();
  body.values.clear();
  std::string heads, ins;
  bool annotated = s.p.dice.chance(40);
  for (const Value& operand : operands) {
    arguments.push_back({s.p.newName("n"), operand.type});
    heads += (heads.empty() ? "" : ", ") + arguments.back().name + ": " + operand.type.text();
    ins += (ins.empty() ? "" : ", ") + s.p.shardings.sharding(operand.type, s.manual);
  }
  body.values = arguments;
  writeOperations(body, static_cast<int>(s.p.dice.between(1, 4)));
  std::vector<Value> back = some(body);
  body.line("sdy.return " + names(back) + " : " + types(back));
  std::string name = s.p.newName(), outs;
  for (const Value& value : back) outs += (outs.empty() ? "" : ", ") + s.p.shardings.sharding(value.type, s.manual);
  std::string borders = annotated ? " in_shardings=[" + ins + "] out_shardings=[" + outs + "]" : "";
  s.line(packed(name, back.size()) + " = sdy.named_computation<\"part" + std::to_string(s.p.dice.below(3)) + "\">(" + names(operands) +
         ")" + borders + " (" + heads + ") {");
  s.add(body.text());
  s.line("} : (" + types(operands) + ") -> (" + types(back) + ")");
  defineAll(s, name, typesOf(back));
  return true;
}

// Border sharding with one manual axis on a dimension that it divides, or on none; the local type goes to `local`.
std::string manualBorder(Scope& s, const Tensor& global, const Axis& axis, Tensor& local) {
  local = global;
  std::string text = "<@" + s.p.shardings.mainMesh().name + ", [";
  bool placed = s.p.dice.chance(25);
  for (std::size_t d = 0; d < global.shape.size(); ++d) {
    bool here = !placed && global.shape[d] % axis.size == 0 && s.p.dice.chance(60);
    if (here) local.shape[d] /= axis.size;
    placed = placed || here;
    text += std::string(d ? ", " : "") + (here ? "{\"" + axis.name + "\"" : "{") + (s.p.dice.chance(40) ? (here ? ", ?}" : "?}") : "}");
  }
  return text + "]>";
}

bool manualComputation(Scope& s) {
  std::vector<Axis> axes = s.p.shardings.mainMesh().axes;
  std::erase_if(axes, [&](const Axis& a) { return a.size == 1 || std::find(s.manual.begin(), s.manual.end(), a.name) != s.manual.end(); });
  if (axes.empty()) return false;
  Axis axis = s.p.dice.pick(axes);
  std::vector<Value> operands = some(s), arguments;
  std::string ins, heads, outs, globals;
  for (const Value& operand : operands) {
    Tensor local;
    ins += (ins.empty() ? "" : ", ") + manualBorder(s, operand.type, axis, local);
    arguments.push_back({s.p.newName("m"), local});
    heads += (heads.empty() ? "" : ", ") + arguments.back().name + ": " + local.text();
  }
  Scope body = s.inner();
  body.values = arguments;
  body.manual.push_back(axis.name);
  writeOperations(body, static_cast<int>(s.p.dice.between(1, 4)));
  std::vector<Value> back = some(body);
  std::vector<Tensor> results;
  for (const Value& value : back) {
    Tensor global = value.type;
    std::size_t rank = global.shape.size(), at = rank ? static_cast<std::size_t>(s.p.dice.below(static_cast<std::int64_t>(rank))) : 0;
    bool split = rank > 0 && s.p.dice.chance(60) && global.elements() < 1 << 16;
    if (split) global.shape[at] *= axis.size;
    outs += std::string(outs.empty() ? "" : ", ") + "<@" + s.p.shardings.mainMesh().name + ", [";
    for (std::size_t d = 0; d < rank; ++d) outs += std::string(d ? ", " : "") + (split && d == at ? "{\"" + axis.name + "\"}" : "{}");
    outs += "]>";
    globals += (globals.empty() ? "" : ", ") + global.text();
    results.push_back(global);
  }
  body.line("sdy.return " + names(back) + " : " + types(back));
  std::string name = s.p.newName();
  s.line(packed(name, back.size()) + " = sdy.manual_computation(" + names(operands) + ") in_shardings=[" + ins + "] out_shardings=[" +
         outs + "] manual_axes={\"" + axis.name + "\"} (" + heads + ") {");
  s.add(body.text());
  s.line("} : (" + types(operands) + ") -> (" + globals + ")");
  defineAll(s, name, results);
  return true;
}

}  // namespace

std::vector<WeightedWriter> regionWriters() { return {{3, whileLoop}, {3, choice}, {2, namedComputation}, {3, manualComputation}}; }

}  // namespace shardlens::random
