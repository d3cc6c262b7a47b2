#pragma once

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

namespace shardlens {

// StableHLO operations whose text is more than a line of parts. Each reads and prints all that follows the operation's name.
bool parseConstant(OpParser& p, OpState& s);  ///< `{attrs} dense<1.0> : tensor<f32>`, or `() <{value = ...}> : () -> t`
void printConstant(OpPrinter& p, OpId op);
bool parseBarrier(OpParser& p, OpState& s);  ///< `{attrs} %a, %b : t, t`, or `{attrs} ()`
void printBarrier(OpPrinter& p, OpId op);
bool parseReduce(OpParser& p, OpState& s);  ///< `(%a init: %b) applies ... across dimensions = [0] : fn`, or with a reducer
void printReduce(OpPrinter& p, OpId op);
bool parseWhile(OpParser& p, OpState& s);  ///< `(%i = %a) : t attributes {} cond {...} do {...}`
void printWhile(OpPrinter& p, OpId op);

}  // namespace shardlens
