#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/plan/plan.h"

namespace shardlens {

class Flow;

enum class MomentKind : std::uint8_t {
  Step,
  Opening,   ///< between two steps: dimensions of the next user priority open
  Standoff,  ///< an operation could pass nothing on because of a conflict: no sharding changes
};

/// One thing that happened.
struct Moment {
  std::uint32_t firstChange = 0, changeCount = 0;
  std::uint32_t index = 0;  ///< into Trace::steps or Trace::standoffs
  MomentKind kind = MomentKind::Step;
};

/// All that happened in a plan, in order, and what of it changed which value of the program as opened. Immutable.
class Moments {
 public:
  explicit Moments(PlanPtr plan);
  ~Moments();
  Moments(const Moments&) = delete;
  Moments& operator=(const Moments&) = delete;

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] std::size_t size() const { return moments_.size(); }
  [[nodiscard]] const Moment& at(std::size_t moment) const { return moments_[moment]; }
  /// The visit of an operation that made the step or the standoff; null for an opening.
  [[nodiscard]] const Step* visitAt(std::size_t moment) const;
  [[nodiscard]] bool isStep(std::size_t moment) const { return moments_[moment].kind == MomentKind::Step; }
  [[nodiscard]] std::span<const ShardingChange> changes(std::size_t moment) const {
    return {plan_->trace.changes.data() + moments_[moment].firstChange, moments_[moment].changeCount};
  }
  [[nodiscard]] std::size_t stepCount() const { return plan_->trace.steps.size(); }
  /// Moment at which `step` happens.
  [[nodiscard]] std::size_t ofStep(std::uint32_t step) const { return ofStep_[step]; }
  /// Steps among the first `done` moments.
  [[nodiscard]] std::size_t stepsAmong(std::size_t done) const;

  /// Moments that change the sharding of a value of the opened program, in order.
  [[nodiscard]] std::span<const std::uint32_t> changing(ValueId opened) const;
  /// Values of the opened program whose sharding `slot` carries.
  [[nodiscard]] std::span<const ValueId> openedOf(ValueId slot) const;
  /// Tensors of the step's rule as values of the opened program, operands before results; invalid where one has no counterpart.
  [[nodiscard]] std::vector<ValueId> tensors(const Step& step) const;
  /// Operation of the imported module that a data-flow edge belongs to; invalid for other operations.
  [[nodiscard]] OpId edgeOwner(OpId imported) const;

 private:
  void listMoments();
  void listOpened();
  void listChanges();

  PlanPtr plan_;
  std::unique_ptr<const Flow> flow_;
  std::vector<Moment> moments_;
  std::vector<std::uint32_t> ofStep_;
  std::vector<std::uint32_t> firstOpened_, firstChanging_, changing_;  // compressed rows by slot and by opened value
  std::vector<ValueId> opened_;
};

}  // namespace shardlens
