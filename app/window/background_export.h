#pragma once

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <memory>

namespace shardlens::app {

/// Writes a file on a worker while the window goes on: a small dialog shows that it is under way, and can stop it.
class BackgroundExport : public QObject {
  Q_OBJECT
 public:
  /// Takes the file's name, and says why it failed; returns soon once `stop` is set. Runs on a worker.
  using Writer = std::function<QString(const QString& file, const std::atomic<bool>& stop)>;

  explicit BackgroundExport(QWidget* window);
  ~BackgroundExport() override;
  /// One at a time: what is under way is stopped.
  void write(const QString& file, Writer writer);
  void cancel();

 signals:
  /// `why` is empty where the file is written. Not said of what was stopped.
  void done(const QString& file, const QString& why);

 private:
  QWidget* window_;
  std::shared_ptr<std::atomic<bool>> stop_;
};

}  // namespace shardlens::app
