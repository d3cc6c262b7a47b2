#pragma once

#include <QObject>
#include <QSize>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace shardlens::app {

class MainWindow;

/// How the command line wants the window to stand, and the picture to take of it.
struct Pose {
  QString file, select, open, theme, screenshot, search, ask, colourBy;
  QStringList expand;
  QSize size;
  double zoom = 0;             ///< 0: as it is, or done
  std::optional<qint64> step;  ///< -1: before the first
};

/// Reads the command line; false with `problem` where it makes no sense.
bool readPose(const QStringList& arguments, Pose* pose, QString* problem);
QString poseHelp();

/// Brings the window into the pose once its file is open, and takes the picture when nothing moves any more.
class Poser : public QObject {
  Q_OBJECT
 public:
  Poser(MainWindow& window, Pose pose, QObject* parent = nullptr);
  void start();

 signals:
  /// The picture was taken, or `problem` says why not.
  void done(const QString& problem);

 private:
  void strike();
  void look();
  void zoom();

  MainWindow& window_;
  Pose pose_;
  QTimer timer_;
  int calm_ = 0;
};

}  // namespace shardlens::app
