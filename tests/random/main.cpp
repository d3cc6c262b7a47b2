#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/random/random_program.h"

/// usage: shardlens-random SEED [OPERATIONS]: prints a random program.
int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: shardlens-random SEED [OPERATIONS]\n", stderr), 2;
  shardlens::random::Options options;
  if (argc > 2) options.operations = std::atoi(argv[2]);
  std::string text = shardlens::random::randomProgram(std::strtoull(argv[1], nullptr, 10), options);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}
