#pragma once

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "app/graph/layout.h"

class QProcess;

namespace shardlens::app {

/// Gives layouts: at once the plain one or a kept one; later, by `improved`, what dot made of it in a helper process.
///
/// The helper is killed when it is late or when a person cancels; the plain layout then stays.
class LayoutService : public QObject {
  Q_OBJECT
 public:
  /// `helper` with `arguments` starts the helper process; an empty `helper` means that dot is never asked.
  LayoutService(QString helper, QStringList arguments, QObject* parent = nullptr);
  ~LayoutService() override;

  /// Best layout known now; asks dot for a better one where that is worth while.
  const LayoutOutput& layout(const LayoutInput& input);
  [[nodiscard]] bool busy() const { return running_ != nullptr || !waiting_.empty(); }
  /// Drops what was asked and has not come.
  void cancel();

 signals:
  void improved();  ///< layouts came that differ from those given before
  void busyChanged(bool busy);

 private:
  struct Job {
    std::uint64_t key;
    LayoutInput input;
  };
  void startNext();
  void readAnswer();
  void finish(LayoutOutput output);
  void drop();

  QString helper_;
  QStringList arguments_;
  QTimer limit_;
  std::unique_ptr<QProcess> process_;
  QByteArray answer_;
  std::deque<std::unique_ptr<Job>> waiting_;
  std::unique_ptr<Job> running_;
  std::unordered_map<std::uint64_t, LayoutOutput> known_;
  std::unordered_set<std::uint64_t> asked_;
};

}  // namespace shardlens::app
