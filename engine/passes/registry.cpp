#include <algorithm>
#include <array>

#include "engine/passes/pass.h"
#include "engine/passes/passes.h"

namespace shardlens {

std::span<const Pass> allPasses() {
  static const std::array all = [] {
    std::array made{aggressivePropagatePass(),     basicPropagatePass(), opPriorityPropagatePass(),
                    populateOpShardingRulesPass(), symbolDcePass(),      userPriorityPropagatePass()};
    std::ranges::sort(made, {}, &Pass::name);
    return made;
  }();
  return all;
}

const Pass* findPass(std::string_view name) {
  auto passes = allPasses();
  auto found = std::ranges::find(passes, name, &Pass::name);
  return found == passes.end() ? nullptr : &*found;
}

}  // namespace shardlens
