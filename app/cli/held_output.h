#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/cli/output_file.h"

namespace shardlens {

/// Output that is made while it is still being found out whether it may be written at all: its beginning waits in memory, a few megabytes
/// at most, and nothing is written where it may not be.
class HeldOutput {
 public:
  /// `allowed` is asked once, and may wait for the answer.
  HeldOutput(OutputFile& output, std::function<bool()> allowed) : output_(output), allowed_(std::move(allowed)) {}

  void write(std::string_view text);
  /// Writes what still waits; true where all was allowed.
  bool finish();

 private:
  enum class State : unsigned char { Waiting, Allowed, Refused };
  void decide();

  OutputFile& output_;
  std::function<bool()> allowed_;
  std::string held_;
  State state_ = State::Waiting;
};

}  // namespace shardlens
