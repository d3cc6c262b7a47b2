#include "engine/passes/dump_module.h"

#include <fstream>

#include "engine/mlir/mlir.h"

namespace shardlens {

void dumpModule(const Module& module, std::string_view directory, std::int64_t index, std::string_view name, Diagnostics& diagnostics) {
  if (directory.empty()) return;
  std::string number = std::to_string(index);
  std::string path = std::string(directory) + (number.size() < 2 ? "/0" : "/") + number + "." + std::string(name) + ".mlir";
  std::ofstream file(path);
  printModule(module, {}, [&](std::string_view text) { file.write(text.data(), static_cast<std::streamsize>(text.size())); });
  if (!file.flush()) diagnostics.add({Severity::Warning, {}, {}, "cannot write " + path, {}});
}

}  // namespace shardlens
