#pragma once

#include <functional>
#include <initializer_list>
#include <span>

#include "engine/sharding/sharding.h"

namespace shardlens {

/// Stands in lists of dimensions for an operand or result that has no dimension on a factor.
inline constexpr std::int64_t kNoDim = -1;

using Dims = std::vector<std::int64_t>;

/// One operation as the rules look at it.
struct RuleView {
  const Module& m;
  OpId op;
  bool conservative = false;

  [[nodiscard]] Context& c() const { return m.context(); }
  [[nodiscard]] OpKind kind() const { return m.op(op).kind; }
  [[nodiscard]] std::uint32_t operands() const { return m.op(op).operandCount; }
  [[nodiscard]] std::uint32_t results() const { return m.op(op).resultCount; }
  [[nodiscard]] TypeId operandType(std::uint32_t i) const { return m.type(m.operand(op, i)); }
  [[nodiscard]] TypeId resultType(std::uint32_t i = 0) const { return m.type(m.result(op, i)); }
  [[nodiscard]] std::span<const std::int64_t> in(std::uint32_t i = 0) const { return shapeOf(c(), operandType(i)); }
  [[nodiscard]] std::span<const std::int64_t> out(std::uint32_t i = 0) const { return shapeOf(c(), resultType(i)); }
  /// Operation that defines operand `i`; OpKind::Unknown for an argument.
  [[nodiscard]] OpKind definedBy(ValueId value) const;
  [[nodiscard]] OpKind definedBy(std::uint32_t operand) const { return definedBy(m.operand(op, operand)); }

  [[nodiscard]] AttrId attr(std::string_view name) const { return m.attribute(op, name); }
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise = 0) const;
  [[nodiscard]] std::span<const std::int64_t> list(std::string_view name) const;
};

/// Collects factors and which dimensions they lie on.
class RuleBuilder {
 public:
  explicit RuleBuilder(const RuleView& view);

  /// A factor on the given dimension of each operand and each result (kNoDim: on none of that tensor).
  RuleBuilder& factor(std::span<const std::int64_t> operandDims, std::span<const std::int64_t> resultDims, std::int64_t size,
                      FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  RuleBuilder& factor(std::initializer_list<std::int64_t> operandDims, std::initializer_list<std::int64_t> resultDims, std::int64_t size,
                      FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  /// A factor on dimension `dim` of every operand and result that has dimensions.
  RuleBuilder& everywhere(std::int64_t dim, std::int64_t size, FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  /// The same for operands or results only.
  RuleBuilder& onOperands(std::int64_t dim, std::int64_t size, FactorKind kind);
  RuleBuilder& onResults(std::int64_t dim, std::int64_t size, FactorKind kind);
  /// A pass-through factor everywhere for each dimension of `shape`.
  RuleBuilder& pointwise(std::span<const std::int64_t> shape);
  /// The same, but dimensions whose sizes differ between `in` and `out` become of `kind`.
  RuleBuilder& pointwiseMismatch(std::span<const std::int64_t> in, std::span<const std::int64_t> out, FactorKind kind, bool blocked);

  /// The rule; dimensions without a factor get one of size 1 each, in order of operands and results.
  ShardingRule build();

 private:
  std::int64_t reserve(std::int64_t size, FactorKind kind, bool blocked);
  ShardingRule rule_;
};

}  // namespace shardlens
