#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/heap.h"
#include "app/cli/opt_command.h"
#include "app/cli/program_commands.h"
#include "engine/support/deep_stack.h"

namespace {

struct Command {
  std::string_view name, description;
  int (*run)(std::span<const std::string_view> arguments);
};

constexpr Command kCommands[] = {
    {"explain", "say why a value is sharded as it is, or why not otherwise", shardlens::runExplain},
    {"inspect", "show meshes, annotations, functions, counts and largest tensors", shardlens::runInspect},
    {"outline", "show the hierarchy of a program", shardlens::runOutline},
    {"opt", "read a program, run passes on it, print it", shardlens::runOpt},
};

std::string usage() {
  std::string text = "usage: shardlens-cli COMMAND [arguments]\n\ncommands:\n";
  for (const Command& command : kCommands) text.append("  ").append(command.name).append("\t").append(command.description).append("\n");
  return text + "\nshardlens-cli COMMAND --help says more.\n";
}

int dispatch(const std::vector<std::string_view>& arguments) {
  std::string_view name = arguments.empty() ? std::string_view() : arguments[0];
  for (const Command& command : kCommands) {
    if (name == command.name) return command.run(std::span(arguments).subspan(1));
  }
  if (name == "--version" || name == "-version") return std::puts("Shardlens " SHARDLENS_VERSION), 0;
  bool asked = name == "--help" || name == "-h" || name == "-help" || name == "help";
  if (!asked && !name.empty()) std::fprintf(stderr, "shardlens-cli: unknown command '%s'\n", std::string(name).c_str());
  std::fputs(usage().c_str(), asked ? stdout : stderr);
  return asked ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  shardlens::prepareHeap();
  std::vector<std::string_view> arguments(argv + 1, argv + argc);
  int code = 1;
  shardlens::runOnDeepStack([&] { code = dispatch(arguments); });
  return code;
}
