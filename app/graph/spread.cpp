#include "app/graph/layered_graph.h"

namespace shardlens::app {

// With the distances taken off, "kept apart" reads "not falling", and pooling neighbours that fall gives the exact optimum in one pass.
std::vector<double> spread(const std::vector<double>& wanted, const std::vector<double>& weight, const std::vector<double>& apart) {
  struct Pool {
    double mean, weight;
    std::size_t count;
  };
  std::vector<Pool> pools;
  double offset = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    Pool pool{wanted[i] - offset, weight[i], 1};
    while (!pools.empty() && pools.back().mean > pool.mean) {
      Pool& left = pools.back();
      double sum = left.weight + pool.weight;
      pool = {(left.mean * left.weight + pool.mean * pool.weight) / sum, sum, left.count + pool.count};
      pools.pop_back();
    }
    pools.push_back(pool);
    if (i < apart.size()) offset += apart[i];
  }
  std::vector<double> placed;
  placed.reserve(wanted.size());
  offset = 0;
  for (const Pool& pool : pools) {
    for (std::size_t k = 0; k < pool.count; ++k) {
      placed.push_back(pool.mean + offset);
      if (placed.size() <= apart.size()) offset += apart[placed.size() - 1];
    }
  }
  return placed;
}

}  // namespace shardlens::app
