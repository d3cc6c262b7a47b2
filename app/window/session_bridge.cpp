#include "app/window/session_bridge.h"

#include <QFileInfo>

namespace shardlens::app {

SessionBridge::SessionBridge(QObject* parent) : QObject(parent) {
  poll_.setInterval(50);
  connect(&poll_, &QTimer::timeout, this, [this] {
    if (pending_) emit progressed(pending_->opening()->fraction());
  });
}

SessionBridge::~SessionBridge() = default;

QString SessionBridge::path() const { return current_ ? QString::fromStdString(current_->path()) : QString(); }

void SessionBridge::open(const QString& path) { start(QFileInfo(path).absoluteFilePath(), {}, false); }

void SessionBridge::reload() {
  if (current_) start(path(), current_->edits(), true);
}

// Every job has a number; what arrives from one that is no longer wanted is dropped.
void SessionBridge::start(const QString& path, std::vector<Edit> edits, bool again) {
  cancelOpening();
  std::uint64_t job = ++job_;
  pendingJob_ = job;
  again_ = again;
  Document::Events events;
  events.ready = [this, job](SnapshotPtr snapshot) {
    QMetaObject::invokeMethod(
        this, [this, job, snapshot = std::move(snapshot)] { received(job, snapshot); }, Qt::QueuedConnection);
  };
  events.failed = [this, job](std::vector<Diagnostic> diagnostics) {
    QMetaObject::invokeMethod(
        this, [this, job, diagnostics = std::move(diagnostics)] { failed(job, diagnostics); }, Qt::QueuedConnection);
  };
  events.refused = [this, job](const Edit& edit, const std::string& why) {
    QMetaObject::invokeMethod(
        this,
        [this, job, edit, why] {
          if (job != currentJob_) return;
          working_ = false;
          emit refused(QString::fromStdString(why), edit);
          emit editsChanged();
        },
        Qt::QueuedConnection);
  };
  pending_ = std::make_unique<Document>(path.toStdString(), std::move(events), std::move(edits));
  poll_.start();
  emit openingChanged(true, path);
}

void SessionBridge::cancelOpening() {
  if (!pending_) return;
  QString path = QString::fromStdString(pending_->path());
  pending_.reset();
  pendingJob_ = 0;
  poll_.stop();
  emit openingChanged(false, path);
}

void SessionBridge::received(std::uint64_t job, SnapshotPtr snapshot) {
  if (job == pendingJob_) {
    current_ = std::move(pending_);
    currentJob_ = job;
    pendingJob_ = 0;
    poll_.stop();
    snapshot_ = std::move(snapshot);
    if (!again_) saved_.clear();
    working_ = false;
    emit openingChanged(false, path());
    again_ ? emit reloaded(snapshot_) : emit opened(snapshot_);
    emit editsChanged();
  } else if (job == currentJob_) {
    snapshot_ = std::move(snapshot);
    working_ = false;
    emit changed(snapshot_);
    emit editsChanged();
  }
}

void SessionBridge::failed(std::uint64_t job, const std::vector<Diagnostic>& diagnostics) {
  if (job != pendingJob_) return;
  QString path = QString::fromStdString(pending_->path());
  pending_.reset();
  pendingJob_ = 0;
  poll_.stop();
  emit openingChanged(false, path);
  emit openFailed(path, diagnostics);
}

void SessionBridge::edit(ValueId value, const QString& sharding) {
  if (current_ && value) apply({valuePath(*snapshot_->module, *snapshot_->outline, value), sharding.toStdString()});
}

void SessionBridge::apply(const Edit& edit) {
  if (!current_) return;
  working_ = true;
  current_->edit(edit);
  emit editsChanged();
}

void SessionBridge::compare(const std::vector<PlanOptions>& options) {
  if (!current_) return;
  current_->ask(Document::JobKind::Compare, [this, job = currentJob_, options](const SnapshotPtr& snapshot, Progress& progress) {
    Diagnostics diagnostics;
    auto comparison = compareStrategies(snapshot->written, options, diagnostics, &progress);
    QMetaObject::invokeMethod(
        this,
        [this, job, comparison] {
          if (comparison && job == currentJob_) emit compared(comparison);
        },
        Qt::QueuedConnection);
  });
}

void SessionBridge::indexSteps() {
  if (!current_) return;
  current_->ask(Document::JobKind::Steps, [this, job = currentJob_](const SnapshotPtr& snapshot, Progress& progress) {
    auto index = makeStepIndex(snapshot, &progress);
    QMetaObject::invokeMethod(
        this,
        [this, job, index] {
          if (index && job == currentJob_) emit stepsIndexed(index);
        },
        Qt::QueuedConnection);
  });
}

void SessionBridge::explain(Document::Job job) {
  if (current_) current_->ask(Document::JobKind::Explain, std::move(job));
}

void SessionBridge::undo() {
  if (!canUndo()) return;
  working_ = true;
  current_->undo();
  emit editsChanged();
}

void SessionBridge::redo() {
  if (!canRedo()) return;
  working_ = true;
  current_->redo();
  emit editsChanged();
}

QString SessionBridge::saveAs(const QString& path) {
  if (!snapshot_) return tr("Nothing is open.");
  std::string why = saveModule(*snapshot_->written, path.toStdString());
  if (why.empty()) saved_ = snapshot_->edits;
  emit editsChanged();
  return QString::fromStdString(why);
}

}  // namespace shardlens::app
