#include <algorithm>

#include "engine/mlir/location_kinds.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

namespace {

/// `12` of an alias `loc12`; nullopt for other names.
std::optional<std::uint32_t> locationNumberOf(std::string_view name) {
  if (name.size() < 4 || name.size() > 11 || !name.starts_with("loc") || name[3] == '0') return std::nullopt;
  std::uint32_t number = 0;
  for (char c : name.substr(3)) {
    if (!isClass(c, kDigit)) return std::nullopt;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

}  // namespace

bool Reader::locationInstance(AttrId* out) {
  if (is(Tok::String)) return nested([&] { return nameOrFileLocation(out); });
  if (is(Tok::Hash)) {
    AttrId attr = extendedAttribute({});
    if (!attr) return false;
    *out = attr;
    return isLocation(c_.kind(attr)) || failHere("expected location attribute, but got" + print(attr));
  }
  if (isWord("callsite")) return nested([&] { return callSiteLocation(out); });
  if (isWord("fused")) return nested([&] { return fusedLocation(out); });
  if (isWord("unknown")) {
    advance();
    *out = c_.unknownLoc();
    return true;
  }
  return wrongToken("expected location instance");
}

bool Reader::locationNumber(std::int64_t* out, const char* message) {
  std::optional<Words> words;
  if (is(Tok::Integer)) words = parseWords(token_.text(), 32);
  if (!words) return wrongToken(message);
  *out = words->empty() ? 0 : static_cast<std::int64_t>(words->front());
  advance();
  return true;
}

bool Reader::nameOrFileLocation(AttrId* out) {
  // Most names have no escapes and can be used where they stand.
  std::string_view name = stringValue(token_);
  std::string kept;
  if (name.data() == scratch_.data()) name = kept = name;
  advance();
  if (is(Tok::Colon)) return advance(), fileRange(name, out);
  AttrId child = c_.unknownLoc();
  if (consumeIf(Tok::LParen)) {
    if (!locationInstance(&child)) return false;
    if (!expect(Tok::RParen, "expected ')' after child location of NameLoc")) return false;
  }
  *out = c_.attr({.kind = AttrKind::LocName, .subs = {&child, 1}, .text = name});
  return true;
}

bool Reader::fileRange(std::string_view file, AttrId* out) {
  std::int64_t ints[4];
  constexpr const char* kLine = "expected integer line number in FileLineColRange";
  constexpr const char* kColumn = "expected integer column number in FileLineColRange";
  if (!locationNumber(&ints[0], kLine)) return false;
  ints[1] = 0;
  bool hasColumn = consumeIf(Tok::Colon);
  if (hasColumn && !locationNumber(&ints[1], kColumn)) return false;
  std::size_t count = 2;
  if (hasColumn && isWord("to")) {
    advance();
    ints[2] = ints[0];
    if (is(Tok::Integer) && !locationNumber(&ints[2], kLine)) return false;
    if (!expect(Tok::Colon, "expected either integer or `:` post `to` in FileLineColRange") || !locationNumber(&ints[3], kColumn))
      return false;
    if (ints[2] != ints[0] || ints[3] != ints[1]) count = 4;
  }
  *out = c_.attr({.kind = AttrKind::LocFile, .ints = {ints, count}, .text = count == 2 ? locationFile(file) : file});
  return true;
}

bool Reader::callSiteLocation(AttrId* out) {
  advance();
  AttrId subs[2];
  if (!expect(Tok::LParen, "expected '(' in callsite location") || !locationInstance(&subs[0])) return false;
  if (!isWord("at")) return wrongToken("expected 'at' in callsite location");
  advance();
  if (!locationInstance(&subs[1]) || !expect(Tok::RParen, "expected ')' in callsite location")) return false;
  *out = c_.attr({.kind = AttrKind::LocCallSite, .subs = subs});
  return true;
}

// As the reference makes them: parts that are fused with the same metadata are taken apart, unknown parts and repetitions left out.
bool Reader::fusedLocation(AttrId* out) {
  advance();
  AttrId metadata;
  if (consumeIf(Tok::Less)) {
    metadata = attribute();
    if (!metadata || !expect(Tok::Greater, "expected '>' after fused location metadata")) return false;
  }
  std::vector<AttrId> parts;
  auto add = [&](AttrId part) {
    if (c_.kind(part) != AttrKind::LocUnknown && std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  };
  auto one = [&] {
    AttrId part;
    if (!locationInstance(&part)) return false;
    const AttrData& data = c_.attr(part);
    bool hasMetadata = data.kind == AttrKind::LocFused && data.sub == 1;
    AttrId its = hasMetadata ? data.subs[0] : AttrId();
    if (data.kind != AttrKind::LocFused || its != metadata) return add(part), true;
    for (AttrId inner : data.subs.subspan(hasMetadata ? 1 : 0)) add(inner);
    return true;
  };
  if (!list(Delimiter::Square, one, " in fused location")) return false;
  if (!metadata && parts.size() < 2) {
    *out = parts.empty() ? c_.unknownLoc() : parts[0];
    return true;
  }
  if (parts.empty()) parts.push_back(c_.unknownLoc());
  if (metadata) parts.insert(parts.begin(), metadata);
  *out = c_.attr({.kind = AttrKind::LocFused, .sub = static_cast<std::uint8_t>(metadata ? 1 : 0), .subs = parts});
  return true;
}

AttrId Reader::findAlias(std::string_view name) const {
  auto number = locationNumberOf(name);
  if (number && *number < numberedLocations_.size() && numberedLocations_[*number]) return numberedLocations_[*number];
  auto found = attributeAliases_.find(name);
  return found == attributeAliases_.end() ? AttrId() : found->second;
}

void Reader::addAlias(std::string_view name, AttrId value) {
  auto number = locationNumberOf(name);
  if (!number || !isNumbered(*number)) {
    attributeAliases_[name] = value;
    return;
  }
  if (*number >= numberedLocations_.size()) numberedLocations_.resize(std::max<std::size_t>(*number + 1, numberedLocations_.size() * 2));
  numberedLocations_[*number] = value;
}

bool Reader::locationAlias(AttrId* out) {
  std::string_view name = token_.text().substr(1);
  Offset where = at();
  AttrId known = findAlias(name);
  advance();
  if (!known) {
    *out = AttrId(kDeferred | static_cast<std::uint32_t>(deferred_.size()));
    deferred_.push_back({name, where});
    return true;
  }
  if (!isLocation(c_.kind(known))) return fail(where, "expected location, but found '" + print(known) + "'");
  *out = known;
  return true;
}

bool Reader::locationBody(AttrId* out) {
  if (!expect(Tok::LParen, "expected '(' in location")) return false;
  bool alias = is(Tok::Hash) && token_.text().find('.') == std::string_view::npos;
  if (alias ? !locationAlias(out) : !locationInstance(out)) return false;
  return expect(Tok::RParen, "expected ')' in location");
}

bool Reader::trailingLocation(AttrId* out) {
  if (!follow_) follow_ = token_.begin;
  if (!isWord("loc")) return true;
  advance();
  return locationBody(out);
}

bool Reader::parseOptionalLocation(AttrId* out) { return trailingLocation(out); }

bool Reader::resolveLocation(AttrId* loc) {
  const DeferredLocation& deferred = deferred_[loc->value & ~kDeferred];
  AttrId known = findAlias(deferred.name);
  if (!known) return fail(deferred.at, "operation location alias was never defined");
  if (!isLocation(c_.kind(known))) return fail(deferred.at, "expected location, but found '" + print(known) + "'");
  *loc = known;
  return true;
}

// Definitions follow uses in most files, so operations and arguments are patched at the end, in the order in which they were read.
bool Reader::resolveLocations() {
  if (deferred_.empty()) return true;
  auto waits = [](AttrId loc) { return loc && (loc.value & kDeferred); };
  for (std::uint32_t i = 0; i < module_.opCount(); ++i) {
    AttrId& loc = module_.op(OpId(i)).loc;
    if (waits(loc) && !resolveLocation(&loc)) return false;
  }
  for (std::uint32_t i = 0; i < module_.valueCount(); ++i) {
    AttrId& loc = module_.value(ValueId(i)).loc;
    if (waits(loc) && !resolveLocation(&loc)) return false;
  }
  return true;
}

}  // namespace shardlens
