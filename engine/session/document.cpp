#include "engine/session/document.h"

#include <chrono>
#include <utility>

namespace shardlens {

namespace {

double now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Document::Document(std::string path, Events events, std::vector<Edit> edits)
    : path_(std::move(path)), events_(std::move(events)), edits_(std::move(edits)), applied_(edits_.size()), thread_([this] { work(); }) {}

Document::~Document() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
    if (running_) running_->cancel();
  }
  opening_->cancel();
  wake_.notify_one();
  thread_.join();
}

void Document::edit(Edit edit) {
  std::lock_guard lock(mutex_);
  edits_.resize(applied_);
  edits_.push_back(std::move(edit));
  applied_ = edits_.size();
  changed();
}

void Document::ask(JobKind kind, Job job) {
  std::lock_guard lock(mutex_);
  jobs_[static_cast<std::size_t>(kind)] = std::move(job);
  wake_.notify_one();
}

void Document::undo() {
  std::lock_guard lock(mutex_);
  if (applied_ == 0) return;
  --applied_;
  changed();
}

void Document::redo() {
  std::lock_guard lock(mutex_);
  if (applied_ == edits_.size()) return;
  ++applied_;
  changed();
}

bool Document::canUndo() const {
  std::lock_guard lock(mutex_);
  return applied_ > 0;
}

bool Document::canRedo() const {
  std::lock_guard lock(mutex_);
  return applied_ < edits_.size();
}

std::vector<Edit> Document::edits() const {
  std::lock_guard lock(mutex_);
  return {edits_.begin(), edits_.begin() + static_cast<std::ptrdiff_t>(applied_)};
}

// Called with the lock held.
void Document::changed() {
  dirty_ = true;
  changedAt_ = now();
  if (running_) running_->cancel();
  wake_.notify_one();
}

void Document::work() {
  Diagnostics diagnostics;
  std::shared_ptr<const Program> program = openProgram(path_, diagnostics, opening_.get());
  if (!program || opening_->cancelled()) {
    events_.failed(opening_->cancelled() ? std::vector<Diagnostic>() : diagnostics.all());
    return;
  }
  std::unique_lock lock(mutex_);
  EditState state(*program->base);
  std::erase_if(edits_, [&](const Edit& edit) { return !state.apply(edit).empty(); });
  applied_ = edits_.size();
  maker_ = std::make_unique<SnapshotMaker>(std::move(program));
  dirty_ = true;
  while (!quit_) {
    wake_.wait(lock, [this] { return dirty_ || quit_ || (hasJob() && last_); });
    if (quit_) return;
    if (!dirty_) {
      runJob(lock);
      continue;
    }
    dirty_ = false;
    std::vector<Edit> edits(edits_.begin(), edits_.begin() + static_cast<std::ptrdiff_t>(applied_));
    std::size_t undone = edits_.size() - applied_;
    running_ = std::make_shared<Progress>();
    double started = changedAt_;
    lock.unlock();
    publish(edits, undone, started);
    lock.lock();
  }
}

// Comes and goes with the lock held.
void Document::runJob(std::unique_lock<std::mutex>& lock) {
  Job job = std::exchange(jobs_[jobs_[0] ? 0 : jobs_[1] ? 1 : 2], nullptr);
  running_ = std::make_shared<Progress>();
  std::shared_ptr<Progress> progress = running_;
  lock.unlock();
  job(last_, *progress);
  lock.lock();
}

// Runs without the lock; an outdated or refused result is dropped.
void Document::publish(const std::vector<Edit>& edits, std::size_t undone, double started) {
  EditRefusal refusal;
  std::shared_ptr<Snapshot> snapshot = maker_->make(edits, last_.get(), &refusal, running_.get());
  if (!snapshot) {
    if (refusal.why.empty() || edits.empty()) return;
    {
      std::lock_guard lock(mutex_);
      if (applied_ <= refusal.edit || edits_[refusal.edit] != edits[refusal.edit]) return;
      edits_.erase(edits_.begin() + static_cast<std::ptrdiff_t>(refusal.edit));
      --applied_;
      // Nothing was shown yet, or more edits came than the one: what is left is to be shown.
      if (!last_ || last_->edits.size() + 1 < edits.size()) dirty_ = true;
    }
    events_.refused(edits[refusal.edit], refusal.why);
    return;
  }
  snapshot->number = last_ ? last_->number + 1 : 1;
  snapshot->undone = undone;
  snapshot->timings.edit = last_ ? now() - started : 0;
  last_ = snapshot;
  events_.ready(snapshot);
}

}  // namespace shardlens
