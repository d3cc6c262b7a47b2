#include "engine/support/foreign_format.h"

#include <algorithm>

namespace shardlens {

namespace {

struct Format {
  std::string_view magic;
  std::string_view what;     ///< `this is ...`
  std::string_view command;  ///< the file's name goes in the place of each `%`
};

using namespace std::string_view_literals;

constexpr Format kFormats[] = {
    {"HloModule"sv, "HLO text", "export StableHLO text with: hlo-translate --hlo-text-to-stablehlo % -o %.mlir"},
    {"StableHLO_v"sv, "a StableHLO portable artifact", "export text with: stablehlo-translate --deserialize % -o %.mlir"},
    {"\x28\xB5\x2F\xFD"sv, "packed with zstd", "unpack it with: zstd -d %"},
    {"\xFD"
     "7zXZ"sv,
     "packed with xz", "unpack it with: xz -d %"},
    {"BZh"sv, "packed with bzip2", "unpack it with: bzip2 -d %"},
    {"PK\x03\x04"sv, "a zip archive", "unpack it with: unzip %"},
    {"\xFF\xFE"sv, "UTF-16 text, programs are UTF-8", "convert it with: iconv -f UTF-16 -t UTF-8 % -o %.mlir"},
    {"\xFE\xFF"sv, "UTF-16 text, programs are UTF-8", "convert it with: iconv -f UTF-16 -t UTF-8 % -o %.mlir"},
    {"\xEF\xBB\xBF"sv, "UTF-8 text that begins with a byte order mark, which programs have not",
     "take it off with: sed -i '1s/^\\xEF\\xBB\\xBF//' %"},
    {"\x7F"
     "ELF"sv,
     "a program of machine code, not one of MLIR", ""},
};

constexpr Format kBytecode = {"ML\xEFR"sv, "MLIR bytecode", "export text with: stablehlo-opt % -o %.mlir"};
constexpr Format kBinary = {""sv, "a binary file (an HLO protobuf?), not MLIR text",
                            "export text with: hlo-translate --hlo-to-stablehlo % -o %.mlir"};

std::string describe(const Format& format, std::string_view name) {
  std::string text = "this is " + std::string(format.what);
  if (!format.command.empty()) text += "; ";
  for (char c : format.command) c == '%' ? text.append(name == "<stdin>" ? "FILE" : name) : text.append(1, c);
  return text;
}

/// Bytecode names who wrote it right behind its first bytes; StableHLO's serialisation signs with its version.
bool isPortableArtifact(std::string_view bytecode) { return bytecode.substr(0, 32).find("StableHLO_v") != std::string_view::npos; }

}  // namespace

std::string foreignFormat(std::string_view text, std::string_view name) {
  constexpr std::size_t kLookedAt = 4096;
  if (text.starts_with(kBytecode.magic)) return describe(isPortableArtifact(text) ? kFormats[1] : kBytecode, name);
  for (const Format& format : kFormats) {
    if (text.starts_with(format.magic)) return describe(format, name);
  }
  // One zero in a text is an error at its place, not another format.
  constexpr std::size_t kOneIn = 64;
  std::string_view looked = text.substr(0, kLookedAt);
  bool binary = static_cast<std::size_t>(std::ranges::count(looked, '\0')) * kOneIn > looked.size();
  return binary ? describe(kBinary, name) : std::string();
}

}  // namespace shardlens
