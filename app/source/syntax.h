#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace shardlens::app {

enum class TokenKind : std::uint8_t { Plain, Keyword, Type, Value, String, Number, Comment, Symbol, Attribute };

struct Token {
  TokenKind kind = TokenKind::Plain;
  std::uint32_t start = 0, length = 0;  ///< bytes in the text given
};

/// Coloured tokens of one line of MLIR (or of its part that is in view); what is plain is left out.
std::vector<Token> tokens(std::string_view line);
/// `%name`, `@symbol` or `#alias` around byte `at` of the line; empty where there is none.
std::string_view nameAt(std::string_view line, std::size_t at);

}  // namespace shardlens::app
