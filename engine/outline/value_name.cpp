#include "engine/outline/value_name.h"

#include "engine/outline/outline.h"

namespace shardlens {

std::string nameAsUsed(const Module& module, ValueId value) {
  std::string_view name = nameInText(module, value);
  if (name.empty()) return {};
  std::string text = "%" + std::string(name);
  OpId op = module.definingOp(value);
  if (!op) return text;
  // Results of one name begin at one place.
  std::uint32_t before = 0, all = 0;
  for (std::uint32_t i = 0; i < module.op(op).resultCount; ++i) {
    ValueId other = module.result(op, i);
    if (module.value(other).source != module.value(value).source) continue;
    ++all;
    if (other.value < value.value) ++before;
  }
  return all > 1 ? text + "#" + std::to_string(before) : text;
}

}  // namespace shardlens
