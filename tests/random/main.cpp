#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/random/random_program.h"

/// usage: shardlens-random SEED [OPERATIONS] [--no-named] [--no-priorities] [--unreduced]: prints a random program.
int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: shardlens-random SEED [OPERATIONS] [--no-named] [--no-priorities] [--unreduced]\n", stderr), 2;
  shardlens::random::Options options;
  for (int i = 2; i < argc; ++i) {
    if (std::string(argv[i]) == "--no-named") {
      options.named = false;
    } else if (std::string(argv[i]) == "--no-priorities") {
      options.priorities = false;
    } else if (std::string(argv[i]) == "--unreduced") {
      options.unreduced = true;
    } else {
      options.operations = std::atoi(argv[i]);
    }
  }
  std::string text = shardlens::random::randomProgram(std::strtoull(argv[1], nullptr, 10), options);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}
