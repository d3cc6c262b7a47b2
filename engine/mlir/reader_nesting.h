#pragma once

#include <algorithm>

#include "engine/mlir/reader.h"
#include "engine/support/deep_stack.h"

namespace shardlens {

template <typename Body>
bool Reader::nested(Body&& body) {
  if (depth_ >= kDeepestNesting) return failHere("nested deeper than " + std::to_string(kDeepestNesting) + " levels");
  ++depth_;
  deepest_ = std::max(deepest_, depth_);
  bool ok = false;
  if (depth_ == kShallow) {
    runOnDeepStack([&] { ok = body(); });
  } else {
    ok = body();
  }
  --depth_;
  return ok;
}

template <typename Element>
bool Reader::list(Delimiter delimiter, Element&& element, std::string_view context) {
  Tok close = Tok::Eof;
  bool done = false;
  if (!openList(delimiter, context, &close, &done)) return false;
  if (done) return true;
  do {
    if (!element()) return false;
  } while (consumeIf(Tok::Comma));
  return close == Tok::Eof || closeList(close, context);
}

template <typename Element>
bool Reader::listUntil(Tok close, const char* closeMessage, Element&& element, bool allowEmpty) {
  if (is(close)) {
    if (!allowEmpty) return wrongToken("expected list element");
    advance();
    return true;
  }
  do {
    if (!element()) return false;
  } while (consumeIf(Tok::Comma));
  return expect(close, closeMessage);
}

}  // namespace shardlens
