#pragma once

#include <QColor>
#include <QString>

#include <vector>

namespace shardlens::app {

/// Colours of one look of the window, by what they are for.
struct Palette {
  QColor background, pane, line, text, subtle, accent, selection;
  QColor node, nodeLine, folded, group, badge, badgeLine, cell, whole, good, goodFill, none, error, errorFill, warning, flash, canvas;
  QColor codeKeyword, codeType, codeValue, codeString, codeNumber, codeComment, codeSymbol, codeAttribute;
  std::vector<QColor> axes;   ///< by the axis' index in its mesh, round and round
  std::vector<QColor> tones;  ///< from first to last, for what comes one after the other

  /// Colour of a mesh axis; `shade` counts the parts of a split axis, each a little lighter or darker than the last.
  [[nodiscard]] QColor axis(int index, int shade = 0) const;
  [[nodiscard]] QColor tone(int index) const;
  /// Text colour that reads on `fill`.
  [[nodiscard]] static QColor textOn(const QColor& fill);
};

/// Reads the palette called `look` ("light", "dark") from the JSON text; false with `problem` where a colour is missing or wrong.
bool readPalette(const QByteArray& json, const QString& look, Palette* palette, QString* problem);

}  // namespace shardlens::app
