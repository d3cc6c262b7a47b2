#pragma once

#include <string>
#include <string_view>

namespace shardlens {

/// A file to write to, or the standard output for `-`. It is made at the first write, so that a run that fails leaves what was there.
class OutputFile {
 public:
  explicit OutputFile(std::string path) : path_(std::move(path)) {}
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view text);
  /// Why writing failed; empty where it did not.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void open();
  std::string path_, problem_;
  int descriptor_ = -1;
};

}  // namespace shardlens
