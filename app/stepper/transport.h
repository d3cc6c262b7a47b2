#pragma once

#include <QWidget>

#include "app/theme/theme.h"

class QToolButton;

namespace shardlens::app {

class ElidedLabel;
class Stepper;

enum class TransportIcon { First, Back, Play, Pause, Forward, Last };
QIcon transportIcon(TransportIcon icon, const QColor& colour, const QColor& disabled);

/// First, back, where one stands, forward, last: for the tool bar and the panel of steps.
class Transport : public QWidget {
  Q_OBJECT
 public:
  Transport(Stepper& stepper, const Theme& theme, QWidget* parent = nullptr);
  /// `step 120 of 4,310`, or that the end is shown.
  [[nodiscard]] QString text() const;

 private:
  QToolButton* addButton(TransportIcon icon, const QString& name);
  void paintIcons();
  void show();

  Stepper& stepper_;
  const Theme& theme_;
  ElidedLabel* label_;
  std::vector<std::pair<QToolButton*, TransportIcon>> buttons_;
};

}  // namespace shardlens::app
