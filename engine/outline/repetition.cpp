// Finding layers without names.
//
// The items of a level are a word over signatures (kind, attributes, types). A model of N equal layers contains the word of a layer N
// times in a row, so item i equals item i + p for a long stretch, where p is the length of a layer. Every distance from an item to the
// next equal item proposes a period; a rare operation of a layer proposes exactly its length, a frequent one proposes too short ones.
// Few different distances matter, so the most frequent ones are tried, each in one pass over the word.
#include "engine/outline/repetition.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace shardlens {

namespace {

constexpr std::size_t kPeriodsTried = 24;

std::vector<std::size_t> likelyPeriods(std::span<const std::uint64_t> signs) {
  std::unordered_map<std::uint64_t, std::size_t> last;
  std::unordered_map<std::size_t, std::size_t> votes;
  for (std::size_t i = 0; i < signs.size(); ++i) {
    auto [at, first] = last.try_emplace(signs[i], i);
    if (!first) ++votes[i - at->second];
    at->second = i;
  }
  std::vector<std::pair<std::size_t, std::size_t>> ranked;  // items explained, period
  ranked.reserve(votes.size());
  for (auto [period, count] : votes) ranked.emplace_back(count, period);
  std::ranges::sort(ranked, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  if (ranked.size() > kPeriodsTried) ranked.resize(kPeriodsTried);
  std::vector<std::size_t> periods;
  periods.reserve(ranked.size());
  for (const auto& [count, period] : ranked) periods.push_back(period);
  return periods;
}

Repetition longestWithPeriod(std::span<const std::uint64_t> signs, std::size_t period) {
  Repetition best;
  for (std::size_t i = 0; i + period < signs.size();) {
    std::size_t end = i;
    while (end + period < signs.size() && signs[end] == signs[end + period]) ++end;
    std::size_t count = (end - i) / period + 1;
    if (count >= 2 && count * period > best.count * best.period) best = {i, period, count};
    i = end + 1;
  }
  return best;
}

}  // namespace

Repetition longestRepetition(std::span<const std::uint64_t> signs) {
  Repetition best;
  for (std::size_t period : likelyPeriods(signs)) {
    Repetition found = longestWithPeriod(signs, period);
    std::size_t covers = found.count * found.period, bestCovers = best.count * best.period;
    // A multiple of the true period covers nearly as much; the shorter period tells more.
    bool clearlyMore = covers > bestCovers + bestCovers / 10;
    bool alikeButShorter = covers + covers / 10 >= bestCovers && found.period < best.period && found.count > 0;
    if (clearlyMore || alikeButShorter) best = found;
  }
  return best;
}

}  // namespace shardlens
