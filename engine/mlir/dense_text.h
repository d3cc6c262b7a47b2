#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/ir/context.h"

namespace shardlens {

/// Whole bytes that one element takes in a dense attribute (i1 and i4 one byte, complex its two parts); 0 where it has no size.
std::size_t denseElementBytes(const Context& context, TypeId element);

/// Number of elements of a shaped type; 1 for rank 0.
std::int64_t elementCount(const Context& context, TypeId shaped);

/// Value of a hexadecimal digit.
constexpr unsigned hexDigit(char c) { return c <= '9' ? static_cast<unsigned>(c - '0') : (static_cast<unsigned>(c) | 0x20U) - 'a' + 10; }
/// The digits of a hexadecimal literal, without quotes and `0x`.
std::string_view hexDigits(std::string_view literal);

/// Hands the elements of a dense elements attribute to `sink` as whole little-endian elements, in pieces; a splat hands over one element.
void decodeDense(const Context& context, AttrId attr, const std::function<void(std::string_view)>& sink);

}  // namespace shardlens
