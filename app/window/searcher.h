#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

#include "app/window/search_query.h"

namespace shardlens::app {

/// Runs searches on a worker of the thread pool; a search that a newer one outdates is stopped and its result dropped.
class Searcher : public QObject {
  Q_OBJECT
 public:
  explicit Searcher(QObject* parent = nullptr);
  ~Searcher() override;
  void setSnapshot(SnapshotPtr snapshot);
  void search(const QString& text);
  [[nodiscard]] const QString& text() const { return text_; }
  /// Of the last search that ended; `found` is to come for a newer one where `pending`.
  [[nodiscard]] const std::vector<BoxId>& hits() const { return hits_; }
  [[nodiscard]] bool pending() const { return pending_; }
  /// Begins at once: somebody waits for what is found.
  void hurry();

 signals:
  /// `highlight` is null when nothing is searched for.
  void found(std::shared_ptr<const std::unordered_set<std::uint32_t>> highlight, const QString& problem);

 private:
  void later();
  void start();

  SnapshotPtr snapshot_;
  QString text_;
  QTimer delay_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::vector<BoxId> hits_;
  bool pending_ = false;
};

}  // namespace shardlens::app
