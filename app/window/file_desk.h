#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

#include "app/window/background_export.h"

class QMenu;

namespace shardlens::app {

class SessionBridge;

/// Opens, saves and exports files for the window: dialogs, recent files, unsaved edits, and reading again what changed on disk.
class FileDesk : public QObject {
  Q_OBJECT
 public:
  FileDesk(SessionBridge& session, QWidget* window);

  void open(const QString& path);
  void askOpen();
  void askSaveAs();
  /// Asks for a file and has it written on a worker.
  void askExport(const std::function<BackgroundExport::Writer()>& writer);
  /// True when there is nothing unsaved, or a person lets it go.
  bool mayDiscard();
  void addRecentMenu(QMenu* menu);

  /// Asked what to do with unsaved edits, and which file; tests put their answers here.
  enum class Answer { Save, Discard, Cancel };
  std::function<Answer()> askUnsaved;
  std::function<QString(const QString& title, const QString& filter, bool save)> askFile;
  std::function<void(const QString& title, const QString& text)> tell;

 signals:
  /// A file was written as it was asked for.
  void wrote(const QString& path);

 private:
  void watch(const QString& path);
  void remember(const QString& path);
  void fillRecent();

  SessionBridge& session_;
  QWidget* window_;
  QFileSystemWatcher watcher_;
  QTimer settle_;
  BackgroundExport export_;
  QMenu* recent_ = nullptr;
};

}  // namespace shardlens::app
