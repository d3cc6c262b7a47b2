#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

#include "engine/plan/compare.h"
#include "engine/session/document.h"
#include "engine/session/shown_moment.h"

namespace shardlens::app {

/// Holds the open document for the window: its events arrive here on the window's thread, as signals.
///
/// A file that is being opened is kept beside the open one and takes its place only when it could be read.
class SessionBridge : public QObject {
  Q_OBJECT
 public:
  explicit SessionBridge(QObject* parent = nullptr);
  ~SessionBridge() override;

  void open(const QString& path);
  /// Reads the open file again; edits stay in force where their values still exist.
  void reload();
  void cancelOpening();
  [[nodiscard]] bool opening() const { return pending_ != nullptr; }
  [[nodiscard]] bool hasDocument() const { return current_ != nullptr; }
  [[nodiscard]] QString path() const;
  [[nodiscard]] const SnapshotPtr& snapshot() const { return snapshot_; }

  void edit(ValueId value, const QString& sharding);
  /// Propagates the same annotations in each of these ways; `compared` brings what came of it.
  void compare(const std::vector<PlanOptions>& options);
  /// Makes what stepping needs of the latest snapshot, on the worker; `stepsIndexed` brings it unless an edit comes before.
  void indexSteps();
  /// Runs `job` on the document's worker when it has nothing else to do, see Document::ask.
  void explain(Document::Job job);
  void apply(const Edit& edit);
  void undo();
  void redo();
  [[nodiscard]] bool canUndo() const { return current_ && current_->canUndo(); }
  [[nodiscard]] bool canRedo() const { return current_ && current_->canRedo(); }
  [[nodiscard]] bool working() const { return working_; }
  [[nodiscard]] bool modified() const { return current_ && current_->edits() != saved_; }
  /// Writes the annotated module; says why where that fails.
  QString saveAs(const QString& path);

 signals:
  void opened(shardlens::SnapshotPtr snapshot);    ///< another program is open
  void reloaded(shardlens::SnapshotPtr snapshot);  ///< the same file, read again
  void changed(shardlens::SnapshotPtr snapshot);   ///< an edit, undo or redo came through
  void openFailed(const QString& path, const std::vector<shardlens::Diagnostic>& diagnostics);
  void openingChanged(bool opening, const QString& path);
  void progressed(double fraction);
  void compared(std::shared_ptr<const shardlens::StrategyComparison> comparison);
  void stepsIndexed(std::shared_ptr<shardlens::StepIndex> index);
  void refused(const QString& why, const shardlens::Edit& edit);
  void editsChanged();

 private:
  void start(const QString& path, std::vector<Edit> edits, bool again);
  void received(std::uint64_t job, SnapshotPtr snapshot);
  void failed(std::uint64_t job, const std::vector<Diagnostic>& diagnostics);

  std::unique_ptr<Document> current_, pending_;
  std::uint64_t job_ = 0, currentJob_ = 0, pendingJob_ = 0;
  bool again_ = false, working_ = false;
  SnapshotPtr snapshot_;
  std::vector<Edit> saved_;
  QTimer poll_;
};

}  // namespace shardlens::app
