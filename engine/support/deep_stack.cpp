#include "engine/support/deep_stack.h"

#include <pthread.h>

namespace shardlens {

namespace {

constexpr std::size_t kStackBytes = std::size_t{512} << 20;

void* enter(void* body) {
  (*static_cast<const std::function<void()>*>(body))();
  return nullptr;
}

}  // namespace

void runOnDeepStack(const std::function<void()>& body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread;
  // The thread only reads the function object.
  int failed = pthread_create(&thread, &attributes, enter, const_cast<std::function<void()>*>(&body));
  pthread_attr_destroy(&attributes);
  if (failed) return body();
  pthread_join(thread, nullptr);
}

}  // namespace shardlens
