#include "app/window/file_desk.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>

#include "app/window/session_bridge.h"

namespace shardlens::app {

namespace {

constexpr int kMostRecent = 10, kSettleMs = 200;
const QString kRecentKey = QStringLiteral("recentFiles"), kAnnotated = QStringLiteral("-annotated.mlir");

}  // namespace

FileDesk::FileDesk(SessionBridge& session, QWidget* window) : QObject(window), session_(session), window_(window), export_(window) {
  askUnsaved = [this] {
    auto answer = QMessageBox::question(window_, tr("Unsaved edits"), tr("The annotations that you changed are not saved."),
                                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Save ? Answer::Save : answer == QMessageBox::Discard ? Answer::Discard : Answer::Cancel;
  };
  askFile = [this](const QString& title, const QString& filter, bool save) {
    QString folder = QFileInfo(session_.path()).absolutePath();
    if (!save) return QFileDialog::getOpenFileName(window_, title, folder, filter);
    QString name = QFileInfo(session_.path()).fileName().section(QLatin1String(".mlir"), 0, 0);
    bool text = filter.contains(QLatin1String("*.mlir"));
    QString path = QFileDialog::getSaveFileName(window_, title,
                                                folder + QLatin1Char('/') + name + (text ? kAnnotated : QStringLiteral(".png")), filter);
    return text && !path.isEmpty() && QFileInfo(path).suffix().isEmpty() ? path + QStringLiteral(".mlir") : path;
  };
  tell = [this](const QString& title, const QString& text) { QMessageBox::warning(window_, title, text); };
  connect(&export_, &BackgroundExport::done, this, [this](const QString& file, const QString& why) {
    if (why.isEmpty())
      emit wrote(file);
    else
      tell(tr("Not exported"), why);
  });
  settle_.setSingleShot(true);
  settle_.setInterval(kSettleMs);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { settle_.start(); });
  connect(&settle_, &QTimer::timeout, this, [this] {
    watch(session_.path());
    if (QFileInfo::exists(session_.path())) session_.reload();
  });
  connect(&session, &SessionBridge::opened, this, [this] {
    watch(session_.path());
    remember(session_.path());
  });
}

void FileDesk::open(const QString& path) {
  if (mayDiscard()) session_.open(path);
}

void FileDesk::askOpen() {
  QString path = askFile(tr("Open a program"), tr("MLIR text (*.mlir *.mlir.gz *.txt);;All files (*)"), false);
  if (!path.isEmpty()) open(path);
}

void FileDesk::askSaveAs() {
  QString path = askFile(tr("Save the annotated program"), tr("MLIR text (*.mlir)"), true);
  if (path.isEmpty()) return;
  if (QString why = session_.saveAs(path); !why.isEmpty()) return tell(tr("Not saved"), why);
  emit wrote(path);
}

void FileDesk::askExport(const std::function<BackgroundExport::Writer()>& writer) {
  QString path = askFile(tr("Export the graph"), tr("Pictures (*.png *.svg *.pdf)"), true);
  if (path.isEmpty()) return;
  export_.write(path, writer());
}

bool FileDesk::mayDiscard() {
  if (!session_.modified()) return true;
  switch (askUnsaved()) {
    case Answer::Discard: return true;
    case Answer::Cancel: return false;
    case Answer::Save: break;
  }
  askSaveAs();
  return !session_.modified();
}

// An editor may put a new file in the old one's place, which ends the watch: it is set again each time.
void FileDesk::watch(const QString& path) {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  if (QFileInfo::exists(path)) watcher_.addPath(path);
}

void FileDesk::remember(const QString& path) {
  QSettings settings;
  QStringList list = settings.value(kRecentKey).toStringList();
  list.removeAll(path);
  list.prepend(path);
  while (list.size() > kMostRecent) list.removeLast();
  settings.setValue(kRecentKey, list);
  fillRecent();
}

void FileDesk::addRecentMenu(QMenu* menu) {
  recent_ = menu->addMenu(tr("Open &recent"));
  fillRecent();
}

void FileDesk::fillRecent() {
  if (!recent_) return;
  recent_->clear();
  for (const QString& path : QSettings().value(kRecentKey).toStringList())
    connect(recent_->addAction(QFileInfo(path).fileName()), &QAction::triggered, this, [this, path] { open(path); });
  recent_->setEnabled(!recent_->isEmpty());
}

}  // namespace shardlens::app
