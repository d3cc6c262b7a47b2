#pragma once

#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

#include "engine/plan/moments.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// What the colours of the graph's nodes say.
enum class ColourBy : std::uint8_t { Sharding, Iteration, OpPriority, UserPriority };
/// `sharding`, `iteration`: as it stands in menus and on the command line.
QString colourName(ColourBy by);
inline constexpr ColourBy kColourings[] = {ColourBy::Sharding, ColourBy::Iteration, ColourBy::OpPriority, ColourBy::UserPriority};

/// Every value's tone: the iteration, operation priority or user priority of the first step that changed its sharding, by rank.
class Tones {
 public:
  static constexpr int kMost = 8;  ///< later ones share the last tone
  Tones(ColourBy by, const Snapshot& snapshot, const Moments& moments);

  [[nodiscard]] ColourBy by() const { return by_; }
  /// Number that stands for each tone, and what the legend says of it.
  [[nodiscard]] const QStringList& marks() const { return marks_; }
  [[nodiscard]] const QStringList& names() const { return names_; }
  /// Tone of a value after `done` moments; -1 where no step has changed it.
  [[nodiscard]] int of(ValueId value, std::size_t done) const;
  using Bar = std::vector<std::pair<int, float>>;
  /// Shares of the tones among the values in every box after `done` moments.
  [[nodiscard]] std::vector<Bar> bars(const Outline& outline, std::size_t done) const;

 private:
  struct First {
    int tone = -1;
    std::uint32_t moment = 0;
  };
  ColourBy by_;
  std::vector<First> first_;  // by value
  QStringList marks_, names_;
};

using TonesPtr = std::shared_ptr<const Tones>;

}  // namespace shardlens::app
