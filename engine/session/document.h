#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/session/snapshot_maker.h"

namespace shardlens {

/// A program that is open: its text, the ordered edits of its annotations, and a worker thread that turns both into snapshots.
///
/// The latest state of the edits wins: a run that an edit outdates is stopped. All calls are for one thread; the events come on the worker.
class Document {
 public:
  struct Events {
    std::function<void(SnapshotPtr)> ready;                   ///< a new snapshot
    std::function<void(std::vector<Diagnostic>)> failed;      ///< the file could not be opened; nothing more comes
    std::function<void(Edit edit, std::string why)> refused;  ///< the edit has no place and was taken back
  };

  /// Starts to open `path`; `edits` (of a document that is read again) are put in force where their values still exist.
  Document(std::string path, Events events, std::vector<Edit> edits = {});
  /// Stops the work and waits for it to end.
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::shared_ptr<Progress>& opening() const { return opening_; }
  /// Stops opening; the document stays empty and `failed` comes without diagnostics.
  void cancel() { opening_->cancel(); }

  void edit(Edit edit);
  /// Runs `job` on the worker with the latest snapshot once nothing else is to be done: only one thread interns. An edit stops it by its
  /// progress; a later job takes the place of one of its kind that has not begun.
  using Job = std::function<void(const SnapshotPtr& snapshot, Progress& progress)>;
  enum class JobKind : std::uint8_t { Explain, Steps, Compare };  ///< what a person waits for first comes first
  void ask(JobKind kind, Job job);
  void undo();
  void redo();
  [[nodiscard]] bool canUndo() const;
  [[nodiscard]] bool canRedo() const;
  /// Edits in force.
  [[nodiscard]] std::vector<Edit> edits() const;

 private:
  void work();
  [[nodiscard]] bool hasJob() const { return jobs_[0] || jobs_[1] || jobs_[2]; }
  void runJob(std::unique_lock<std::mutex>& lock);
  void publish(const std::vector<Edit>& edits, std::size_t undone, double started);
  void changed();

  std::string path_;
  Events events_;
  std::shared_ptr<Progress> opening_ = std::make_shared<Progress>();
  std::unique_ptr<SnapshotMaker> maker_;  // the worker's own
  SnapshotPtr last_;                      // the worker's own

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Edit> edits_;  // all, undone ones at the end
  std::size_t applied_ = 0;
  bool dirty_ = false, quit_ = false;
  std::array<Job, 3> jobs_;  ///< by kind
  double changedAt_ = 0;
  std::shared_ptr<Progress> running_;
  std::thread thread_;
};

/// Writes the program with its annotations as the reference prints it, with locations; says why where that fails.
std::string saveModule(const Module& module, const std::string& path);

}  // namespace shardlens
