#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace shardlens {

/// A dense 32-bit index with a type of its own; the default value names nothing.
template <typename Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  [[nodiscard]] constexpr bool valid() const { return value != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr auto operator<=>(const Id&) const = default;
};

using StrId = Id<struct StrTag>;        ///< interned text, in a Context
using TypeId = Id<struct TypeTag>;      ///< interned type, in a Context
using AttrId = Id<struct AttrTag>;      ///< interned attribute or location, in a Context
using OpId = Id<struct OpTag>;          ///< operation, in a Module
using ValueId = Id<struct ValueTag>;    ///< operation result or block argument, in a Module
using BlockId = Id<struct BlockTag>;    ///< block, in a Module
using RegionId = Id<struct RegionTag>;  ///< region, in a Module
using UseId = Id<struct UseTag>;        ///< operand slot, in a Module

}  // namespace shardlens

template <typename Tag>
struct std::hash<shardlens::Id<Tag>> {
  std::size_t operator()(shardlens::Id<Tag> id) const noexcept { return id.value * 0x9E3779B97F4A7C15ULL >> 16; }
};
