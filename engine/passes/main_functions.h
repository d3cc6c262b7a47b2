#pragma once

#include <vector>

#include "engine/ir/module.h"

namespace shardlens {

/// Functions of the module, in their order.
std::vector<OpId> functionsOf(const Module& module);

/// `main` or the only function; without one called so, all that nothing names: the program's ends as propagation takes them.
std::vector<OpId> mainFunctions(const Module& module);

/// Entry block of a function; invalid for a declaration.
BlockId bodyOf(const Module& module, OpId func);

/// `func.return` at the end of a function's first block; invalid where there is none.
OpId returnOf(const Module& module, OpId func);

}  // namespace shardlens
