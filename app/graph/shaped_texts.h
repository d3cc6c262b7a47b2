#pragma once

#include <QFont>
#include <QHash>
#include <QPainter>
#include <QStaticText>

#include <array>

namespace shardlens::app {

/// Faces in which nodes are written.
enum class Face : std::uint8_t { Title, Ident, Chip, Partial, Mark, Code };
inline constexpr std::size_t kFaces = 6;
const QFont& fontOf(Face face);
enum class Align : std::uint8_t { Left, Middle, Right };

/// Texts as glyphs with their places: names, sizes and axes repeat from node to node, and shaping them is most of what a text costs.
class ShapedTexts {
 public:
  /// Draws `text` with its baseline at `base.y()`, and `base.x()` at its left, middle or right.
  void draw(QPainter& painter, Face face, Align align, QPointF base, const QString& text);

 private:
  static constexpr qsizetype kMost = 4096;
  struct Shaped {
    QStaticText text;
    double width = 0, ascent = 0;
  };
  std::array<QHash<QString, Shaped>, kFaces> known_;
};

/// The same without keeping anything.
void drawText(QPainter& painter, Face face, Align align, QPointF base, const QString& text);

}  // namespace shardlens::app
