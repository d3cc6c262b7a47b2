#include "engine/propagation/carry_over.h"

#include <algorithm>

namespace shardlens {

namespace {

/// Places of the operations by their places in an earlier program.
class PlaceMap {
 public:
  PlaceMap(const Schedule& from, const Schedule& to) : places_(from.size()) {
    for (std::uint32_t p = 0; p < places_.size(); ++p) places_[p] = to.place(from.op(p));
  }
  [[nodiscard]] std::uint32_t at(std::uint32_t place) const { return places_[place]; }
  /// Place of the operation or, where it went, of the next one.
  [[nodiscard]] std::uint32_t from(std::uint32_t place) const {
    while (places_[place] == Schedule::kNowhere) ++place;
    return places_[place];
  }

 private:
  std::vector<std::uint32_t> places_;
};

/// An operation that looks at one of `values`.
std::uint32_t readerOf(const Schedule& schedule, const std::vector<ValueId>& values) {
  auto read = std::find_if(values.begin(), values.end(), [&](ValueId v) { return !schedule.readers(v).empty(); });
  return read == values.end() ? 0 : schedule.readers(*read).front();
}

}  // namespace

RunLog carriedOver(const RunLog& log, const Schedule& from, const Schedule& to, std::vector<ValueId> seen, std::size_t values) {
  RunLog out = log;
  PlaceMap places(from, to);
  out.start.resize(values);
  for (RunLog::Stretch& stretch : out.stretches)
    if (stretch.place != RunLog::kResults) stretch.place = places.from(stretch.place);
  // A stretch that visited what went is not repeated: it is as if it had visited what looked at it.
  std::uint32_t instead = readerOf(to, seen);
  for (std::uint32_t& visit : out.visits) visit = places.at(visit) == Schedule::kNowhere ? instead : places.at(visit);
  out.seen = std::move(seen);
  return out;
}

}  // namespace shardlens
