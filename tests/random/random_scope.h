#pragma once

#include <string>
#include <vector>

#include "tests/random/random_shardings.h"

namespace shardlens::random {

struct Value {
  std::string name;
  Tensor type;
};

struct Callee {
  std::string name;
  std::vector<Tensor> arguments, results;
};

/// What a whole program shares while it is written.
struct Program {
  Program(std::uint64_t seed, const Options& o) : dice(seed), options(o), shardings(dice, options) {}

  Dice dice;
  Options options;
  Shardings shardings;
  std::vector<Callee> callees;
  int names = 0, groups = 0;

  std::string newName(const char* prefix = "v") { return "%" + std::string(prefix) + std::to_string(names++); }
  Tensor newType();
};

/// A block being written: the values in sight, its text, and axes that may not be used.
class Scope {
 public:
  Scope(Program& program, int depth, std::string indent) : p(program), depth_(depth), indent_(std::move(indent)) {}

  Program& p;
  std::vector<Value> values;
  std::vector<std::string> manual;        ///< axes taken by manual computations around
  std::vector<Value>* newArguments = {};  ///< of a function: where a value that is missing may come in as an argument

  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] const std::string& indent() const { return indent_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  void line(const std::string& text) { text_ += indent_ + text + "\n"; }
  /// Takes over a nested block's text.
  void add(const std::string& text) { text_ += text; }

  /// A value in sight; the later, the likelier.
  Value any();
  /// A value in sight that `fits`, or null.
  template <typename Fits>
  const Value* find(Fits fits) {
    for (int i = 0; i < 8; ++i) {
      const Value& value = values[static_cast<std::size_t>(p.dice.below(static_cast<std::int64_t>(values.size())))];
      if (fits(value.type)) return &value;
    }
    return nullptr;
  }
  /// A value of just this type: one in sight, or made for it.
  Value of(const Tensor& type);
  /// Puts a new value in sight and gives its name.
  std::string define(const Tensor& type);
  /// `{sdy.sharding = ...} ` for results of these types, or nothing.
  std::string annotation(const std::vector<Tensor>& results);
  /// ` {sdy.sharding = ...}` for an argument or result of a function, or nothing.
  std::string borderAnnotation(const Tensor& type);
  /// A scope inside this one that sees the same values.
  Scope inner() const;

 private:
  int depth_;
  std::string indent_, text_;
};

/// Writes one random operation of many kinds into `scope`.
void writeOperation(Scope& scope);
/// Writes `count` of them.
void writeOperations(Scope& scope, int count);

// Kinds of operations; each says false where it finds no operands that suit it.
using OperationWriter = bool (*)(Scope&);
struct WeightedWriter {
  int weight;
  OperationWriter write;
};
std::vector<WeightedWriter> pointwiseWriters();
std::vector<WeightedWriter> shapeWriters();
std::vector<WeightedWriter> contractionWriters();
std::vector<WeightedWriter> regionWriters();
std::vector<WeightedWriter> annotationWriters();

std::string listText(const std::vector<std::int64_t>& list);

}  // namespace shardlens::random
