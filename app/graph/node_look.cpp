#include "app/graph/node_look.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

double textWidth(const QString& text, int pixels, int weight) { return QFontMetricsF(Theme::text(pixels, weight)).horizontalAdvance(text); }

double titleWidth(const QString& title, const QString& right) {
  static const QFontMetricsF bold(Theme::text(13, QFont::DemiBold)), small(Theme::text(11));
  return bold.horizontalAdvance(title) + (right.isEmpty() ? 0 : 20 + small.horizontalAdvance(right));
}

double inTens(double width) { return std::ceil(width / 10) * 10; }

}  // namespace

double dimWidth(const DimLook& dim) {
  double chips = 0;
  for (const ChipLook& chip : dim.chips) chips += 7.0 * static_cast<double>(chip.text.size()) + 12;
  return std::max({34.0, 8.0 * static_cast<double>(dim.size.size()) + 12, chips});
}

double leafWidth(const NodeLook& look) {
  if (look.dtype.isEmpty() && look.note.isEmpty()) return inTens(std::max(90.0, titleWidth(look.title, look.ident) + kNodePad + 12));
  double dims = 8 + 7.2 * static_cast<double>(look.dtype.size());
  for (const DimLook& dim : look.dims) dims += dimWidth(dim) + 4;
  double side = look.note.isEmpty() ? 0 : textWidth(look.note, 11, QFont::Normal) + 16;
  for (const ChipLook& chip : look.partial) side = std::max(side, textWidth(chip.text, 12, QFont::Bold) + 34.0);
  return inTens(std::max({200.0, titleWidth(look.title, look.ident) + kNodePad + 12, dims + side + 2 * kNodePad}));
}

double boxWidth(const NodeLook& look) { return inTens(std::max(200.0, titleWidth(look.title, look.info) + 14 + 16 + 12)); }

double stubWidth(const QString& text) { return textWidth(text, 12, QFont::Normal); }

}  // namespace shardlens::app
