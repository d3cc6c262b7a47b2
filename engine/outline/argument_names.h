#pragma once

#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// The name that an argument's location gives it (`state['m']['layers'][3]['wq']`), `argN` where it has none.
std::string argumentName(const Module& module, ValueId argument);
/// Keys of an argument's name, but the last, that have a number: `layers_3` of `p['layers'][3]['wq']`, `layer_03` of `p.layer_03.wq`.
std::vector<std::string> numberedKeys(const std::string& argumentName);
/// Last key of an argument's name, `wq` of `p['layers'][3]['wq']`; the whole name where it has no keys.
std::string lastKey(const std::string& argumentName);

}  // namespace shardlens
