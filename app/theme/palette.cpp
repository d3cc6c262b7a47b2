#include "app/theme/palette.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace shardlens::app {

namespace {

struct Field {
  const char* name;
  QColor Palette::*member;
};

constexpr Field kFields[] = {
    {"background", &Palette::background},
    {"pane", &Palette::pane},
    {"line", &Palette::line},
    {"text", &Palette::text},
    {"subtle", &Palette::subtle},
    {"accent", &Palette::accent},
    {"selection", &Palette::selection},
    {"node", &Palette::node},
    {"nodeLine", &Palette::nodeLine},
    {"folded", &Palette::folded},
    {"group", &Palette::group},
    {"badge", &Palette::badge},
    {"badgeLine", &Palette::badgeLine},
    {"cell", &Palette::cell},
    {"whole", &Palette::whole},
    {"good", &Palette::good},
    {"goodFill", &Palette::goodFill},
    {"none", &Palette::none},
    {"error", &Palette::error},
    {"errorFill", &Palette::errorFill},
    {"warning", &Palette::warning},
    {"flash", &Palette::flash},
    {"canvas", &Palette::canvas},
    {"codeKeyword", &Palette::codeKeyword},
    {"codeType", &Palette::codeType},
    {"codeValue", &Palette::codeValue},
    {"codeString", &Palette::codeString},
    {"codeNumber", &Palette::codeNumber},
    {"codeComment", &Palette::codeComment},
    {"codeSymbol", &Palette::codeSymbol},
    {"codeAttribute", &Palette::codeAttribute},
};

bool readColour(const QJsonValue& value, QColor* colour) {
  colour->setNamedColor(value.toString());
  return value.isString() && colour->isValid();
}

}  // namespace

QColor Palette::axis(int index, int shade) const {
  if (index < 0 || axes.empty()) return subtle;
  QColor colour = axes[static_cast<std::size_t>(index) % axes.size()];
  if (shade == 0) return colour;
  return shade % 2 != 0 ? colour.lighter(100 + 12 * (shade + 1)) : colour.darker(100 + 10 * shade);
}

QColor Palette::tone(int index) const {
  if (index < 0 || tones.empty()) return subtle;
  return tones[std::min(static_cast<std::size_t>(index), tones.size() - 1)];
}

QColor Palette::textOn(const QColor& fill) {
  double light = 0.299 * fill.redF() + 0.587 * fill.greenF() + 0.114 * fill.blueF();
  return light > 0.64 ? QColor(0x1d, 0x21, 0x27) : QColor(Qt::white);
}

bool readPalette(const QByteArray& json, const QString& look, Palette* palette, QString* problem) {
  QJsonParseError error;
  QJsonObject all = QJsonDocument::fromJson(json, &error).object();
  QJsonObject colours = all.value(look).toObject();
  for (const Field& field : kFields) {
    if (readColour(colours.value(QLatin1String(field.name)), &(palette->*field.member))) continue;
    *problem =
        error.error ? error.errorString() : QStringLiteral("palette \"%1\" has no colour \"%2\"").arg(look, QLatin1String(field.name));
    return false;
  }
  for (auto [name, list] : {std::pair{"axes", &palette->axes}, {"tones", &palette->tones}}) {
    list->clear();
    for (const auto& value : all.value(QLatin1String(name)).toArray()) {
      QColor colour;
      if (!readColour(value, &colour)) {
        *problem = QStringLiteral("\"%1\" among \"%2\" is not a colour").arg(value.toString(), QLatin1String(name));
        return false;
      }
      list->push_back(colour);
    }
  }
  return true;
}

}  // namespace shardlens::app
