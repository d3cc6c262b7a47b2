#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/ir/types.h"

namespace shardlens {

void appendNumber(std::string& out, std::uint64_t value);
void appendNumber(std::string& out, std::int64_t value);
/// An integer of type `type` (an integer or index type) from its words, low first; in decimal, signed unless the type is unsigned.
void appendInteger(std::string& out, std::span<const std::uint64_t> words, const TypeData& type);
/// Quotes and escapes: backslash doubled, quotes and unprintable bytes as two upper-case hexadecimal digits.
void appendQuoted(std::string& out, std::string_view text);
/// True where `text` may stand without quotes as an attribute name or after `@`.
bool isBareIdentifier(std::string_view text);
void appendKeywordOrString(std::string& out, std::string_view text);
void appendSymbol(std::string& out, std::string_view name);
/// True where `body` reads as an identifier and at most one bracketed part, so that `#dialect.body` says it.
bool isPrettySymbol(std::string_view body);
/// Length of the leading word of `body`, and of the space behind it.
std::size_t mnemonicLength(std::string_view body);
/// Two upper-case hexadecimal digits a byte.
void appendHexBytes(std::string& out, std::string_view bytes);

}  // namespace shardlens
