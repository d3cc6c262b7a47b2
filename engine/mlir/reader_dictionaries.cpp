#include <algorithm>
#include <unordered_set>

#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

namespace {

/// The character behind the dictionary that begins at `p`; null where that is not told from its braces and strings, or is far.
const char* dictionaryEnd(const char* p, const char* end) {
  constexpr std::ptrdiff_t kLongest = 4096;
  const char* limit = end - p > kLongest ? p + kLongest : end;
  for (unsigned open = 0; p < limit; ++p) {
    if (*p == '{') {
      ++open;
    } else if (*p == '}') {
      if (--open == 0) return p + 1;
    } else if (*p == '"') {
      for (++p; p < limit && *p != '"'; ++p) {
        if (*p == '\\' || *p == '\n') return nullptr;
      }
    } else if (*p == '/' || *p == '\0') {
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

AttrId Reader::dictionaryAttribute() {
  AttrId made;
  nested([&] {
    std::vector<std::pair<StrId, AttrId>> entries;
    if (!attributeEntries(&entries)) return false;
    made = dictionary(entries);
    return true;
  });
  return made;
}

StrId Reader::nameOf(std::string_view text) { return c_.str(text); }

// Names are distinct here and few, so they are put in order by insertion, and nothing is allocated.
AttrId Reader::dictionary(std::vector<std::pair<StrId, AttrId>>& entries) {
  if (entries.empty()) return c_.emptyDict();
  if (entries.size() > 32) return c_.dict(entries);
  for (std::size_t i = 1; i < entries.size(); ++i) {
    auto entry = entries[i];
    std::string_view name = c_.str(entry.first);
    std::size_t at = i;
    for (; at > 0 && name < c_.str(entries[at - 1].first); --at) entries[at] = entries[at - 1];
    entries[at] = entry;
  }
  dictScratch_.clear();
  for (const auto& [name, value] : entries) {
    dictScratch_.push_back(nameAttribute(name));
    dictScratch_.push_back(value);
  }
  return c_.attr({.kind = AttrKind::Dictionary, .subs = dictScratch_});
}

AttrId Reader::nameAttribute(StrId name) {
  if (name.value >= nameAttributes_.size()) nameAttributes_.resize(name.value + 64);
  AttrId& known = nameAttributes_[name.value];
  if (!known) known = c_.string(c_.str(name));
  return known;
}

bool Reader::attributeEntries(std::vector<std::pair<StrId, AttrId>>* out) {
  std::size_t first = out->size();
  std::unordered_set<std::uint32_t> many;  // of names, once comparing them one by one would take long
  auto seen = [&](StrId name) {
    constexpr std::size_t kFew = 32;
    std::size_t count = out->size() - first;
    if (count < kFew)
      return std::any_of(out->begin() + static_cast<std::ptrdiff_t>(first), out->end(), [&](const auto& e) { return e.first == name; });
    for (std::size_t i = first + many.size(); i < out->size(); ++i) many.insert((*out)[i].first.value);
    return many.count(name.value) != 0;
  };
  auto entry = [&] {
    if (!is(Tok::String) && !isKeyword()) return wrongToken("expected attribute name");
    StrId name = nameOf(is(Tok::String) ? stringValue(token_) : token_.text());
    if (c_.str(name).empty()) return failHere("expected valid attribute name");
    if (seen(name)) return failHere("duplicate key '" + std::string(c_.str(name)) + "' in dictionary attribute");
    advance();
    AttrId value = consumeIf(Tok::Equal) ? attribute() : c_.unit();
    if (value) out->emplace_back(name, value);
    return value.valid();
  };
  return list(Delimiter::Braces, entry, " in attribute dictionary");
}

// Arguments of equal layers have equal dictionaries: those met before are known by their spelling.
bool Reader::parseOptionalDictionary(AttrId* out) {
  if (!is(Tok::LBrace)) return *out = c_.emptyDict(), true;
  // Numbers of arguments in them make all different, then it is no use to look.
  bool repeats = dictionaries_.size() < 64 || dictionaryHits_ > dictionaries_.size();
  const char* stop = repeats && depth_ < kShallow ? dictionaryEnd(token_.begin, lexer_.end()) : nullptr;
  std::string_view spelling(token_.begin, stop ? static_cast<std::size_t>(stop - token_.begin) : 0);
  std::uint64_t hash = stop ? hashText(spelling) : 0;
  std::uint32_t known = stop ? dictionaries_.find(spelling, hash) : TextMemo::kNone;
  if (known != TextMemo::kNone) {
    *out = AttrId(known);
    ++dictionaryHits_;
    resetTo(stop);
    return true;
  }
  std::vector<std::pair<StrId, AttrId>> entries;
  if (!attributeEntries(&entries)) return false;
  *out = dictionary(entries);
  if (stop) dictionaries_.add(spelling, hash, out->value);
  return true;
}

bool Reader::parseOptionalAttrDict(OpState& state) { return !is(Tok::LBrace) || attributeEntries(&state.attrs); }

bool Reader::parseOptionalAttrDictWithKeyword(OpState& state) {
  if (!isWord("attributes")) return true;
  advance();
  return attributeEntries(&state.attrs);
}

}  // namespace shardlens
