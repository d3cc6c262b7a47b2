#pragma once

#include <QObject>
#include <QString>

#include <atomic>
#include <memory>
#include <vector>

#include "engine/plan/step_query.h"
#include "engine/session/snapshot.h"

namespace shardlens::app {

/// Which moments the list shows; all that is given must hold.
struct StepFilter {
  QString text;  ///< met in the operation's path or name, a value's name, an axis
  StepQuery query;
  [[nodiscard]] bool empty() const { return text.isEmpty() && query.empty(); }
};

/// The moments that pass `filter`, in order; stops early when `stop` is set.
std::vector<std::uint32_t> passing(const StepFilter& filter, const Snapshot& snapshot, const Moments& moments, const StepFacts& facts,
                                   const std::atomic<bool>& stop);

/// Filters on another thread; a later question drops the one before.
class StepSieve : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  ~StepSieve() override;
  void ask(const StepFilter& filter, SnapshotPtr snapshot, std::shared_ptr<const Moments> moments, std::shared_ptr<const StepFacts> facts);
  void drop();
  [[nodiscard]] bool busy() const { return stop_ != nullptr; }

 signals:
  void sieved(const std::vector<std::uint32_t>& moments);

 private:
  std::shared_ptr<std::atomic<bool>> stop_;
};

}  // namespace shardlens::app
