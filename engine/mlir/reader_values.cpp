#include <algorithm>

#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

bool OpParser::resolve(const std::vector<UnresolvedOperand>& operands, const std::vector<TypeId>& types, Offset where,
                       std::vector<ValueId>* out) {
  if (operands.size() != types.size()) {
    return error(where, "number of operands and types do not match: got " + std::to_string(operands.size()) + " operands and " +
                            std::to_string(types.size()) + " types");
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!resolve(operands[i], types[i], out)) return false;
  }
  return true;
}

bool Reader::parseOperand(UnresolvedOperand* out, bool allowResultNumber) {
  if (!is(Tok::Percent)) return wrongToken("expected SSA operand");
  out->name = token_.text().substr(1);
  out->number = 0;
  out->at = at();
  advance();
  if (!is(Tok::Hash)) return true;
  if (!allowResultNumber) return failHere("result number not allowed in argument list");
  std::string_view digits = token_.text().substr(1);
  bool number = std::all_of(digits.begin(), digits.end(), [](char c) { return isClass(c, kDigit); });
  std::optional<Words> words = number ? parseWords(digits, 31) : std::nullopt;
  if (!words) return failHere("invalid SSA value result number");
  out->number = words->empty() ? 0 : static_cast<std::uint32_t>(words->front());
  advance();
  return true;
}

std::optional<bool> Reader::parseOptionalOperand(UnresolvedOperand* out, bool allowResultNumber) {
  if (!is(Tok::Percent)) return std::nullopt;
  return parseOperand(out, allowResultNumber);
}

bool Reader::parseOperandList(std::vector<UnresolvedOperand>* out, Delimiter delimiter) {
  if (delimiter == Delimiter::None && !is(Tok::Percent)) return true;
  return list(
      delimiter, [&] { return parseOperand(&out->emplace_back(), true); }, " in operand list");
}

bool Reader::resolve(const UnresolvedOperand& operand, TypeId type, std::vector<ValueId>* out) {
  ValueId value = use(operand, type);
  if (!value) return false;
  out->push_back(value);
  return true;
}

ValueId Reader::use(const UnresolvedOperand& operand, TypeId type) {
  ValueId value = find(operand, type);
  used_.push_back(operand);
  usedValues_.push_back(value);
  return value;
}

ValueId Reader::find(const UnresolvedOperand& operand, TypeId type) {
  SsaScopes::Key key = scopes_.key(operand.name);
  const SsaName* known = scopes_.find(key);
  if (!known || !known->defined()) return forwardUse(key, operand, type);
  if (operand.number >= known->count) return fail(operand.at, "reference to invalid result number"), ValueId();
  ValueId value(known->first.value + operand.number);
  if (module_.type(value) == type) return value;
  Offset definition = known->at;
  fail(operand.at, "use of value '%" + std::string(operand.name) + "' expects different type than prior uses: " + print(type) + " vs " +
                       print(module_.type(value)));
  note(definition, "prior use here");
  return {};
}

// A use before the definition gets the result of an operation that stands in no block, until the definition comes.
ValueId Reader::forwardUse(SsaScopes::Key key, const UnresolvedOperand& operand, TypeId type) {
  std::vector<ForwardUse>& waiting = scopes_.waiting(scopes_.open(key, operand.at));
  for (const ForwardUse& other : waiting) {
    if (other.number != operand.number) continue;
    if (module_.type(other.placeholder) == type) return other.placeholder;
    fail(operand.at, "use of value '%" + std::string(operand.name) + "' expects different type than prior uses: " + print(type) + " vs " +
                         print(module_.type(other.placeholder)));
    note(other.at, "prior use here");
    return {};
  }
  OpId stand = module_.create({.kind = OpKind::BuiltinUnrealizedConversionCast, .source = operand.at, .results = {&type, 1}});
  ValueId placeholder = module_.result(stand);
  waiting.push_back({operand.number, placeholder, operand.at});
  placeholders_.emplace(placeholder.value, operand.at);
  return placeholder;
}

bool Reader::define(std::string_view name, ValueId first, std::uint32_t count, Offset at) {
  SsaScopes::Key key = scopes_.key(name);
  if (SsaName* known = scopes_.find(key)) {
    if (known->defined()) {
      Offset before = known->at;
      fail(at, "redefinition of SSA value '%" + std::string(name) + "'");
      note(before, "previously defined here");
      return false;
    }
    for (const ForwardUse& waiting : scopes_.waiting(*known)) {
      if (waiting.number >= count) continue;
      ValueId value(first.value + waiting.number);
      if (module_.type(waiting.placeholder) != module_.type(value)) {
        fail(at, "definition of SSA value '%" + std::string(name) + "#" + std::to_string(waiting.number) + "' has type " +
                     print(module_.type(value)));
        note(waiting.at, "previously used here with type " + print(module_.type(waiting.placeholder)));
        return false;
      }
      module_.replaceAllUses(waiting.placeholder, value);
      placeholders_.erase(waiting.placeholder.value);
    }
  }
  scopes_.define(key, first, count, at);
  return true;
}

bool Reader::reportForwardUses() {
  std::vector<Offset> places;
  for (const auto& [value, where] : placeholders_) places.push_back(where);
  std::sort(places.begin(), places.end());
  for (Offset where : places) fail(where, "use of undeclared SSA value name");
  return places.empty();
}

bool Reader::parseArgument(ParsedArgument* out, bool allowType, bool allowAttrs) {
  if (!parseOperand(&out->name, false)) return false;
  if (allowType && !parseColonType(&out->type)) return false;
  if (allowAttrs && is(Tok::LBrace) && !parseOptionalDictionary(&out->attrs)) return false;
  return trailingLocation(&out->loc);
}

bool Reader::parseArgumentList(std::vector<ParsedArgument>* out, Delimiter delimiter, bool allowType, bool allowAttrs) {
  if (delimiter == Delimiter::None && !is(Tok::Percent)) return true;
  return list(
      delimiter, [&] { return parseArgument(&out->emplace_back(), allowType, allowAttrs); }, " in argument list");
}

}  // namespace shardlens
