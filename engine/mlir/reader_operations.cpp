#include <algorithm>

#include "engine/mlir/number_text.h"
#include "engine/mlir/op_format.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"
#include "engine/verify/ods.h"

namespace shardlens {

namespace {

constexpr std::uint32_t kReportEvery = 4096;

std::string_view defaultDialectOf(OpKind kind) {
  if (kind == OpKind::BuiltinModule) return "builtin";
  return kind == OpKind::FuncFunc ? "func" : "";
}

bool isSegments(std::string_view name) { return name == "operandSegmentSizes" || name == "resultSegmentSizes"; }

}  // namespace

OpState& Reader::pushState() {
  if (stateDepth_ == states_.size()) states_.emplace_back();
  OpState& state = states_[stateDepth_++];
  state.kind = OpKind::Unknown;
  state.at = kNoOffset;
  state.operands.clear();
  state.results.clear();
  state.attrs.clear();
  state.regions.clear();
  state.successors.clear();
  state.names.clear();
  state.types.clear();
  state.loc = {};
  return state;
}

OpKind Reader::kindOf(std::string_view name) {
  std::uint64_t hash = hashText(name);
  std::uint32_t known = kinds_.find(name, hash);
  if (known != TextMemo::kNone) return static_cast<OpKind>(known);
  OpKind kind = opKindByName(name);
  // Only texts that stay: names put together from a default dialect do not.
  if (name.data() >= lexer_.begin() && name.data() < lexer_.end()) kinds_.add(name, hash, static_cast<std::uint32_t>(kind));
  return kind;
}

bool Reader::operation(BlockId block) {
  if (++operations_ % kReportEvery == 0 && options_.progress) {
    options_.progress->report(at(), source_->text().size());
    if (options_.progress->cancelled()) return false;
  }
  if (std::optional<bool> done = repeatedWithResult(block)) return *done;
  Offset where = at();
  std::size_t firstName = resultNames_.size();
  std::size_t count = 0;
  if (is(Tok::Percent) && !resultNames(&count)) return false;
  std::optional<OpId> op = repeated(block, count);
  if (!op && !(op = operationInFull(block, count))) return wrongToken("expected operation name in quotes");
  if (!*op) return false;
  bool bound = resultNames_.size() == firstName || bindResults(*op, firstName, where);
  resultNames_.resize(firstName);
  return bound;
}

std::optional<OpId> Reader::operationInFull(BlockId block, std::size_t resultCount) {
  if (!is(Tok::Word) && !is(Tok::String)) return std::nullopt;
  const char* start = token_.begin;
  beginSentence();
  OpId op = is(Tok::Word) ? customOperation(block, resultCount) : genericOperation(block);
  if (op) learn(op, start, resultCount);
  return op;
}

bool Reader::resultNames(std::size_t* count) {
  do {
    if (!is(Tok::Percent)) return wrongToken("expected valid ssa identifier");
    ResultName name{token_.text().substr(1), 1, at()};
    advance();
    if (consumeIf(Tok::Colon)) {
      if (!is(Tok::Integer)) return wrongToken("expected integer number of results");
      std::optional<Words> words = parseWords(token_.text(), 31);
      if (!words || words->empty()) return failHere("expected named operation to have at least 1 result");
      name.count = static_cast<std::uint32_t>(words->front());
      advance();
    }
    resultNames_.push_back(name);
    *count += name.count;
  } while (consumeIf(Tok::Comma));
  return expect(Tok::Equal, "expected '=' after SSA name");
}

bool Reader::bindResults(OpId op, std::size_t firstName, Offset where) {
  std::size_t expected = 0;
  for (std::size_t i = firstName; i < resultNames_.size(); ++i) expected += resultNames_[i].count;
  std::size_t results = module_.op(op).resultCount;
  if (results == 0) return fail(where, "cannot name an operation with no results");
  if (expected != results) {
    return fail(where,
                "operation defines " + std::to_string(results) + " results but was provided " + std::to_string(expected) + " to bind");
  }
  ValueId next = module_.op(op).firstResult;
  for (std::size_t i = firstName; i < resultNames_.size(); ++i) {
    const ResultName& name = resultNames_[i];
    for (std::uint32_t k = 0; k < name.count; ++k) module_.value(ValueId(next.value + k)).source = name.at;
    if (!define(name.name, next, name.count, name.at)) return false;
    next = ValueId(next.value + name.count);
  }
  return true;
}

bool Reader::unknownCustom(std::string_view written, std::string_view full, Offset where) {
  std::string_view dialect = full.substr(0, full.find('.'));
  std::string tail = written == full ? "" : " (tried '" + std::string(full) + "' as well)";
  if (!isKnownDialect(dialect))
    return fail(where, "Dialect `" + std::string(dialect) + "' not found for custom op '" + std::string(written) + "' " + tail);
  return fail(where, "custom op '" + std::string(written) + "' is unknown" + tail);
}

OpId Reader::customOperation(BlockId block, std::size_t resultCount) {
  Offset where = at();
  std::string_view written = token_.text();
  std::string full;
  OpKind kind = kindOf(written);
  if (kind == OpKind::Unknown && written.find('.') == std::string_view::npos) {
    full.append(frame_->defaultDialect).append(".").append(written);
    kind = kindOf(full);
  }
  advance();
  OpAssembly assembly = kind == OpKind::Unknown ? OpAssembly() : assemblyOf(kind);
  if (!assembly.parse) {
    if (kind == OpKind::Unknown) return unknownCustom(written, full.empty() ? written : full, where), OpId();
    return fail(where, "custom op '" + std::string(opInfo(kind).name) + "' has no custom assembly form"), OpId();
  }
  Frame frame{opInfo(kind).name, resultCount, defaultDialectOf(kind)};
  Frame* outer = frame_;
  frame_ = &frame;
  OpState& state = pushState();
  state.kind = kind;
  state.at = where;
  OpId made;
  std::size_t errors = diagnostics_.all().size();
  if (assembly.parse(*this, state) && diagnostics_.all().size() == errors) {
    StrId duplicate;
    AttrId attrs = attributesOf(state, &duplicate);
    if (duplicate) {
      error(where, "attribute '" + std::string(c_.str(duplicate)) + "' occurs more than once in the attribute list");
    } else {
      made = finishOperation(state, block, {}, attrs);
    }
  }
  popState();
  frame_ = outer;
  return made;
}

AttrId Reader::attributesOf(OpState& state, StrId* duplicate) {
  auto& attrs = state.attrs;
  AttrId made = dictionary(attrs);
  if (attrs.size() < 2 || c_.attr(made).subs.size() == attrs.size() * 2) {
    for (std::size_t i = 1; i < attrs.size() && !*duplicate; ++i) {
      if (attrs[i].first == attrs[i - 1].first) *duplicate = attrs[i].first;
    }
    return made;
  }
  // A long list lost its repetitions on the way: find one of them.
  std::sort(attrs.begin(), attrs.end());
  auto twice = std::adjacent_find(attrs.begin(), attrs.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice != attrs.end()) *duplicate = twice->first;
  return made;
}

OpId Reader::finishOperation(OpState& state, BlockId block, StrId unknownName, AttrId attrs) {
  attrs = withInitialValues(c_, state.kind, attrs);
  std::vector<std::uint32_t> counts(state.successors.size(), 0);
  OpId op = module_.createWithRegions({.kind = state.kind,
                                       .name = unknownName,
                                       .attrs = attrs,
                                       .loc = state.loc,
                                       .source = state.at,
                                       .operands = state.operands,
                                       .results = state.results,
                                       .successors = state.successors,
                                       .successorOperandCounts = counts},
                                      state.regions);
  module_.append(block, op);
  AttrId loc;
  if (!trailingLocation(&loc)) return {};
  if (loc) module_.op(op).loc = loc;
  return op;
}

OpId Reader::parseGenericOperation(BlockId block) {
  if (!is(Tok::String)) return wrongToken("expected operation name in quotes"), OpId();
  return genericOperation(block);
}

OpId Reader::genericOperation(BlockId block) {
  Offset where = at();
  std::string name(stringValue(token_));
  if (name.empty()) return failHere("empty operation name is invalid"), OpId();
  if (name.find('\0') != std::string::npos) return failHere("null character not allowed in operation name"), OpId();
  std::string_view quoted = token_.text().substr(1, token_.text().size() - 2);
  advance();
  OpKind kind = kindOf(quoted == name ? quoted : std::string_view(name));
  if (kind == OpKind::Unknown && !options_.allowUnknownDialects && !isKnownDialect(std::string_view(name).substr(0, name.find('.')))) {
    failHere(
        "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR "
        "tool used");
    return {};
  }
  OpState& state = pushState();
  state.kind = kind;
  state.at = where;
  AttrId properties;
  OpId made;
  if (genericTail(state, &properties, name)) {
    if (kind != OpKind::Unknown && !properties) {
      if (std::string wrong = attributeError(c_, kind, state.attrs); !wrong.empty())
        return fail(where, std::move(wrong)), popState(), OpId();
    }
    AttrId attrs = dictionary(state.attrs);
    if (kind != OpKind::Unknown && properties) attrs = mergeProperties(kind, properties, attrs);
    made = finishOperation(state, block, kind == OpKind::Unknown ? c_.str(name) : StrId(), attrs);
    if (made && kind == OpKind::Unknown && properties) module_.setProperties(made, properties);
  }
  popState();
  return made;
}

bool Reader::genericTail(OpState& state, AttrId* properties, std::string_view name) {
  std::vector<UnresolvedOperand> operands;
  if (!expect(Tok::LParen, "expected '(' to start operand list")) return false;
  if (is(Tok::Percent) && !list(Delimiter::None, [&] { return parseOperand(&operands.emplace_back(), true); })) return false;
  if (!expect(Tok::RParen, "expected ')' to end operand list")) return false;
  if (is(Tok::LSquare)) {
    if (state.kind != OpKind::Unknown && !hasTrait(state.kind, kTerminator)) return failHere("successors in non-terminator");
    advance();
    auto successor = [&] { return parseSuccessor(&state.successors.emplace_back()); };
    if (!listUntil(Tok::RSquare, "expected ',' or ']'", successor, false)) return false;
  }
  if (consumeIf(Tok::Less)) {
    *properties = attribute();
    if (!*properties || !expect(Tok::Greater, "expected '>' to close properties")) return false;
  }
  if (consumeIf(Tok::LParen)) {
    do {
      RegionId made;
      if (!region(&made, {}, false)) return false;
      state.regions.push_back(made);
    } while (consumeIf(Tok::Comma));
    if (!expect(Tok::RParen, "expected ')' to end region list")) return false;
  }
  if (is(Tok::LBrace) && !attributeEntries(&state.attrs)) return false;
  if (!expect(Tok::Colon, "expected ':' followed by operation type")) return false;
  Offset typeAt = at();
  TypeId type = this->type();
  if (!type) return false;
  const TypeData& data = c_.type(type);
  if (data.kind != TypeKind::Function) return fail(typeAt, "expected function type");
  auto inputs = static_cast<std::size_t>(data.ints[0]);
  state.results.assign(data.types.begin() + static_cast<std::ptrdiff_t>(inputs), data.types.end());
  if (inputs != operands.size()) {
    return fail(typeAt, "expected " + std::to_string(operands.size()) + " operand type" + (operands.size() == 1 ? "" : "s") + " but had " +
                            std::to_string(inputs));
  }
  for (std::size_t i = 0; i < inputs; ++i) {
    ValueId value = use(operands[i], data.types[i]);
    if (!value) return false;
    state.operands.push_back(value);
  }
  (void)name;
  return true;
}

// `<{...}>` of a known operation holds its inherent attributes; what it does not know there falls away, as in the reference.
AttrId Reader::mergeProperties(OpKind kind, AttrId properties, AttrId attrs) {
  const AttrData& given = c_.attr(properties);
  if (given.kind != AttrKind::Dictionary) return attrs;
  auto inherent = opInfo(kind).inherent;
  AttrId merged = attrs;
  for (std::size_t i = 0; i + 1 < given.subs.size(); i += 2) {
    std::string_view name = c_.attr(given.subs[i]).text;
    bool known = isSegments(name) || std::find(inherent.begin(), inherent.end(), name) != inherent.end();
    if (known) merged = c_.with(merged, name, given.subs[i + 1]);
  }
  return merged;
}

}  // namespace shardlens
