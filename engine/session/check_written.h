#pragma once

#include <string>

#include "engine/session/written_program.h"

namespace shardlens {

/// Result of the constraint that an edit put behind `value`; `opened` is the number of operations that the program had before. Invalid
/// where there is none.
ValueId insertedBehind(const Module& written, ValueId value, std::size_t opened);
/// Operation of the written program on which the annotation stands; invalid where a constraint that an edit inserted is not found.
OpId carrierOf(const Module& written, std::size_t opened, const AnnotationKey& key);

/// What is wrong with the shardings that `carrier` has now; empty where nothing is.
std::string problemOf(const Module& written, OpId carrier);
/// What is wrong with the program as `state` wrote it; empty where nothing is.
std::string problemOf(const EditState& state, const WrittenProgram& written);

}  // namespace shardlens
