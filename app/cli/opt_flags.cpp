#include "app/cli/opt_flags.h"

#include <algorithm>
#include <charconv>

namespace shardlens {

namespace {

/// A flag that is no pass. A boolean takes its value behind `=` only; others take the next argument too.
struct Flag {
  std::string_view name, value, description;
  bool (*apply)(OptFlags&, std::string_view value, std::string* problem);
  [[nodiscard]] bool isBoolean() const { return value.empty(); }
};

bool truth(std::string_view text, bool* out, std::string* problem) {
  bool yes = text.empty() || text == "true" || text == "TRUE" || text == "True" || text == "1";
  bool no = text == "false" || text == "FALSE" || text == "False" || text == "0";
  if (!yes && !no) *problem = "'" + std::string(text) + "' is invalid value for boolean argument! Try 0 or 1";
  *out = yes;
  return yes || no;
}

template <bool OptFlags::*member>
bool setFlag(OptFlags& flags, std::string_view value, std::string* problem) {
  return truth(value, &(flags.*member), problem);
}

template <bool PrintOptions::*member>
bool setPrint(OptFlags& flags, std::string_view value, std::string* problem) {
  return truth(value, &(flags.print.*member), problem);
}

bool setElide(OptFlags& flags, std::string_view value, std::string* problem) {
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), flags.print.elideElementsIfLarger);
  bool good = error == std::errc() && end == value.data() + value.size() && flags.print.elideElementsIfLarger >= 0;
  if (!good) *problem = "'" + std::string(value) + "' value invalid for uint argument!";
  return good;
}

bool setOutput(OptFlags& flags, std::string_view value, std::string*) {
  flags.output = value;
  return true;
}

constexpr Flag kFlags[] = {
    {"allow-unregistered-dialect", "", "Allow operations of dialects that are not known", setFlag<&OptFlags::allowUnregisteredDialects>},
    {"h", "", "Same as --help", setFlag<&OptFlags::help>},
    {"help", "", "Show this text", setFlag<&OptFlags::help>},
    {"mlir-elide-elementsattrs-if-larger", "<uint>", "Write `...` for constants with more elements than this", setElide},
    {"mlir-print-debuginfo", "", "Print locations", setPrint<&PrintOptions::debugInfo>},
    {"mlir-print-local-scope", "", "Print without aliases, locations in place", setPrint<&PrintOptions::localScope>},
    {"mlir-print-op-generic", "", "Print operations in generic form", setPrint<&PrintOptions::genericForm>},
    {"o", "<filename>", "Output file; - is the standard output", setOutput},
    {"split-input-file", "", "Treat the text between lines `// -----` as programs of their own", setFlag<&OptFlags::splitInput>},
    {"verify-diagnostics", "", "Compare diagnostics with the expected-* comments of the text", setFlag<&OptFlags::verifyDiagnostics>},
    {"verify-each", "", "Verify what passes changed (default: true)", setFlag<&OptFlags::verifyEach>},
    {"version", "", "Show the version", setFlag<&OptFlags::version>},
};

constexpr std::string_view kPipelineFlag = "pass-pipeline";

class FlagParser {
 public:
  FlagParser(std::span<const std::string_view> arguments, OptFlags* flags, std::string* problem)
      : rest_(arguments), flags_(*flags), problem_(*problem) {}

  bool run() {
    for (bool onlyFiles = false; !rest_.empty();) {
      auto argument = rest_.front();
      rest_ = rest_.subspan(1);
      if (!onlyFiles && argument == "--") {
        onlyFiles = true;
      } else if (onlyFiles || argument == "-" || !argument.starts_with('-')) {
        if (!file(argument)) return false;
      } else if (!option(argument)) {
        return false;
      }
    }
    return whole();
  }

 private:
  bool file(std::string_view name) {
    if (hasFile_) return fail("Too many positional arguments specified!");
    hasFile_ = true;
    flags_.input = name;
    return true;
  }

  bool option(std::string_view argument) {
    std::string_view body = argument;
    body.remove_prefix(body.starts_with("--") ? 2 : 1);
    auto equals = body.find('=');
    auto name = body.substr(0, equals);
    auto value = equals == std::string_view::npos ? std::string_view() : body.substr(equals + 1);
    bool hasValue = equals != std::string_view::npos;
    if (name == kPipelineFlag) return pipeline(value, hasValue);
    auto flag = std::ranges::find(kFlags, name, &Flag::name);
    if (flag != std::end(kFlags)) return set(*flag, value, hasValue);
    if (findPass(name)) return pass(name, value);
    return fail("Unknown command line argument '" + std::string(argument) + "'.  Try: 'shardlens-cli opt --help'");
  }

  bool set(const Flag& flag, std::string_view value, bool hasValue) {
    if (!flag.isBoolean() && !hasValue && !takeNext(&value))
      return fail("for the -" + std::string(flag.name) + " option: requires a value!");
    std::string why;
    return flag.apply(flags_, value, &why) || fail("for the --" + std::string(flag.name) + " option: " + why);
  }

  bool pass(std::string_view name, std::string_view options) {
    hasPass_ = true;
    return flags_.pipeline.add(name, options, &problem_);
  }

  bool pipeline(std::string_view text, bool hasValue) {
    if (hasPipeline_) return fail("for the --pass-pipeline option: may only occur zero or one times!");
    hasPipeline_ = true;
    if (!hasValue && !takeNext(&text)) return fail("for the --pass-pipeline option: requires a value!");
    return flags_.pipeline.parse(text, &problem_);
  }

  bool takeNext(std::string_view* value) {
    if (rest_.empty()) return false;
    *value = rest_.front();
    rest_ = rest_.subspan(1);
    return true;
  }

  bool whole() { return !(hasPass_ && hasPipeline_) || fail("'-pass-pipeline' option can't be used with individual pass options"); }

  bool fail(std::string why) {
    problem_ = std::move(why);
    return false;
  }

  std::span<const std::string_view> rest_;
  OptFlags& flags_;
  std::string& problem_;
  bool hasFile_ = false, hasPass_ = false, hasPipeline_ = false;
};

void line(std::string& out, std::string_view indent, std::string_view left, std::string_view right) {
  constexpr std::size_t kColumn = 52;
  std::size_t from = out.size();
  out.append(indent).append(left);
  std::size_t width = out.size() - from;
  out.append(width + 2 < kColumn ? kColumn - width : 2, ' ').append(right).push_back('\n');
}

void describePass(std::string& out, const Pass& pass) {
  line(out, "  ", "--" + std::string(pass.name), pass.description);
  for (const PassOption& option : pass.options) line(out, "      ", option.name, option.description);
}

}  // namespace

bool parseOptFlags(std::span<const std::string_view> arguments, OptFlags* flags, std::string* problem) {
  return FlagParser(arguments, flags, problem).run();
}

std::string optHelp() {
  std::string out =
      "Reads a StableHLO program with sdy annotations, runs passes on it and writes it again.\n\n"
      "usage: shardlens-cli opt [flags] [FILE]        FILE is .mlir or .mlir.gz; - or nothing: standard input\n\nflags:\n";
  for (const Flag& flag : kFlags)
    line(out, "  ", "--" + std::string(flag.name) + (flag.isBoolean() ? "" : "=" + std::string(flag.value)), flag.description);
  line(out, "  ", "--pass-pipeline=<text>", "Passes as text: builtin.module(pass{option=value},func.func(pass))");
  out += "\npasses, in the order in which they are given; options as -pass='option=value option=value':\n";
  for (const Pass& pass : allPasses()) {
    if (!pass.expand) describePass(out, pass);
  }
  out += "\nsequences of passes:\n";
  for (const Pass& pass : allPasses()) {
    if (pass.expand) describePass(out, pass);
  }
  return out;
}

}  // namespace shardlens
