#pragma once

#include <random>
#include <string>
#include <vector>

namespace shardlens::test {

/// Programs with everything that edits meet: calls, loops, barriers, groups, constraints, manual computations, constants, two results. All
/// tensors are 16x16, so that any operation can use any value before it.
class EditPrograms {
 public:
  explicit EditPrograms(unsigned seed) : random_(seed) {}

  std::string make(int operations) {
    bool oneSized = random_() % 4 == 0;
    text_ = std::string("sdy.mesh @mesh = <[\"data\"=2, \"model\"=4") + (oneSized ? ", \"one\"=1" : "") + "]>\n";
    text_ += "func.func private @helper(%a: " + kType + maybeSharding() + ", %b: " + kType + ") -> (" + kType + maybeSharding() + ") {\n";
    text_ += "  %0 = stablehlo.add %a, %b : " + kType + "\n  %1 = stablehlo.tanh %0 : " + kType + "\n  return %1 : " + kType + "\n}\n";
    text_ += "func.func public @main(%x: " + kType + maybeSharding() + ", %y: " + kType + maybeSharding() + ", %w: " + kType +
             maybeSharding() + ", %n: tensor<i32>, %s: tensor<f32>) -> (" + kType + maybeSharding() + ", " + kType + ") {\n";
    values_ = {"%x", "%y", "%w"};
    for (int i = 0; i < operations; ++i) operation(i);
    text_ += "  return " + values_.back() + ", " + value() + " : " + kType + ", " + kType + "\n}\n";
    return text_;
  }
  /// The names of values that `make` gave last.
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }

  std::string sharding() {
    static const char* const all[] = {R"([{"data"}, {}])",
                                      R"([{}, {"model"}])",
                                      R"([{"model", ?}, {?}])",
                                      R"([{"data", "model"}, {}])",
                                      R"([{?}, {"data"}p1])",
                                      R"([{"model"}p2, {?}p1])",
                                      R"([{}, {}])",
                                      R"([{"model":(1)2}, {?}])",
                                      R"([{?}, {?}], replicated={"data"})",
                                      R"([{"data"}, {?}], unreduced={"model"})"};
    return all[random_() % std::size(all)];
  }

 private:
  std::string value() { return values_[random_() % values_.size()]; }
  std::string maybeSharding() { return random_() % 2 ? std::string() : " {sdy.sharding = #sdy.sharding<@mesh, " + plain() + ">}"; }
  std::string plain() {
    static const char* const all[] = {R"([{"data"}, {}])", R"([{}, {"model"}])", R"([{"model", ?}, {?}])", R"([{?}, {"data"}p1])"};
    return all[random_() % std::size(all)];
  }
  void operation(int number) {
    std::string name = "%v" + std::to_string(number), a = value(), b = value(), end = " : " + kType + "\n";
    std::string annotated = random_() % 4 ? "" : " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, " + plain() + ">]>}";
    switch (random_() % 12) {
      case 0: text_ += "  " + name + " = stablehlo.add " + a + ", " + b + annotated + end; break;
      case 1: text_ += "  " + name + " = stablehlo.tanh " + a + annotated + end; break;
      case 2:
        text_ += "  " + name + " = stablehlo.dot_general " + a + ", " + b + ", contracting_dims = [1] x [0]" + annotated + " : (" + kType +
                 ", " + kType + ") -> " + kType + "\n";
        break;
      case 3:
        text_ += "  " + name + " = stablehlo.transpose " + a + ", dims = [1, 0]" + annotated + " : (" + kType + ") -> " + kType + "\n";
        break;
      case 4: text_ += "  " + name + " = stablehlo.constant" + annotated + " dense<1.0>" + end; break;
      case 5:
        text_ += "  " + name + " = stablehlo.broadcast_in_dim %s, dims = []" + annotated + " : (tensor<f32>) -> " + kType + "\n";
        break;
      case 6: text_ += "  " + name + " = sdy.sharding_constraint " + a + " <@mesh, " + plain() + ">" + end; break;
      case 7:
        text_ += "  sdy.sharding_group " + a + " group_id=" + std::to_string(random_() % 2) + end;
        text_ += "  " + name + " = stablehlo.negate " + a + end;
        break;
      case 8: text_ += "  " + name + " = call @helper(" + a + ", " + b + ") : (" + kType + ", " + kType + ") -> " + kType + "\n"; break;
      case 9:
        loop(name, a, b);
        name += "r";
        break;
      case 10: text_ += "  " + name + " = stablehlo.optimization_barrier " + a + end; break;
      default:
        text_ += "  " + name + " = sdy.manual_computation(" + a +
                 ") in_shardings=[<@mesh, [{\"data\"}, {}]>] out_shardings=[<@mesh, [{\"data\"}, {}]>] " +
                 "manual_axes={\"data\"} (%in: tensor<8x16xf32>) {\n    %t = stablehlo.tanh %in : tensor<8x16xf32>\n" +
                 "    sdy.return %t : tensor<8x16xf32>\n  } : (" + kType + ") -> " + kType + "\n";
    }
    values_.push_back(name);
  }
  void loop(const std::string& name, const std::string& a, const std::string& b) {
    text_ += "  " + name + ":2 = stablehlo.while(%i = %n, %c = " + a + ") : tensor<i32>, " + kType + "\n  cond {\n" +
             "    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n  } "
             "do {\n" +
             "    %d = stablehlo.add %c, " + b + " : " + kType + "\n    stablehlo.return %i, %d : tensor<i32>, " + kType + "\n  }\n";
    text_ += "  " + name + "r = stablehlo.tanh " + name + "#1 : " + kType + "\n";
  }

  inline static const std::string kType = "tensor<16x16xf32>";
  std::mt19937 random_;
  std::string text_;
  std::vector<std::string> values_;
};

}  // namespace shardlens::test
