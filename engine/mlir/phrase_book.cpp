#include "engine/mlir/phrase_book.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/mlir/lexer.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

constexpr std::ptrdiff_t kLongest = 2048;       ///< of a sentence; longer ones hold constants and are rarely said twice
constexpr std::size_t kMostPhrases = 1U << 15;  ///< a program that repeats nothing need not fill the memory
constexpr std::size_t kMostDigits = 9;

constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> made{};
  for (char c : {'%', '"', '\n', '(', '\0'}) made[static_cast<unsigned char>(c)] = true;
  return made;
}();

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The quote that ends the string opened at `p`, or null where the line ends before.
const char* closingQuote(const char* p, const char* limit) {
  for (++p; p < limit && *p != '\n'; ++p) {
    if (*p == '"') return p;
    if (*p == '\\') ++p;
  }
  return nullptr;
}

bool isLocation(const char* begin, const char* bracket) {
  return bracket - begin > 3 && isBlank(bracket[-4]) && std::memcmp(bracket - 3, "loc", 3) == 0;
}

/// The next `%` outside of strings or the end of the sentence that begins at `begin`; null where it is not a plain one.
const char* passLiteral(const char* begin, const char* p, const char* limit) {
  for (; p < limit; ++p) {
    if (!kStops[static_cast<unsigned char>(*p)]) continue;
    if (*p == '%' || *p == '\n') return p;
    if (*p == '\0') return nullptr;
    if (*p == '(') {
      if (isLocation(begin, p)) return p - 3;
    } else if (!(p = closingQuote(p, limit))) {
      return nullptr;
    }
  }
  return nullptr;
}

const char* passBlanks(const char* p, const char* end) {
  while (p < end && isBlank(*p)) ++p;
  return p;
}

bool followsAt(Phrase::Follow follow, const char* p, const char* end) {
  switch (follow) {
    case Phrase::Follow::Location: return end - p > 4 && std::memcmp(p, "loc(", 4) == 0;
    case Phrase::Follow::Percent: return p < end && *p == '%';
    case Phrase::Follow::Brace: return p < end && *p == '}';
  }
  return false;
}

}  // namespace

/// Takes the name behind a `%` into `holes_`; its end, or null. Names end where the lexer ends them.
const char* PhraseBook::readHole(const char* p) {
  UnresolvedOperand& hole = holes_.emplace_back();
  const char* name = p;
  hole.at = static_cast<Offset>(p - 1 - begin_);
  if (p < end_ && isClass(*p, kDigit)) {
    while (p < end_ && isClass(*p, kDigit)) ++p;
  } else {
    while (p < end_ && isClass(*p, kSuffixRest)) ++p;
  }
  if (p == name) return nullptr;
  hole.name = {name, static_cast<std::size_t>(p - name)};
  return p;
}

bool PhraseBook::matches(const Phrase& phrase, const char* p) {
  holes_.clear();
  const std::string_view* piece = pieces_.data() + phrase.firstPiece;
  for (std::uint32_t i = 0;; ++i, ++piece) {
    if (static_cast<std::size_t>(end_ - p) < piece->size() || std::memcmp(p, piece->data(), piece->size()) != 0) return false;
    p += piece->size();
    if (i + 1 == phrase.pieces) break;
    if (piece->back() == '#') {
      // The number of a result, behind the name of the hole before.
      const char* digits = p;
      while (p < end_ && isClass(*p, kDigit)) holes_.back().number = holes_.back().number * 10 + static_cast<std::uint32_t>(*p++ - '0');
      if (p == digits || static_cast<std::size_t>(p - digits) > kMostDigits) return false;
    } else if (!(p = readHole(p))) {
      return false;
    }
  }
  const char* follow = passBlanks(p, end_);
  if (follow == p || !followsAt(phrase.follow, follow, end_)) return false;
  matchEnd_ = follow;
  return true;
}

const Phrase* PhraseBook::read(const char* at, std::uint32_t surroundings) {
  auto fits = [&](std::uint32_t i) { return phrases_[i].surroundings == surroundings && matches(phrases_[i], at); };
  if (cutAt_ == at) return nullptr;  // as it was a moment ago
  std::uint32_t found = order_.guess();
  if (found == InternTable::kEmpty || !fits(found)) {
    found = cut(at) ? table_.find(hashMix(cutHash_, surroundings), fits) : InternTable::kEmpty;
  }
  if (found == InternTable::kEmpty) return nullptr;
  cutAt_ = nullptr;
  order_.add(found);
  return &phrases_[found];
}

/// Cuts the sentence at `at` at its holes.
bool PhraseBook::cut(const char* at) {
  cutAt_ = nullptr;
  cut_.clear();
  holes_.clear();
  cutHash_ = 0;
  auto piece = [&](const char* from, const char* to) {
    cut_.emplace_back(from, static_cast<std::size_t>(to - from));
    cutHash_ = hashBytes(from, static_cast<std::size_t>(to - from), cutHash_);
  };
  const char* limit = end_ - at > kLongest ? at + kLongest : end_;
  const char* from = at;
  for (const char* p = at;;) {
    p = passLiteral(at, p, limit);
    if (!p) return false;
    if (*p != '%') {
      while (p > from && isBlank(p[-1])) --p;
      piece(from, p);
      break;
    }
    piece(from, ++p);
    if (!(p = readHole(p))) return false;
    from = p;
    if (p < limit && *p == '#') {
      piece(from, ++p);
      while (p < limit && isClass(*p, kDigit)) holes_.back().number = holes_.back().number * 10 + static_cast<std::uint32_t>(*p++ - '0');
      if (static_cast<std::size_t>(p - from) > kMostDigits + 1) return false;
      from = p;
    }
  }
  cutAt_ = at;
  return true;
}

void PhraseBook::add(const char* at, const char* follow, const Phrase& read, std::span<const UnresolvedOperand> operands,
                     std::span<const TypeId> operandTypes, std::span<const TypeId> results) {
  if (cutAt_ != at || phrases_.size() >= kMostPhrases || operands.size() != holes_.size() || read.source >= cut_[0].size()) return;
  const char* end = cut_.back().data() + cut_.back().size();
  if (follow <= end || passBlanks(end, follow) != follow || !followsAt(read.follow, follow, end_)) return;
  std::size_t firstOperand = operands_.size();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    auto hole = std::ranges::find(holes_, operands[i].at, &UnresolvedOperand::at);
    bool known = hole != holes_.end() && hole->name == operands[i].name && hole->number == operands[i].number;
    if (!known) return operands_.resize(firstOperand);
    operands_.push_back({static_cast<std::uint32_t>(hole - holes_.begin()), operandTypes[i]});
  }
  Phrase kept = read;
  kept.firstPiece = static_cast<std::uint32_t>(pieces_.size());
  kept.pieces = static_cast<std::uint32_t>(cut_.size());
  kept.firstOperand = static_cast<std::uint32_t>(firstOperand);
  kept.operands = static_cast<std::uint32_t>(operands.size());
  kept.firstResult = static_cast<std::uint32_t>(results_.size());
  kept.results = static_cast<std::uint32_t>(results.size());
  pieces_.insert(pieces_.end(), cut_.begin(), cut_.end());
  results_.insert(results_.end(), results.begin(), results.end());
  auto index = static_cast<std::uint32_t>(phrases_.size());
  phrases_.push_back(kept);
  table_.insert(hashMix(cutHash_, read.surroundings), index);
  order_.add(index);
}

}  // namespace shardlens
