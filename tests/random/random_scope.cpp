#include "tests/random/random_scope.h"

#include <algorithm>

namespace shardlens::random {

Tensor Program::newType() {
  static constexpr std::int64_t kSizes[] = {1, 2, 4, 4, 6, 8, 8, 12, 16, 24};
  static const std::string kElements[] = {"f32", "f32", "f32", "f32", "bf16", "i32"};
  Tensor type;
  std::int64_t rank = dice.chance(8) ? 0 : dice.between(1, 4);
  for (std::int64_t d = 0; d < rank; ++d) type.shape.push_back(dice.pick(kSizes));
  type.element = dice.pick(kElements);
  return type;
}

std::string listText(const std::vector<std::int64_t>& list) {
  std::string text = "[";
  for (std::size_t i = 0; i < list.size(); ++i) text += (i ? ", " : "") + std::to_string(list[i]);
  return text + "]";
}

Value Scope::any() {
  auto count = static_cast<std::int64_t>(values.size());
  std::int64_t at = std::max(p.dice.below(count), p.dice.below(count));
  return values[static_cast<std::size_t>(at)];
}

Value Scope::of(const Tensor& type) {
  if (const Value* found = find([&](const Tensor& t) { return t == type; }); found && p.dice.chance(80)) return *found;
  if (newArguments && p.dice.chance(60)) {
    newArguments->push_back({p.newName("arg"), type});
    values.push_back(newArguments->back());
    return values.back();
  }
  bool whole = type.element[0] == 'i';
  std::string literal = type.element == "i1" ? "true" : whole ? std::to_string(p.dice.below(3)) : "1.500000e+00";
  std::string name = p.newName("c");
  if (!type.shape.empty() && p.dice.chance(25) && type.element != "i1") {
    line(name + " = stablehlo.iota dim = " + std::to_string(p.dice.below(static_cast<std::int64_t>(type.shape.size()))) + " : " +
         type.text());
  } else {
    line(name + " = stablehlo.constant " + annotation({type}) + "dense<" + literal + "> : " + type.text());
  }
  values.push_back({name, type});
  return values.back();
}

std::string Scope::define(const Tensor& type) {
  values.push_back({p.newName(), type});
  return values.back().name;
}

std::string Scope::annotation(const std::vector<Tensor>& results) {
  if (!p.dice.chance(p.options.annotated)) return {};
  std::string text = "{sdy.sharding = #sdy.sharding_per_value<[";
  for (std::size_t i = 0; i < results.size(); ++i) text += (i ? ", " : "") + p.shardings.sharding(results[i], manual);
  return text + "]>} ";
}

std::string Scope::borderAnnotation(const Tensor& type) {
  if (!p.dice.chance(p.options.annotated + 15)) return {};
  return " {sdy.sharding = #sdy.sharding" + p.shardings.sharding(type, manual) + "}";
}

Scope Scope::inner() const {
  Scope scope(p, depth_ + 1, indent_ + "  ");
  scope.values = values;
  scope.manual = manual;
  return scope;
}

void writeOperation(Scope& scope) {
  Program& p = scope.p;
  std::vector<WeightedWriter> all;
  auto take = [&](std::vector<WeightedWriter> some) { all.insert(all.end(), some.begin(), some.end()); };
  take(pointwiseWriters());
  take(shapeWriters());
  take(contractionWriters());
  if (p.options.regions && scope.depth() < 3) take(regionWriters());
  take(annotationWriters());
  int total = 0;
  for (const WeightedWriter& writer : all) total += writer.weight;
  for (int tries = 0; tries < 20; ++tries) {
    std::int64_t at = p.dice.below(total);
    for (const WeightedWriter& writer : all) {
      at -= writer.weight;
      if (at >= 0) continue;
      if (writer.write(scope)) return;
      break;
    }
  }
}

void writeOperations(Scope& scope, int count) {
  for (int i = 0; i < count; ++i) writeOperation(scope);
}

}  // namespace shardlens::random
