#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "app/graph/layout_text.h"
#include "app/theme/theme.h"
#include "app/window/main_window.h"
#include "app/window/pose.h"

using namespace shardlens::app;

namespace {

int say(const QString& text, std::FILE* to, int code) {
  std::fputs(qPrintable(text), to);
  return code;
}

/// Whether Qt would look for a display in vain: none is named and no platform is chosen that needs none.
bool lacksDisplay(const QStringList& arguments) {
  bool chosen = qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || arguments.contains(QStringLiteral("-platform"));
  return !chosen && qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--layout-helper") == 0) return runLayoutHelper(std::cin, std::cout);
  QApplication::setApplicationName(QStringLiteral("shardlens"));
  QApplication::setOrganizationName(QStringLiteral("shardlens"));
  QApplication::setApplicationVersion(QStringLiteral(SHARDLENS_VERSION));
  QStringList early;
  for (int i = 1; i < argc; ++i) early << QString::fromLocal8Bit(argv[i]);
  if (early.contains(QStringLiteral("--help"))) return say(poseHelp(), stdout, 0);
  if (early.contains(QStringLiteral("--version"))) return say(QStringLiteral("shardlens " SHARDLENS_VERSION "\n"), stdout, 0);

  if (lacksDisplay(early)) {
    bool picture = std::any_of(early.begin(), early.end(), [](const QString& a) { return a.startsWith(QLatin1String("--screenshot")); });
    // Qt ends the process with a core dump where it finds no display.
    if (!picture) return say(QStringLiteral("shardlens: no display here; --screenshot FILE writes a picture without one\n"), stderr, 1);
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }

  QApplication app(argc, argv);
  QTranslator translator;
  if (translator.load(QLocale(), QStringLiteral("shardlens"), QStringLiteral("_"), QStringLiteral(":/shardlens/translations")))
    QApplication::installTranslator(&translator);
  QTranslator buttons;  // of Qt's own dialogs, where they are installed
  if (buttons.load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QApplication::installTranslator(&buttons);
  Pose pose;
  QString problem;
  if (!readPose(QApplication::arguments().mid(1), &pose, &problem)) return say(QStringLiteral("shardlens: %1\n").arg(problem), stderr, 2);
  Theme theme;
  if (pose.theme.isEmpty())
    theme.apply(pose.screenshot.isEmpty() ? chosenLook() : desktopLook());
  else
    theme.apply(pose.theme == QLatin1String("dark") ? Theme::Look::Dark : Theme::Look::Light);
  MainWindow window(theme, QApplication::applicationFilePath());
  Poser poser(window, pose);
  int code = 0;
  QObject::connect(&poser, &Poser::done, &app, [&](const QString& why) {
    if (!why.isEmpty()) code = say(QStringLiteral("shardlens: %1\n").arg(why), stderr, 1);
    QApplication::exit(code);
  });
  if (pose.screenshot.isEmpty()) window.keepLayout();
  window.show();
  poser.start();
  return QApplication::exec();
}
