#include "engine/support/deep_stack.h"

#include <utility>

namespace shardlens {

namespace {

constexpr std::size_t kStackBytes = std::size_t{512} << 20;

}  // namespace

void* DeepThread::enter(void* self) {
  static_cast<DeepThread*>(self)->body_();
  return nullptr;
}

DeepThread::DeepThread(std::function<void()> body) : body_(std::move(body)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread{};
  bool runs = pthread_create(&thread, &attributes, enter, this) == 0;
  pthread_attr_destroy(&attributes);
  if (runs) {
    thread_ = thread;
  } else {
    body_();
  }
}

void DeepThread::join() {
  if (thread_) pthread_join(*thread_, nullptr);
  thread_.reset();
}

void runOnDeepStack(const std::function<void()>& body) { DeepThread(body).join(); }

}  // namespace shardlens
