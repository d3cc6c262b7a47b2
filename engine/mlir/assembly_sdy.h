#pragma once

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

namespace shardlens {

bool parseSdyManualComputation(OpParser& p, OpState& state);
void printSdyManualComputation(OpPrinter& p, OpId op);
bool parseSdyNamedComputation(OpParser& p, OpState& state);
void printSdyNamedComputation(OpPrinter& p, OpId op);

}  // namespace shardlens
