#include "app/window/strategy_button.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace shardlens::app {

namespace {

constexpr char kStrategy[] = "strategy", kPriorities[] = "priorities", kName[] = "shortName";

}  // namespace

StrategyButton::StrategyButton(QWidget* parent) : QToolButton(parent), strategies_(new QActionGroup(this)) {
  setAccessibleName(tr("Strategy of the propagation"));
  setToolTip(tr("What is shown is the plan of the whole pipeline, propagated so"));
  setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(this);
  setMenu(menu);
  addStrategy(QStringLiteral("strategy-pipeline"), tr("&Shardy's pipeline: operation priorities, aggressive"), FactorStrategy::Aggressive,
              true)
      ->setProperty(kName, tr("Shardy"));
  addStrategy(QStringLiteral("strategy-priority-basic"), tr("&Operation priorities, basic"), FactorStrategy::Basic, true)
      ->setProperty(kName, tr("priorities, basic"));
  addStrategy(QStringLiteral("strategy-aggressive"), tr("&Aggressive"), FactorStrategy::Aggressive, false)
      ->setProperty(kName, tr("aggressive"));
  addStrategy(QStringLiteral("strategy-basic"), tr("&Basic"), FactorStrategy::Basic, false)->setProperty(kName, tr("basic"));
  addStrategy(QStringLiteral("strategy-basic-then-aggressive"), tr("Basic, &then aggressive"), FactorStrategy::BasicThenAggressive, false)
      ->setProperty(kName, tr("basic, then aggressive"));
  menu->addSeparator();
  addOption(QStringLiteral("user-priorities"), tr("&User priorities (p0, p1, …)"), &PlanOptions::userPriorities);
  addOption(QStringLiteral("conservative"), tr("&Conservative: no splits of axes, no padding"), &PlanOptions::conservative);
  show({});
}

QAction* StrategyButton::addStrategy(const QString& name, const QString& text, FactorStrategy strategy, bool priorities) {
  QAction* action = menu()->addAction(text);
  action->setObjectName(name);
  action->setCheckable(true);
  action->setProperty(kStrategy, static_cast<int>(strategy));
  action->setProperty(kPriorities, priorities);
  strategies_->addAction(action);
  connect(action, &QAction::triggered, this, [this, strategy, priorities] {
    PlanOptions wanted = options_;
    wanted.strategy = strategy;
    wanted.opPriorities = priorities;
    ask(wanted);
  });
  return action;
}

QAction* StrategyButton::addOption(const QString& name, const QString& text, bool PlanOptions::*option) {
  QAction* action = menu()->addAction(text);
  action->setObjectName(name);
  action->setCheckable(true);
  switches_ << action;
  connect(action, &QAction::triggered, this, [this, option](bool on) {
    PlanOptions wanted = options_;
    wanted.*option = on;
    ask(wanted);
  });
  return action;
}

void StrategyButton::ask(const PlanOptions& options) {
  if (options != options_) emit edited({std::string(), printOptions(options), EditKind::Options});
}

void StrategyButton::show(const PlanOptions& options) {
  options_ = options;
  QString name = tr("mixed");
  for (QAction* action : strategies_->actions()) {
    bool chosen = action->property(kStrategy).toInt() == static_cast<int>(options.strategy) &&
                  action->property(kPriorities).toBool() == options.opPriorities;
    action->setChecked(chosen);
    if (chosen) name = action->property(kName).toString();
  }
  switches_[0]->setChecked(options.userPriorities);
  switches_[1]->setChecked(options.conservative);
  if (options.conservative) name += tr(", conservative");
  if (!options.userPriorities) name += tr(", no user priorities");
  setText(tr("Strategy: %1").arg(name) + QString::fromUtf8(" ▾"));
}

QList<QAction*> StrategyButton::choices() const { return strategies_->actions() + switches_; }

}  // namespace shardlens::app
