#include "app/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QPalette>
#include <QSettings>
#include <QStyleFactory>

namespace shardlens::app {

namespace {

const QString kLookKey = QStringLiteral("look"), kLight = QStringLiteral("light"), kDark = QStringLiteral("dark");

QPalette widgetPalette(const Palette& p) {
  QPalette q;
  q.setColor(QPalette::Window, p.pane);
  q.setColor(QPalette::WindowText, p.text);
  q.setColor(QPalette::Base, p.pane);
  q.setColor(QPalette::AlternateBase, p.background);
  q.setColor(QPalette::Text, p.text);
  q.setColor(QPalette::PlaceholderText, p.subtle);
  q.setColor(QPalette::Button, p.pane);
  q.setColor(QPalette::ButtonText, p.text);
  q.setColor(QPalette::ToolTipBase, p.pane);
  q.setColor(QPalette::ToolTipText, p.text);
  q.setColor(QPalette::Highlight, p.selection);
  q.setColor(QPalette::HighlightedText, p.text);
  q.setColor(QPalette::Link, p.accent);
  q.setColor(QPalette::Light, p.line);
  q.setColor(QPalette::Mid, p.line);
  q.setColor(QPalette::Dark, p.line);
  for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) q.setColor(QPalette::Disabled, role, p.nodeLine);
  return q;
}

QFont face(const QString& family, int pixels, int weight) {
  QFont font(family);
  font.setPixelSize(pixels);
  font.setWeight(static_cast<QFont::Weight>(weight));
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent) {
  QString problem;
  if (!readPalette(paletteFile(), QStringLiteral("light"), &palette_, &problem)) qFatal("%s", qPrintable(problem));
}

void Theme::apply(Look look) {
  look_ = look;
  QString problem;
  if (!readPalette(paletteFile(), isDark() ? QStringLiteral("dark") : QStringLiteral("light"), &palette_, &problem))
    qFatal("%s", qPrintable(problem));
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(widgetPalette(palette_));
  QFont font(QStringLiteral("Inter"));
  font.setPointSizeF(9.4);
  font.setHintingPreference(QFont::PreferNoHinting);
  QApplication::setFont(font);
  qApp->setStyleSheet(styleSheet(palette_));
  emit changed();
}

QFont Theme::text(int pixels, int weight) { return face(QStringLiteral("Inter"), pixels, weight); }

QFont Theme::code(int pixels) {
  QFont font = face(QStringLiteral("JetBrains Mono"), pixels, QFont::Normal);
  font.setFixedPitch(true);
  font.setStyleHint(QFont::Monospace);
  font.setStyleStrategy(QFont::PreferNoShaping);  // its ligatures would draw `<-5` as an arrow
  return font;
}

QByteArray Theme::paletteFile() {
  QFile file(QStringLiteral(":/shardlens/themes/palette.json"));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Theme::Look desktopLook() {
  QColor window = QApplication::palette().color(QPalette::Window);
  return window.lightness() < 128 ? Theme::Look::Dark : Theme::Look::Light;
}

Theme::Look chosenLook() {
  QString chosen = QSettings().value(kLookKey).toString();
  return chosen.isEmpty() ? desktopLook() : chosen == kDark ? Theme::Look::Dark : Theme::Look::Light;
}

void keepLook(Theme::Look look) {
  QSettings settings;
  if (look == desktopLook())
    settings.remove(kLookKey);
  else
    settings.setValue(kLookKey, look == Theme::Look::Dark ? kDark : kLight);
}

}  // namespace shardlens::app
