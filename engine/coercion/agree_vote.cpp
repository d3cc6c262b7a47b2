#include <algorithm>
#include <tuple>

#include "engine/coercion/agreement.h"

// Every prefix of the axes that some tensor has on a factor stands for election. It has the votes of the elements of all tensors whose axes
// on that factor begin with it. The best candidate takes its axes for its factor; what is left of the others must be free of these axes and
// go beyond what their factors have already. A factor behind another one in some dimension waits until that one is fully sharded: it would
// need strides before.

namespace shardlens {

namespace {

struct Candidate {
  std::size_t factor = 0;
  AxisList axes;
  std::int64_t votes = 0;
  std::int64_t gain = 1;  ///< parts that it cuts beyond what its factor has
  int kind = 0;           ///< factors that pass through go before reductions, these before permutations, these before replicated ones
};

// Elements of absurd tensors may be more than 64 bits hold.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

int rankOfKind(FactorKind kind) {
  switch (kind) {
    case FactorKind::PassThrough: return 3;
    case FactorKind::Reduction: return 2;
    case FactorKind::Permutation: return 1;
    case FactorKind::NeedReplication: return 0;
  }
  return 0;
}

class Election {
 public:
  explicit Election(const FactorQuestion& question) : q_(question), chosen_(question.rule.factorSizes.size()) {
    waits_.assign(chosen_.size(), std::vector<bool>(chosen_.size(), false));
    nominate();
    countVotes();
    for (std::size_t t = 0; t < q_.projection.tensors.size(); ++t) {
      for (const DimMapping& dim : mappingOf(q_.rule, t)) {
        for (std::size_t i = 1; i < dim.size(); ++i) waits_[at(dim[i])][at(dim[i - 1])] = true;
      }
    }
  }

  AxesPerFactor run() {
    while (const Candidate* best = findBest()) {
      Candidate winner = *best;
      chosen_[winner.factor] = winner.axes;
      if (shardedSize(winner.axes, q_.mesh) == q_.rule.factorSizes[winner.factor]) {
        for (auto& waits : waits_) waits[winner.factor] = false;
      }
      std::erase_if(candidates_, [&](Candidate& candidate) { return !stays(candidate, winner); });
    }
    return std::move(chosen_);
  }

 private:
  static std::size_t at(std::int64_t factor) { return static_cast<std::size_t>(factor); }

  void nominate() {
    for (const TensorFactors& tensor : q_.projection.tensors) {
      for (std::size_t f = 0; f < tensor.factors.size(); ++f) {
        AxisList axes = tensor.factors[f].axes;
        for (; !axes.empty(); axes.pop_back()) {
          auto same = [&](const Candidate& c) { return c.factor == f && c.axes == axes; };
          if (std::ranges::any_of(candidates_, same)) continue;
          candidates_.push_back({f, axes, 0, shardedSize(axes, q_.mesh), rankOfKind(q_.rule.kind(static_cast<std::int64_t>(f)))});
        }
      }
    }
  }

  void countVotes() {
    for (std::size_t t = 0; t < q_.projection.tensors.size(); ++t) {
      for (Candidate& candidate : candidates_) {
        const AxisList& axes = q_.projection.tensors[t].factors[candidate.factor].axes;
        if (prefixStatus(candidate.axes, axes) != PrefixStatus::NotAPrefix) candidate.votes = sum(candidate.votes, q_.tensorSizes[t]);
      }
    }
  }

  [[nodiscard]] bool before(const Candidate& a, const Candidate& b) const {
    auto key = [](const Candidate& c) { return std::tuple(c.votes, c.kind, c.gain, c.factor, c.axes.size()); };
    if (key(a) != key(b)) return key(a) < key(b);
    return std::ranges::lexicographical_compare(a.axes, b.axes, [&](const AxisRef& x, const AxisRef& y) { return lessByName(x, y); });
  }

  // Between candidates that are otherwise equal the axes' names decide, not their place in the mesh.
  [[nodiscard]] bool lessByName(const AxisRef& a, const AxisRef& b) const {
    if (a.name != b.name) return q_.context.str(a.name) < q_.context.str(b.name);
    auto part = [](const AxisRef& axis) { return std::tuple(axis.isFull() ? 1 : axis.preSize, axis.isFull() ? INT64_MAX : axis.size); };
    return part(a) < part(b);
  }

  [[nodiscard]] const Candidate* findBest() const {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_) {
      const std::vector<bool>& waits = waits_[candidate.factor];
      if (std::ranges::find(waits, true) != waits.end()) continue;
      if (!best || before(*best, candidate)) best = &candidate;
    }
    return best;
  }

  // Adjusts a candidate to what `winner` took; false where it has nothing more to offer.
  bool stays(Candidate& candidate, const Candidate& winner) const {
    if (candidate.factor == winner.factor) {
      if (prefixStatus(winner.axes, candidate.axes) != PrefixStatus::StrictPrefix) return false;
      candidate.gain = gainBeyond(candidate, winner.axes);
      return true;
    }
    if (!cutBefore(candidate.axes, winner.axes, q_.mesh)) {
      candidate.gain = shardedSize(candidate.axes, q_.mesh);
      return true;
    }
    if (candidate.axes == chosen_[candidate.factor]) return false;
    candidate.gain = gainBeyond(candidate, chosen_[candidate.factor]);
    return true;
  }

  [[nodiscard]] std::int64_t gainBeyond(const Candidate& candidate, const AxisList& prefix) const {
    return shardedSize(candidate.axes, q_.mesh) / std::max<std::int64_t>(shardedSize(prefix, q_.mesh), 1);
  }

  const FactorQuestion& q_;
  AxesPerFactor chosen_;
  std::vector<Candidate> candidates_;
  std::vector<std::vector<bool>> waits_;  ///< by factor: factors that must be fully sharded before it
};

}  // namespace

AxesPerFactor agreeByVote(const FactorQuestion& question) { return Election(question).run(); }

}  // namespace shardlens
