#include <cstring>

#include "engine/mlir/location_kinds.h"
#include "engine/mlir/reader.h"

// Programs of JAX have a definition `#loc12 = loc("name"(#loc3))` for every third operation. The few forms that make up nearly all of
// them are read here character by character; anything else, and anything wrong, is left to the reader of tokens.

namespace shardlens {

namespace {

struct Cursor {
  const char* at;
  const char* end;

  bool eat(std::string_view text) {
    if (static_cast<std::size_t>(end - at) < text.size() || std::memcmp(at, text.data(), text.size()) != 0) return false;
    at += text.size();
    return true;
  }

  /// A decimal number of few digits, without leading zeros.
  bool number(std::int64_t* out) {
    constexpr std::ptrdiff_t kMostDigits = 8;
    const char* from = at;
    *out = 0;
    while (at < end && isClass(*at, kDigit)) *out = *out * 10 + (*at++ - '0');
    return at > from && at - from <= kMostDigits && (*from != '0' || at - from == 1);
  }

  /// A string without escapes.
  bool string(std::string_view* out) {
    if (!eat("\"")) return false;
    const char* from = at;
    while (at < end && !isClass(*at, kStringStop)) ++at;
    *out = {from, static_cast<std::size_t>(at - from)};
    return eat("\"");
  }
};

}  // namespace

/// `#loc12`, defined before as a location.
bool Reader::plainReference(const char** at, AttrId* out) const {
  Cursor c{*at, lexer_.end()};
  std::int64_t number = 0;
  if (!c.eat("#loc") || !c.number(&number) || static_cast<std::size_t>(number) >= numberedLocations_.size()) return false;
  AttrId known = numberedLocations_[static_cast<std::size_t>(number)];
  if (!known || !isLocation(c_.kind(known))) return false;
  *at = c.at;
  *out = known;
  return true;
}

bool Reader::plainNameOrFile(const char** at, AttrId* out) {
  Cursor c{*at, lexer_.end()};
  std::string_view text;
  if (!c.string(&text)) return false;
  if (c.eat(":")) {
    std::int64_t place[2];
    if (!c.number(&place[0]) || !c.eat(":") || !c.number(&place[1])) return false;
    *out = c_.attr({.kind = AttrKind::LocFile, .ints = place, .text = locationFile(text)});
  } else {
    AttrId child = c_.unknownLoc();
    if (c.eat("(") && (!plainReference(&c.at, &child) || !c.eat(")"))) return false;
    *out = c_.attr({.kind = AttrKind::LocName, .subs = {&child, 1}, .text = text});
  }
  *at = c.at;
  return true;
}

bool Reader::plainCallSite(const char** at, AttrId* out) {
  Cursor c{*at, lexer_.end()};
  AttrId sites[2];
  if (!c.eat("callsite(") || !plainReference(&c.at, &sites[0]) || !c.eat(" at ") || !plainReference(&c.at, &sites[1]) || !c.eat(")"))
    return false;
  *out = c_.attr({.kind = AttrKind::LocCallSite, .subs = sites});
  *at = c.at;
  return true;
}

/// Reads a definition at the current token; false, having read nothing, where it is not a plain one.
bool Reader::plainLocationAlias() {
  Cursor c{token_.begin, lexer_.end()};
  std::int64_t number = 0;
  AttrId made;
  if (!c.eat("#loc") || !c.number(&number) || number == 0 || c.at != token_.end || !c.eat(" = loc(")) return false;
  auto index = static_cast<std::size_t>(number);
  if (!isNumbered(index) || (index < numberedLocations_.size() && numberedLocations_[index])) return false;
  if (!plainNameOrFile(&c.at, &made) && !plainCallSite(&c.at, &made)) return false;
  if (!c.eat(")\n")) return false;
  addAlias(token_.text().substr(1), made);
  resetTo(c.at);
  return true;
}

/// Reads `loc(#loc12)`; false, having read nothing, where anything else stands there.
bool Reader::plainLocation(const char* at, AttrId* out) {
  Cursor c{at, lexer_.end()};
  std::int64_t number = 0;
  if (!c.eat("loc(#loc") || !c.number(&number) || number == 0 || !c.eat(")")) return false;
  auto index = static_cast<std::size_t>(number);
  if (!isNumbered(index)) return false;
  AttrId known = index < numberedLocations_.size() ? numberedLocations_[index] : AttrId();
  if (!known) {
    *out = AttrId(kDeferred | static_cast<std::uint32_t>(deferred_.size()));
    deferred_.push_back({{at + 5, static_cast<std::size_t>(c.at - at - 6)}, offset(at + 4)});
  } else if (!isLocation(c_.kind(known))) {
    return false;
  } else {
    *out = known;
  }
  resetTo(c.at);
  return true;
}

}  // namespace shardlens
