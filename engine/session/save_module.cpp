#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

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
  auto write = [&](std::string_view text) { good = good && std::fwrite(text.data(), 1, text.size(), file) == text.size(); };
  // The reference's tool ends what it prints with an empty line, which would be one more each time.
  std::string ends;
  printModule(module, options, [&](std::string_view text) {
    std::size_t last = text.find_last_not_of('\n') + 1;
    if (last > 0) write(std::exchange(ends, {}));
    write(text.substr(0, last));
    ends += text.substr(last);
  });
  write(ends.substr(0, 1));
  good = std::fclose(file) == 0 && good;
  if (good && std::rename(part.c_str(), path.c_str()) == 0) return {};
  std::string why = "cannot write " + path + ": " + std::strerror(errno);
  std::remove(part.c_str());
  return why;
}

}  // namespace shardlens
