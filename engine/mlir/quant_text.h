#pragma once

#include "engine/mlir/op_printer.h"

namespace shardlens {

/// Writes all of a quantised type after `!quant.`: `uniform<i8:f32, 1.000000e+00:3>` and its kin.
void printQuantType(OpPrinter& printer, TypeId type);

}  // namespace shardlens
