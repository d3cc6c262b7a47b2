#include "app/window/searcher.h"

#include <QPointer>
#include <QThreadPool>

namespace shardlens::app {

namespace {

constexpr int kTypingMs = 120;

}  // namespace

Searcher::Searcher(QObject* parent) : QObject(parent) {
  delay_.setSingleShot(true);
  delay_.setInterval(kTypingMs);
  connect(&delay_, &QTimer::timeout, this, &Searcher::start);
}

Searcher::~Searcher() {
  if (stop_) stop_->store(true);
}

void Searcher::setSnapshot(SnapshotPtr snapshot) {
  snapshot_ = std::move(snapshot);
  if (!text_.isEmpty()) later();
}

void Searcher::search(const QString& text) {
  text_ = text.trimmed();
  later();
}

void Searcher::later() {
  pending_ = true;
  delay_.start();
}

void Searcher::hurry() {
  if (!delay_.isActive()) return;
  delay_.stop();
  start();
}

void Searcher::start() {
  if (stop_) stop_->store(true);
  SearchQuery query(text_);
  if (!snapshot_ || query.isEmpty() || !query.problem().isEmpty()) {
    hits_.clear();
    pending_ = false;
    emit found(nullptr, query.problem());
    return;
  }
  stop_ = std::make_shared<std::atomic<bool>>(false);
  QPointer<Searcher> self(this);
  QThreadPool::globalInstance()->start([self, query, snapshot = snapshot_, stop = stop_] {
    auto result = std::make_shared<SearchQuery::Result>(query.run(*snapshot, *stop));
    if (stop->load() || !self) return;
    QMetaObject::invokeMethod(
        self.data(),
        [self, result, stop] {
          if (!self || stop->load()) return;
          self->hits_ = result->hits;
          self->pending_ = self->delay_.isActive();
          emit self->found(std::shared_ptr<const std::unordered_set<std::uint32_t>>(result, &result->highlight), QString());
        },
        Qt::QueuedConnection);
  });
}

}  // namespace shardlens::app
