#pragma once

#include <iosfwd>

#include "app/graph/layout.h"

namespace shardlens::app {

// What the window and its layout helper say to each other over pipes: numbers in text, counts first.
void writeInput(std::ostream& out, const LayoutInput& input);
bool readInput(std::istream& in, LayoutInput* input);
void writeOutput(std::ostream& out, const LayoutOutput& output);
bool readOutput(std::istream& in, LayoutOutput* output);

/// Body of the helper process: answers requests on standard input until it closes.
int runLayoutHelper(std::istream& in, std::ostream& out);

}  // namespace shardlens::app
