#include "app/window/background_export.h"

#include <QFileInfo>
#include <QPointer>
#include <QProgressDialog>
#include <QThreadPool>

namespace shardlens::app {

namespace {

constexpr int kShownAfterMs = 400;

}  // namespace

BackgroundExport::BackgroundExport(QWidget* window) : QObject(window), window_(window) {}

BackgroundExport::~BackgroundExport() { cancel(); }

void BackgroundExport::cancel() {
  if (stop_) stop_->store(true);
}

void BackgroundExport::write(const QString& file, Writer writer) {
  cancel();
  stop_ = std::make_shared<std::atomic<bool>>(false);
  QPointer<QProgressDialog> dialog(new QProgressDialog(tr("Writing %1").arg(QFileInfo(file).fileName()), tr("Cancel"), 0, 0, window_));
  dialog->setWindowTitle(tr("Export"));
  dialog->setMinimumDuration(kShownAfterMs);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QProgressDialog::canceled, dialog, [stop = stop_] { stop->store(true); });
  QPointer<BackgroundExport> self(this);
  QThreadPool::globalInstance()->start([self, dialog, file, writer = std::move(writer), stop = stop_] {
    QString why = writer(file, *stop);
    if (!self) return;
    QMetaObject::invokeMethod(
        self.data(),
        [self, dialog, file, why, stop] {
          if (dialog) dialog->deleteLater();
          if (!stop->load()) emit self->done(file, why);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace shardlens::app
