#include "tests/random/random_program.h"

#include "tests/random/random_scope.h"

namespace shardlens::random {

namespace {

// A function's text; what it takes and gives goes to `callee`.
std::string function(Program& p, const std::string& name, bool isPublic, int operations, Callee& callee) {
  std::vector<Value> arguments;
  for (std::int64_t i = p.dice.between(1, 3); i > 0; --i) arguments.push_back({p.newName("arg"), p.newType()});
  Scope body(p, 0, "  ");
  body.values = arguments;
  if (isPublic) body.newArguments = &arguments;
  writeOperations(body, operations);
  std::string returned, types, results, heads;
  for (std::int64_t i = p.dice.between(1, 3); i > 0; --i) {
    Value value = body.any();
    returned += (returned.empty() ? "" : ", ") + value.name;
    types += (types.empty() ? "" : ", ") + value.type.text();
    results += (results.empty() ? "" : ", ") + value.type.text() + body.borderAnnotation(value.type);
    callee.results.push_back(value.type);
  }
  for (const Value& argument : arguments) {
    heads += (heads.empty() ? "" : ", ") + argument.name + ": " + argument.type.text() + body.borderAnnotation(argument.type);
    callee.arguments.push_back(argument.type);
  }
  callee.name = name;
  return "func.func " + std::string(isPublic ? "public" : "private") + " @" + name + "(" + heads + ") -> (" + results + ") {\n" +
         body.text() + "  return " + returned + " : " + types + "\n}\n";
}

}  // namespace

std::string randomProgram(std::uint64_t seed, const Options& options) {
  Program p(seed, options);
  std::string functions;
  std::int64_t helpers = options.calls && p.dice.chance(50) ? p.dice.between(1, 3) : 0;
  for (std::int64_t i = 0; i < helpers; ++i) {
    Callee callee;
    functions += function(p, "helper" + std::to_string(i), false, static_cast<int>(p.dice.between(1, 4)), callee);
    p.callees.push_back(callee);
  }
  Callee self;
  std::string main = function(p, "main", true, options.operations, self);
  return p.shardings.definitions() + (p.dice.chance(50) ? functions + main : main + functions);
}

}  // namespace shardlens::random
