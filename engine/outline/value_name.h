#pragma once

#include <string>

#include "engine/ir/module.h"

namespace shardlens {

/// The value as the opened text uses it: `%12`, or `%12#1` where one name stands for several results; empty where the text has no name.
std::string nameAsUsed(const Module& module, ValueId value);

}  // namespace shardlens
