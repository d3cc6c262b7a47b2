#include "app/cli/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace shardlens {

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) close(descriptor_);
}

void OutputFile::open() {
  constexpr int kMode = 0666;
  descriptor_ = path_ == "-" ? STDOUT_FILENO : ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  if (descriptor_ < 0) problem_ = "cannot open output file '" + path_ + "': " + std::strerror(errno);
}

void OutputFile::write(std::string_view text) {
  if (descriptor_ < 0 && problem_.empty()) open();
  while (problem_.empty() && !text.empty()) {
    ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      problem_ = "cannot write to '" + path_ + "': " + std::strerror(errno);
    }
  }
}

}  // namespace shardlens
