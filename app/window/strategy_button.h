#pragma once

#include <QToolButton>

#include "engine/session/edit.h"

class QActionGroup;

namespace shardlens::app {

/// Chooses how the program is propagated: the strategy, and the options beside it. Each choice is an edit.
class StrategyButton : public QToolButton {
  Q_OBJECT
 public:
  explicit StrategyButton(QWidget* parent = nullptr);
  void show(const PlanOptions& options);
  [[nodiscard]] const PlanOptions& options() const { return options_; }
  /// The choices as actions with object names, for the menu bar and the command palette.
  [[nodiscard]] QList<QAction*> choices() const;

 signals:
  void edited(const shardlens::Edit& edit);

 private:
  QAction* addStrategy(const QString& name, const QString& text, FactorStrategy strategy, bool priorities);
  QAction* addOption(const QString& name, const QString& text, bool PlanOptions::*option);
  void ask(const PlanOptions& options);

  PlanOptions options_;
  QActionGroup* strategies_;
  QList<QAction*> switches_;
};

}  // namespace shardlens::app
