#pragma once

#include <QFont>
#include <QObject>

#include "app/theme/palette.h"

namespace shardlens::app {

/// The window's look: palette, fonts and style sheet, light or dark. Views repaint on `changed`.
class Theme : public QObject {
  Q_OBJECT
 public:
  enum class Look { Light, Dark };

  explicit Theme(QObject* parent = nullptr);
  [[nodiscard]] const Palette& palette() const { return palette_; }
  [[nodiscard]] Look look() const { return look_; }
  [[nodiscard]] bool isDark() const { return look_ == Look::Dark; }
  /// Gives the whole application this look.
  void apply(Look look);

  /// Inter at `pixels` high; the font every label of the window is set in.
  static QFont text(int pixels, int weight = QFont::Normal);
  /// JetBrains Mono, for what is program text.
  static QFont code(int pixels);
  /// Contents of the palette file as shipped.
  static QByteArray paletteFile();

 signals:
  void changed();

 private:
  Look look_ = Look::Light;
  Palette palette_;
};

/// The look that the desktop asks for.
Theme::Look desktopLook();

/// The look that a person chose last, else the desktop's; and what keeps that choice. Choosing what the desktop has chooses nothing.
Theme::Look chosenLook();
void keepLook(Theme::Look look);

/// Style sheet of the window in the colours of `palette`.
QString styleSheet(const Palette& palette);

}  // namespace shardlens::app
