#include "app/window/pose.h"

#include <QLineEdit>
#include <QPixmap>
#include <QRegularExpression>

#include <optional>
#include <utility>

#include "app/graph/look_maker.h"
#include "app/inspector/inspector.h"
#include "app/stepper/strategies_panel.h"
#include "app/window/box_path.h"
#include "app/window/file_desk.h"
#include "app/window/main_window.h"

namespace shardlens::app {

namespace {

constexpr int kLookMs = 60, kCalmLooks = 4;

std::optional<ColourBy> colouringOf(const QString& name) {
  constexpr const char* kNames[] = {"sharding", "iteration", "op-priority", "user-priority"};  // in the order of kColourings
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (name == QLatin1String(kNames[i])) return kColourings[i];
  return std::nullopt;
}

/// The box that `path` names, from the root's name on; invalid where none.
}  // namespace

bool readPose(const QStringList& arguments, Pose* pose, QString* problem) {
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const QString& name = arguments[i];
    if (!name.startsWith(QLatin1Char('-'))) {
      pose->file = name;
      continue;
    }
    if (i + 1 == arguments.size()) {
      *problem = QObject::tr("%1 needs a value").arg(name);
      return false;
    }
    const QString& value = arguments[++i];
    if (name == QLatin1String("--select"))
      pose->select = value;
    else if (name == QLatin1String("--open"))
      pose->open = value;
    else if (name == QLatin1String("--ask"))
      pose->ask = value;
    else if (name == QLatin1String("--colour-by"))
      pose->colourBy = value;
    else if (name == QLatin1String("--theme"))
      pose->theme = value;
    else if (name == QLatin1String("--screenshot"))
      pose->screenshot = value;
    else if (name == QLatin1String("--search"))
      pose->search = value;
    else if (name == QLatin1String("--expand"))
      pose->expand << value;
    else if (name == QLatin1String("--step")) {
      bool number = false;
      pose->step = value.toLongLong(&number);
      if (!number || *pose->step < -1) {
        *problem = QObject::tr("--step wants the number of a step, not %1").arg(value);
        return false;
      }
    } else if (name == QLatin1String("--zoom"))
      pose->zoom = value.toDouble() / 100;
    else if (name == QLatin1String("--size")) {
      static const QRegularExpression size(QStringLiteral("^(\\d+)x(\\d+)$"));
      auto match = size.match(value);
      pose->size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
      if (!match.hasMatch() || pose->size.width() < 400 || pose->size.height() < 300 || pose->size.width() > 16000 ||
          pose->size.height() > 16000) {
        *problem = QObject::tr("--size wants WIDTHxHEIGHT, from 400x300 on, not %1").arg(value);
        return false;
      }
    } else {
      *problem = QObject::tr("there is no option %1").arg(name);
      return false;
    }
  }
  if (!pose->colourBy.isEmpty() && !colouringOf(pose->colourBy)) {
    *problem = QObject::tr("--colour-by is sharding, iteration, op-priority or user-priority, not %1").arg(pose->colourBy);
    return false;
  }
  if (!pose->theme.isEmpty() && pose->theme != QLatin1String("light") && pose->theme != QLatin1String("dark")) {
    *problem = QObject::tr("--theme is light or dark, not %1").arg(pose->theme);
    return false;
  }
  return true;
}

QString poseHelp() {
  return QObject::tr(
      "Usage: shardlens [FILE] [options]\n"
      "Opens a program in StableHLO and Shardy text (.mlir, .mlir.gz) and shows its sharding plan.\n\n"
      "  --select VALUE       select a value by its path (main/%12, main/forward/layer_3/dot_general) or name (%12)\n"
      "  --expand BOX         open a box by its path; may be given more than once\n"
      "  --open PANEL         graph, source, outline, annotations, mesh, inspector, value,\n"
      "                       rule, why, chips, problems, steps or strategies\n"
      "  --step N             show the moment after step N of the propagation, the first is 0; -1: before it\n"
      "  --ask AXIS@DIM       ask why not (or why) of the selected value: axis and dimension, from 0\n"
      "  --search TEXT        search for values, operations or layers\n"
      "  --zoom PERCENT       zoom of the graph\n"
      "  --colour-by WHAT     colours of the graph: sharding, iteration, op-priority or user-priority\n"
      "  --theme light|dark   look of the window\n"
      "  --size WxH           size of the window\n"
      "  --screenshot FILE    write a picture of the window when it has settled, and end\n"
      "  --help, --version    say this, or the version\n");
}

Poser::Poser(MainWindow& window, Pose pose, QObject* parent) : QObject(parent), window_(window), pose_(std::move(pose)) {
  timer_.setInterval(kLookMs);
  connect(&timer_, &QTimer::timeout, this, &Poser::look);
}

void Poser::start() {
  if (pose_.size.isValid()) window_.resize(pose_.size);
  if (pose_.file.isEmpty()) return strike();
  connect(&window_.session(), &SessionBridge::opened, this, &Poser::strike, Qt::SingleShotConnection);
  connect(&window_.session(), &SessionBridge::openFailed, this, [this](const QString& path, const std::vector<Diagnostic>& diagnostics) {
    if (!pose_.screenshot.isEmpty()) emit done(diagnostics.empty() ? path : QString::fromStdString(format(diagnostics.front(), nullptr)));
  });
  window_.session().open(pose_.file);
}

void Poser::strike() {
  const SnapshotPtr& snapshot = window_.session().snapshot();
  QString missing;
  if (!pose_.open.isEmpty() && !window_.openPanel(pose_.open)) missing = tr("there is no panel %1").arg(pose_.open);
  if (snapshot) {
    for (const QString& path : pose_.expand) {
      BoxId box = findBoxByPath(*snapshot->outline, path.toStdString());
      NodeKey key = box ? window_.graph().model().reveal(box) : 0;
      if (key)
        window_.graph().model().setOpen(key, true);
      else
        missing = tr("there is no box %1").arg(path);
    }
    if (!pose_.select.isEmpty()) {
      ValueId value = findValue(*snapshot->module, *snapshot->outline, pose_.select.toStdString());
      BoxId box = value ? snapshot->outline->boxOfValue[value.value] : findBoxByPath(*snapshot->outline, pose_.select.toStdString());
      if (box)
        window_.selection().select(value, box);
      else
        missing = tr("there is no value %1").arg(pose_.select);
    }
    if (pose_.step) window_.stepper().jumpToStep(static_cast<std::size_t>(*pose_.step + 1));
    if (!pose_.ask.isEmpty()) {
      qsizetype at = pose_.ask.lastIndexOf(QLatin1Char('@'));
      bool number = false;
      int dim = pose_.ask.mid(at + 1).toInt(&number);
      if (at <= 0 || !number || !window_.inspector().why().choose(pose_.ask.left(at), dim))
        missing = tr("there is no axis and dimension %1 to ask about").arg(pose_.ask);
    }
    if (!pose_.open.isEmpty()) window_.openPanel(pose_.open);
    if (pose_.open == QLatin1String("strategies")) window_.strategies().ask();
  }
  if (auto by = colouringOf(pose_.colourBy)) window_.graph().colourBy(*by);
  if (!pose_.search.isEmpty()) window_.searchField().setText(pose_.search);
  if (!missing.isEmpty() && !pose_.screenshot.isEmpty()) return emit done(missing);
  if (!snapshot) pose_.zoom = 0;
  if (pose_.zoom > 0 || !pose_.screenshot.isEmpty()) timer_.start();
}

/// Only when what was asked for stands in the middle: the way there has a zoom of its own.
void Poser::zoom() {
  GraphView& view = window_.graph().view();
  view.zoomTo(std::exchange(pose_.zoom, 0), QPointF(view.width() / 2.0, view.height() / 2.0));
}

// Settled for some looks in a row: a better layout may be asked for by what the last one uncovered.
void Poser::look() {
  calm_ = window_.settled() ? calm_ + 1 : 0;
  if (calm_ < kCalmLooks) return;
  if (pose_.zoom > 0) {
    zoom();
    calm_ = 0;
    if (!pose_.screenshot.isEmpty()) return;
  }
  timer_.stop();
  if (pose_.screenshot.isEmpty()) return;
  QPixmap picture = window_.grab();
  emit done(picture.save(pose_.screenshot) ? QString() : tr("the picture could not be written to %1").arg(pose_.screenshot));
}

}  // namespace shardlens::app
