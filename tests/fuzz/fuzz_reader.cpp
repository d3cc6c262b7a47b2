// libFuzzer target: whatever bytes come in, the reader ends with a module or with diagnostics, and what it read prints and reads back.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/mlir/mlir.h"

using namespace shardlens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  ReadOptions options;
  options.allowUnknownDialects = size > 0 && (data[size - 1] & 1) != 0;
  Diagnostics diagnostics;
  auto context = std::make_shared<Context>();
  auto module = readModule(SourceBuffer::fromText("fuzz.mlir", text), context, options, diagnostics);
  if (!module) {
    if (!diagnostics.hasErrors()) std::abort();
    return 0;
  }
  std::string printed = printModule(*module, {});
  PrintOptions generic;
  generic.genericForm = true;
  generic.debugInfo = true;
  printModule(*module, generic);
  Diagnostics again;
  auto copy = readModule(SourceBuffer::fromText("again.mlir", printed), std::make_shared<Context>(), options, again);
  if (copy && printModule(*copy, {}) != printed) std::abort();
  return 0;
}
