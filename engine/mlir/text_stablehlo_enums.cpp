#include <algorithm>

#include "engine/mlir/text_stablehlo.h"

namespace shardlens::hlotext {

namespace {

using Word = std::string_view;

constexpr Word kPrecision[] = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr Word kAccuracyMode[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};
constexpr Word kFftType[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr Word kComparisonDirection[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr Word kComparison[] = {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
constexpr Word kTranspose[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr Word kDistribution[] = {"UNIFORM", "NORMAL"};
constexpr Word kAlgorithm[] = {"DEFAULT", "THREE_FRY", "PHILOX"};

constexpr EnumWords stablehlo(Word mnemonic, Word cppName, StablehloEnumKind kind, std::span<const Word> words, std::int64_t first = 0) {
  return {mnemonic, cppName, AttrKind::StablehloEnum, static_cast<std::uint8_t>(kind), first, words};
}
constexpr EnumWords chlo(Word mnemonic, Word cppName, ChloEnumKind kind, std::span<const Word> words) {
  return {mnemonic, cppName, AttrKind::ChloEnum, static_cast<std::uint8_t>(kind), 0, words};
}

constexpr EnumWords kStablehlo[] = {
    stablehlo("precision", "::mlir::stablehlo::Precision", StablehloEnumKind::Precision, kPrecision),
    stablehlo("result_accuracy_mode", "::mlir::stablehlo::ResultAccuracyMode", StablehloEnumKind::ResultAccuracyMode, kAccuracyMode),
    stablehlo("fft_type", "::mlir::stablehlo::FftType", StablehloEnumKind::FftType, kFftType),
    stablehlo("comparison_direction", "::mlir::stablehlo::ComparisonDirection", StablehloEnumKind::ComparisonDirection,
              kComparisonDirection),
    stablehlo("comparison_type", "::mlir::stablehlo::ComparisonType", StablehloEnumKind::ComparisonType, kComparison),
    stablehlo("transpose", "::mlir::stablehlo::Transpose", StablehloEnumKind::Transpose, kTranspose),
    stablehlo("rng_distribution", "::mlir::stablehlo::RngDistribution", StablehloEnumKind::RngDistribution, kDistribution, 1),
    stablehlo("rng_algorithm", "::mlir::stablehlo::RngAlgorithm", StablehloEnumKind::RngAlgorithm, kAlgorithm),
};

constexpr EnumWords kChlo[] = {
    chlo("comparison_direction", "::mlir::chlo::ComparisonDirection", ChloEnumKind::ComparisonDirection, kComparisonDirection),
    chlo("comparison_type", "::mlir::chlo::ComparisonType", ChloEnumKind::ComparisonType, kComparison),
    chlo("precision", "::mlir::chlo::Precision", ChloEnumKind::Precision, kPrecision),
};

const EnumWords& find(std::span<const EnumWords> all, std::uint8_t sub) {
  return *std::find_if(all.begin(), all.end(), [&](const EnumWords& words) { return words.sub == sub; });
}

/// Says after an error of its own which attribute could not be read: `StableHLO_PrecisionAttr` of `::mlir::stablehlo::Precision`.
bool failedToParse(OpParser& p, const EnumWords& words) {
  std::string_view type = words.cppName;
  std::string attr = words.attrKind == AttrKind::ChloEnum ? "CHLO_" : "StableHLO_";
  attr += type.substr(type.rfind(':') + 1);
  return p.error("failed to parse " + attr + "Attr parameter 'value' which is to be a `" + std::string(type) + "`");
}

}  // namespace

std::span<const EnumWords> stablehloEnums() { return kStablehlo; }
std::span<const EnumWords> chloEnums() { return kChlo; }
const EnumWords& enumWords(StablehloEnumKind kind) { return find(kStablehlo, static_cast<std::uint8_t>(kind)); }
const EnumWords& enumWords(ChloEnumKind kind) { return find(kChlo, static_cast<std::uint8_t>(kind)); }

bool parseEnum(OpParser& p, const EnumWords& words, AttrId* out) {
  Offset at = p.at();
  std::string_view word;
  std::string quoted;
  if (!p.parseOptionalKeyword(&word)) {
    if (!p.parseOptionalString(&quoted)) {
      p.error(at, "expected valid keyword or string");
      return failedToParse(p, words);
    }
    word = quoted;
  }
  auto found = std::find(words.words.begin(), words.words.end(), word);
  if (found == words.words.end()) {
    std::string message = "expected " + std::string(words.cppName) + " to be one of: ";
    for (const Word& known : words.words) message.append(&known == words.words.data() ? "" : ", ").append(known);
    p.error(at, std::move(message));
    return failedToParse(p, words);
  }
  std::int64_t value = words.first + (found - words.words.begin());
  *out = p.context().attr({.kind = words.attrKind, .sub = words.sub, .ints = {&value, 1}});
  return true;
}

void printEnum(OpPrinter& p, const EnumWords& words, AttrId attr) {
  auto ints = p.context().attr(attr).ints;
  auto index = static_cast<std::size_t>(ints.empty() ? -1 : ints[0] - words.first);
  if (index < words.words.size()) p << words.words[index];
}

}  // namespace shardlens::hlotext
