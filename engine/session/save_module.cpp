#include <cerrno>
#include <cstdio>
#include <cstring>

#include "engine/mlir/mlir.h"
#include "engine/session/document.h"

namespace shardlens {

// A file of the same folder takes the old one's place only once it is whole.
std::string saveModule(const Module& module, const std::string& path) {
  std::string part = path + ".part";
  std::FILE* file = std::fopen(part.c_str(), "wb");
  if (!file) return "cannot write " + path + ": " + std::strerror(errno);
  PrintOptions options;
  options.debugInfo = true;
  bool good = true;
  printModule(module, options,
              [&](std::string_view text) { good = good && std::fwrite(text.data(), 1, text.size(), file) == text.size(); });
  good = std::fclose(file) == 0 && good;
  if (good && std::rename(part.c_str(), path.c_str()) == 0) return {};
  std::string why = "cannot write " + path + ": " + std::strerror(errno);
  std::remove(part.c_str());
  return why;
}

}  // namespace shardlens
