#include <cstring>

#include "engine/mlir/reader.h"

// Operations whose text was met before, up to the names of their operands, are made from the phrase book. Where anything is out of the
// ordinary (an operand not defined yet, of another type, an odd location) the text is read in full, so errors are those of full reading.

namespace shardlens {

namespace {

std::uint32_t dialectNumber(std::string_view dialect) { return dialect == "builtin" ? 0 : dialect == "func" ? 1 : 2; }

}  // namespace

std::uint32_t Reader::surroundings(std::size_t resultCount) const {
  return static_cast<std::uint32_t>(resultCount) * 4 + dialectNumber(frame_->defaultDialect);
}

// The most common of all beginnings needs no tokens.
std::optional<bool> Reader::repeatedWithResult(BlockId block) {
  constexpr std::string_view kIs = " = ";
  const char* p = token_.end;
  bool mayBegin =
      is(Tok::Percent) && static_cast<std::size_t>(lexer_.end() - p) > kIs.size() && std::memcmp(p, kIs.data(), kIs.size()) == 0;
  if (!mayBegin) return std::nullopt;
  std::string_view name = token_.text().substr(1);
  Offset where = at();
  std::optional<OpId> op = repeatedAt(block, p + kIs.size(), 1);
  if (!op) return std::nullopt;
  if (!*op) return false;
  ValueId result = module_.result(*op);
  module_.value(result).source = where;
  return define(name, result, 1, where);
}

std::optional<OpId> Reader::repeated(BlockId block, std::size_t resultCount) {
  if ((!is(Tok::Word) && !is(Tok::String)) || resultCount >= (1U << 16)) return std::nullopt;
  return repeatedAt(block, token_.begin, resultCount);
}

std::optional<OpId> Reader::repeatedAt(BlockId block, const char* start, std::size_t resultCount) {
  const Phrase* phrase = depth_ < kShallow ? phrases_.read(start, surroundings(resultCount)) : nullptr;
  if (!phrase || (resultCount != 0 && phrase->results != resultCount)) return std::nullopt;
  phraseOperands_.clear();
  for (const Phrase::Operand& operand : phrases_.operands(*phrase)) {
    const UnresolvedOperand& written = phrases_.hole(operand.hole);
    const SsaName* known = scopes_.find(scopes_.key(written.name));
    if (!known || !known->defined() || written.number >= known->count) return std::nullopt;
    ValueId value(known->first.value + written.number);
    if (module_.type(value) != operand.type) return std::nullopt;
    phraseOperands_.push_back(value);
  }
  Offset source = offset(start) + phrase->source;
  AttrId loc;
  if (phrase->follow == Phrase::Follow::Location) {
    if (!plainLocation(phrases_.end(), &loc)) {
      resetTo(phrases_.end());
      if (!trailingLocation(&loc)) return OpId();
    }
  } else {
    resetTo(phrases_.end());
  }
  RegionId region;
  if (phrase->body != OpKind::Unknown) region = createBinaryRegion(phrase->body, OpKind::StablehloReturn, phrase->bodyType, source, loc);
  OpId op = module_.createWithRegions({.kind = phrase->kind,
                                       .attrs = phrase->attrs,
                                       .loc = loc,
                                       .source = source,
                                       .operands = phraseOperands_,
                                       .results = phrases_.results(*phrase)},
                                      {&region, phrase->body != OpKind::Unknown ? 1U : 0U});
  module_.append(block, op);
  return op;
}

void Reader::beginSentence() {
  used_.clear();
  usedValues_.clear();
  follow_ = nullptr;
  binaryBody_ = {};
}

// What a phrase leaves out must not matter: results and attributes are the operation's, operands those that were asked for, in order.
void Reader::learn(OpId op, const char* start, std::size_t resultCount) {
  const Operation& o = module_.op(op);
  bool body = o.regionCount == 1 && binaryBody_.region == module_.regionOf(op);
  bool plain = o.kind != OpKind::Unknown && (o.regionCount == 0 || body) && follow_ && used_.size() == o.operandCount &&
               module_.successors(op).empty() && resultCount < (1U << 16);
  if (!plain) return;
  Phrase read;
  read.kind = o.kind;
  read.attrs = o.attrs;
  read.surroundings = surroundings(resultCount);
  if (body) read.body = binaryBody_.kind, read.bodyType = binaryBody_.type;
  read.source = o.source - offset(start);
  switch (*follow_) {
    case 'l': read.follow = Phrase::Follow::Location; break;
    case '%': read.follow = Phrase::Follow::Percent; break;
    case '}': read.follow = Phrase::Follow::Brace; break;
    default: return;
  }
  phraseTypes_.clear();
  for (std::uint32_t i = 0; i < o.operandCount; ++i) {
    if (module_.operand(op, i) != usedValues_[i]) return;
    phraseTypes_.push_back(module_.type(usedValues_[i]));
  }
  for (std::uint32_t i = 0; i < o.resultCount; ++i) phraseTypes_.push_back(module_.type(module_.result(op, i)));
  phrases_.add(start, follow_, read, used_, std::span(phraseTypes_).first(o.operandCount), std::span(phraseTypes_).subspan(o.operandCount));
}

}  // namespace shardlens
