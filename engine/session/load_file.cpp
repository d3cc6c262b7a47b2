#include "engine/session/load_file.h"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace shardlens {

namespace {

constexpr std::size_t kChunk = 1 << 20;
constexpr std::size_t kLargest = 0xFFFFFFFEU;  // offsets are 32 bits wide

struct CloseGz {
  void operator()(gzFile_s* file) const { gzclose(file); }
};
using GzPtr = std::unique_ptr<gzFile_s, CloseGz>;

SourcePtr refuse(Diagnostics& diagnostics, const std::string& path, std::string why) {
  diagnostics.error(path, {}, std::move(why));
  return nullptr;
}

// Growth is by what the file's size foretells, so that plain text is read without a copy.
bool readAll(gzFile_s* file, std::size_t size, std::string* text, Progress* progress) {
  text->reserve(size);
  for (;;) {
    std::size_t before = text->size();
    text->resize(before + kChunk);
    int got = gzread(file, text->data() + before, kChunk);
    text->resize(before + static_cast<std::size_t>(std::max(got, 0)));
    if (got < 0) return false;
    if (got == 0 || text->size() > kLargest) return true;
    if (progress && progress->cancelled()) return true;
  }
}

}  // namespace

std::string foreignFormat(std::string_view text) {
  if (text.starts_with("ML\xEFR")) return "this is MLIR bytecode; export text with: stablehlo-opt FILE -o FILE.mlir";
  if (text.starts_with("HloModule")) return "this is HLO text; export StableHLO text with: hlo-translate --hlo-text-to-stablehlo FILE -o FILE.mlir";
  if (text.starts_with("StableHLO_v")) return "this is a StableHLO portable artifact; export text with: stablehlo-translate --deserialize FILE -o FILE.mlir";
  if (text.substr(0, 4096).find('\0') != std::string_view::npos)
    return "this is a binary file (an HLO protobuf?), not MLIR text; export text with: hlo-translate --hlo-to-stablehlo FILE -o FILE.mlir";
  return {};
}

SourcePtr loadFile(const std::string& path, Diagnostics& diagnostics, Progress* progress) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return refuse(diagnostics, path, std::string("cannot be opened: ") + std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return refuse(diagnostics, path, "is a folder, not a file");
  GzPtr file(gzopen(path.c_str(), "rb"));
  if (!file) return refuse(diagnostics, path, std::string("cannot be opened: ") + std::strerror(errno));
  gzbuffer(file.get(), kChunk);
  std::string text;
  if (!readAll(file.get(), static_cast<std::size_t>(info.st_size) + kChunk, &text, progress)) return refuse(diagnostics, path, "cannot be read or unpacked to its end");
  if (progress && progress->cancelled()) return nullptr;
  if (text.size() > kLargest) return refuse(diagnostics, path, "is larger than 4 GiB");
  if (std::string why = foreignFormat(text); !why.empty()) return refuse(diagnostics, path, std::move(why));
  return SourceBuffer::fromText(path, std::move(text));
}

}  // namespace shardlens
