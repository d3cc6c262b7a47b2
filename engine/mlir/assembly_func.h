#pragma once

#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"

namespace shardlens {

// Printers of builtin and func operations, one a format; the readers stand in assembly_builtin.cpp and assembly_func.cpp.
// Each prints all that follows the operation's name.
void printModuleOp(OpPrinter& printer, OpId op);
void printUnrealizedCast(OpPrinter& printer, OpId op);
void printFunc(OpPrinter& printer, OpId op);
void printCall(OpPrinter& printer, OpId op);
void printCallIndirect(OpPrinter& printer, OpId op);
void printFuncConstant(OpPrinter& printer, OpId op);
void printReturn(OpPrinter& printer, OpId op);

}  // namespace shardlens
