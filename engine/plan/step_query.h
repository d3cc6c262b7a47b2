#pragma once

#include <optional>
#include <string>

#include "engine/plan/step_facts.h"

namespace shardlens {

/// What a person looks for among moments; all that is given must hold. The same says where to break.
struct StepQuery {
  std::string op;    ///< name of the operation, `stablehlo.dot_general`
  std::string axis;  ///< name of an axis that the step gives to a tensor
  ValueId value;     ///< of the program as opened: the moment changes it
  bool conflicts = false;
  bool operator==(const StepQuery&) const = default;
  [[nodiscard]] bool empty() const { return op.empty() && axis.empty() && !value && !conflicts; }
};

/// True where `moment` is meant. Looks at nothing that changes: any thread may ask.
bool matches(const StepQuery& query, const Moments& moments, const StepFacts& facts, std::size_t moment);

/// First moment from `moment` on that changes `value`, and the last before it.
std::optional<std::size_t> nextChange(const Moments& moments, ValueId value, std::size_t moment);
std::optional<std::size_t> previousChange(const Moments& moments, ValueId value, std::size_t moment);

}  // namespace shardlens
