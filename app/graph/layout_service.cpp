#include "app/graph/layout_service.h"

#include <QProcess>

#include <sstream>

#include "app/graph/layout_text.h"

namespace shardlens::app {

namespace {

constexpr std::size_t kMostNodes = 300, kMostEdges = 900;  // beyond them dot is not worth waiting for
constexpr int kLimitMs = 3000;

}  // namespace

LayoutService::LayoutService(QString helper, QStringList arguments, QObject* parent)
    : QObject(parent), helper_(std::move(helper)), arguments_(std::move(arguments)) {
  limit_.setSingleShot(true);
  connect(&limit_, &QTimer::timeout, this, [this] { finish({}); });
}

LayoutService::~LayoutService() { drop(); }

const LayoutOutput& LayoutService::layout(const LayoutInput& input) {
  std::uint64_t key = input.key();
  auto [it, fresh] = known_.try_emplace(key);
  if (fresh) it->second = layeredLayout(input);
  bool worth = !helper_.isEmpty() && input.nodes.size() > 2 && input.nodes.size() <= kMostNodes && input.edges.size() <= kMostEdges;
  if (worth && asked_.insert(key).second) {
    waiting_.push_back(std::make_unique<Job>(Job{key, input}));
    if (!running_) startNext();
  }
  return it->second;
}

void LayoutService::cancel() {
  for (const auto& job : waiting_) asked_.erase(job->key);
  waiting_.clear();
  if (running_) finish({});
}

void LayoutService::startNext() {
  if (waiting_.empty()) {
    emit busyChanged(false);
    return;
  }
  running_ = std::move(waiting_.front());
  waiting_.pop_front();
  if (!process_) {
    process_ = std::make_unique<QProcess>();
    process_->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(process_.get(), &QProcess::readyReadStandardOutput, this, &LayoutService::readAnswer);
    connect(process_.get(), &QProcess::errorOccurred, this, [this] { QTimer::singleShot(0, this, [this] { finish({}); }); });
    process_->start(helper_, arguments_);
  }
  std::ostringstream text;
  writeInput(text, running_->input);
  process_->write(QByteArray::fromStdString(text.str()));
  answer_.clear();
  limit_.start(kLimitMs);
  emit busyChanged(true);
}

void LayoutService::readAnswer() {
  answer_ += process_->readAllStandardOutput();
  if (!answer_.endsWith("end\n")) return;
  std::istringstream text(answer_.toStdString());
  LayoutOutput output;
  if (!readOutput(text, &output)) output = {};
  finish(std::move(output));
}

// An empty output: none came, so the helper is not to be trusted any more.
void LayoutService::finish(LayoutOutput output) {
  limit_.stop();
  if (!running_) return;
  std::unique_ptr<Job> done = std::move(running_);
  bool good = output.topLeft.size() == done->input.nodes.size() && output.routes.size() == done->input.edges.size();
  if (good) {
    known_[done->key] = std::move(output);
  } else {
    drop();
  }
  startNext();
  if (good) emit improved();
}

void LayoutService::drop() {
  if (!process_) return;
  process_->disconnect(this);
  process_->kill();
  process_->waitForFinished(500);
  process_.release()->deleteLater();
}

}  // namespace shardlens::app
