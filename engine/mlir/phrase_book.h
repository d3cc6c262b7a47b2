#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/ir/intern.h"
#include "engine/ir/module.h"
#include "engine/mlir/op_parser.h"
#include "engine/support/sequence_guess.h"

namespace shardlens {

/// What the text of an operation says when its operands are left out: `stablehlo.add %, % : tensor<8xf32>`.
struct Phrase {
  /// What stands behind it; formats see one token behind their last, so the same text before another token may be read otherwise.
  enum class Follow : std::uint8_t { Location, Percent, Brace };
  struct Operand {
    std::uint32_t hole = 0;
    TypeId type;
  };

  OpKind kind = OpKind::Unknown;
  OpKind body = OpKind::Unknown;  ///< where the format makes a region of one operation on two arguments
  TypeId bodyType;
  AttrId attrs;
  std::uint32_t source = 0;  ///< the operation's place, counted from its first character
  Follow follow = Follow::Percent;

  // Kept by the book.
  std::uint32_t surroundings = 0;
  std::uint32_t firstPiece = 0, pieces = 0;  ///< literal text, each piece but the last with the `%` of a hole at its end
  std::uint32_t firstOperand = 0, operands = 0;
  std::uint32_t firstResult = 0, results = 0;
};

/// Sentences of a program that were read before. Programs of many equal layers say some hundred of them again and again: one that is
/// met again is compared with the text, which is many times faster than to read it.
///
/// Sentences end with their line or before ` loc(`. A hole is a name of a value, with its `#number`; all else must be equal byte for
/// byte, so that it is cut into equal tokens and read alike.
class PhraseBook {
 public:
  explicit PhraseBook(std::string_view text) : begin_(text.data()), end_(text.data() + text.size()) {}

  /// The phrase whose text stands at `at`, or null; then `holes` and `end` say how its text goes on.
  const Phrase* read(const char* at, std::uint32_t surroundings);
  [[nodiscard]] const UnresolvedOperand& hole(std::uint32_t i) const { return holes_[i]; }
  [[nodiscard]] const char* end() const { return matchEnd_; }  ///< first character of the token behind the phrase

  /// Keeps how the text at `at`, for which `read` found nothing, was understood. Nothing is kept where operands do not match holes.
  void add(const char* at, const char* follow, const Phrase& read, std::span<const UnresolvedOperand> operands,
           std::span<const TypeId> operandTypes, std::span<const TypeId> results);

  [[nodiscard]] std::span<const Phrase::Operand> operands(const Phrase& p) const { return {operands_.data() + p.firstOperand, p.operands}; }
  [[nodiscard]] std::span<const TypeId> results(const Phrase& p) const { return {results_.data() + p.firstResult, p.results}; }

 private:
  bool cut(const char* at);
  bool matches(const Phrase& phrase, const char* at);
  const char* readHole(const char* p);

  const char* begin_;
  const char* end_;
  std::vector<Phrase> phrases_;
  std::vector<std::string_view> pieces_;
  std::vector<Phrase::Operand> operands_;
  std::vector<TypeId> results_;
  InternTable table_;
  SequenceGuess order_;
  std::vector<UnresolvedOperand> holes_;
  const char* matchEnd_ = nullptr;

  // The sentence that was cut last.
  const char* cutAt_ = nullptr;
  std::uint64_t cutHash_ = 0;
  std::vector<std::string_view> cut_;
};

}  // namespace shardlens
