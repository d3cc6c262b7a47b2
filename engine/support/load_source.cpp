#include "engine/support/load_source.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "engine/support/foreign_format.h"

namespace shardlens {

namespace {

constexpr std::size_t kChunk = 1 << 20;
constexpr std::size_t kLargest = 0xFFFFFFFEU;  // offsets are 32 bits wide

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : descriptor_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ > STDIN_FILENO) close(descriptor_);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

SourcePtr refuse(Diagnostics& diagnostics, const std::string& name, std::string why) {
  diagnostics.error(name, {}, std::move(why));
  return nullptr;
}

bool stopped(Progress* progress) { return progress && progress->cancelled(); }

// Growth is by what the file's size foretells, so that a plain file is read without a copy.
bool readAll(int descriptor, std::size_t size, std::string* text, Progress* progress) {
  text->reserve(size);
  while (text->size() <= kLargest && !stopped(progress)) {
    std::size_t before = text->size();
    text->resize(before + kChunk);
    ssize_t got = read(descriptor, text->data() + before, kChunk);
    text->resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
  }
  return true;
}

bool isGzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

/// Unpacks all members of a gzip file.
bool unpack(std::string_view packed, std::string* text, Progress* progress) {
  constexpr int kGzipWindow = 15 + 16;
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) return false;
  std::unique_ptr<z_stream, int (*)(z_stream*)> closer(&stream, inflateEnd);
  int state = Z_OK;
  while (text->size() <= kLargest && !stopped(progress)) {
    if (stream.avail_in == 0) {
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(std::min<std::size_t>(packed.size(), kChunk));
      packed.remove_prefix(stream.avail_in);
    }
    if (state == Z_STREAM_END) {
      if (stream.avail_in == 0) return true;
      if (inflateReset(&stream) != Z_OK) return false;
    }
    std::size_t before = text->size();
    text->resize(before + kChunk);
    stream.next_out = reinterpret_cast<Bytef*>(text->data() + before);
    stream.avail_out = kChunk;
    state = inflate(&stream, Z_NO_FLUSH);
    text->resize(before + kChunk - stream.avail_out);
    if (state != Z_OK && state != Z_STREAM_END) return false;
  }
  return true;
}

/// The mapped bytes of a regular file from its beginning, or null where it cannot be mapped.
std::shared_ptr<const char> mapped(int descriptor, std::size_t size) {
  if (size == 0 || lseek(descriptor, 0, SEEK_CUR) != 0) return nullptr;
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (at == MAP_FAILED) return nullptr;
  return {static_cast<const char*>(at), [size](const char* bytes) { munmap(const_cast<char*>(bytes), size); }};
}

}  // namespace

SourcePtr loadSource(const std::string& path, LoadMode mode, Diagnostics& diagnostics, Progress* progress) {
  std::string name = path == "-" ? "<stdin>" : path;
  OpenFile file(path);
  struct stat info {};
  if (file.descriptor() < 0 || fstat(file.descriptor(), &info) != 0)
    return refuse(diagnostics, name, std::string("cannot be opened: ") + std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return refuse(diagnostics, name, "is a folder, not a file");
  auto size = S_ISREG(info.st_mode) ? static_cast<std::size_t>(info.st_size) : 0;
  std::string own;
  std::shared_ptr<const char> map = mode == LoadMode::Map ? mapped(file.descriptor(), size) : nullptr;
  if (!map && !readAll(file.descriptor(), size + kChunk, &own, progress))
    return refuse(diagnostics, name, std::string("cannot be read: ") + std::strerror(errno));
  std::string_view text = map ? std::string_view(map.get(), size) : std::string_view(own);
  if (isGzip(text)) {
    std::string unpacked;
    if (!unpack(text, &unpacked, progress)) return refuse(diagnostics, name, "is packed with gzip but damaged or cut off");
    own = std::move(unpacked);
    map.reset();
    text = own;
  }
  if (stopped(progress)) return nullptr;
  if (text.size() > kLargest) return refuse(diagnostics, name, "is larger than 4 GiB");
  if (std::string why = foreignFormat(text, name); !why.empty()) {
    diagnostics.error(name, {1, 1}, std::move(why));
    return nullptr;
  }
  return map ? SourceBuffer::fromView(name, text, map) : SourceBuffer::fromText(name, std::move(own));
}

}  // namespace shardlens
