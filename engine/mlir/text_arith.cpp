#include <algorithm>

#include "engine/mlir/assembly_arith.h"

// Flags of arithmetic. Nothing in a sharding plan looks at them, so they are kept as their canonical spelling.

namespace shardlens {

namespace {

using Word = std::string_view;

constexpr Word kOverflow[] = {"nsw", "nuw"};
constexpr Word kFastMath[] = {"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"};
constexpr ArithFlags kFlags[] = {
    {"overflow", "Arith_IntegerOverflowAttr", "::mlir::arith::IntegerOverflowFlags", ", ", kOverflow, ""},
    {"fastmath", "Arith_FastMathAttr", "::mlir::arith::FastMathFlags", ",", kFastMath, "fast"},
};

std::uint32_t allBits(const ArithFlags& flags) { return (1U << flags.words.size()) - 1; }

std::string choices(const ArithFlags& flags) {
  std::string list = "none";
  for (Word word : flags.words) list.append(", ").append(word);
  if (!flags.allWord.empty()) list.append(", ").append(flags.allWord);
  return list;
}

bool parseFlag(OpParser& p, const ArithFlags& flags, std::uint32_t* bits) {
  Offset at = p.at();
  Word word;
  if (!p.parseKeyword(&word)) return false;
  if (word == "none") return true;
  if (!flags.allWord.empty() && word == flags.allWord) return *bits |= allBits(flags), true;
  auto found = std::ranges::find(flags.words, word);
  if (found == flags.words.end()) return p.error(at, "expected " + std::string(flags.cppName) + " to be one of: " + choices(flags));
  *bits |= 1U << (found - flags.words.begin());
  return true;
}

std::string spelled(const ArithFlags& flags, std::uint32_t bits) {
  if (bits == 0) return "none";
  if (!flags.allWord.empty() && bits == allBits(flags)) return std::string(flags.allWord);
  std::string text;
  for (std::size_t i = 0; i < flags.words.size(); ++i) {
    if ((bits >> i & 1) == 0) continue;
    if (!text.empty()) text += flags.separator;
    text += flags.words[i];
  }
  return text;
}

AttrId flagsAttribute(Context& c, const ArithFlags& flags, std::uint32_t bits) {
  std::string text = "arith." + std::string(flags.mnemonic) + "<" + spelled(flags, bits) + ">";
  return c.attr({.kind = AttrKind::Dialect, .text = text});
}

bool parseArithAttribute(OpParser& p, Word mnemonic, Offset, TypeId, AttrId* out) {
  for (const ArithFlags& flags : kFlags) {
    if (flags.mnemonic == mnemonic) return parseArithFlags(p, flags, out);
  }
  return false;
}

}  // namespace

const DialectText kArithText = {"arith", parseArithAttribute, nullptr, nullptr, nullptr};

const ArithFlags* arithFlagsOf(OpKind kind) {
  switch (kind) {
    case OpKind::ArithAddI:
    case OpKind::ArithSubI:
    case OpKind::ArithMulI: return &kFlags[0];
    case OpKind::ArithAddF:
    case OpKind::ArithSubF:
    case OpKind::ArithMulF: return &kFlags[1];
    default: return nullptr;
  }
}

AttrId noArithFlags(Context& c, const ArithFlags& flags) { return flagsAttribute(c, flags, 0); }

bool parseArithFlags(OpParser& p, const ArithFlags& flags, AttrId* out) {
  std::uint32_t bits = 0;
  if (!p.parseLess()) return false;
  do {
    if (parseFlag(p, flags, &bits)) continue;
    return p.error("failed to parse " + std::string(flags.attribute) + " parameter 'value' which is to be a `" +
                   std::string(flags.cppName) + "`");
  } while (p.parseOptionalComma());
  if (!p.parseGreater()) return false;
  *out = flagsAttribute(p.context(), flags, bits);
  return true;
}

}  // namespace shardlens
