#pragma once

#include <QTimer>
#include <QWidget>

#include "app/stepper/step_filter.h"
#include "app/stepper/stepper.h"
#include "app/stepper/steps_model.h"
#include "app/stepper/transport.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QMenu;
class QSlider;
class QToolButton;
class QTreeView;

namespace shardlens::app {

/// The *Steps* panel: the list with its filters, the slider, play, and breakpoints.
class StepsPanel : public QWidget {
  Q_OBJECT
 public:
  StepsPanel(Stepper& stepper, const Theme& theme, QWidget* parent = nullptr);

  /// What the person has selected: filter, breakpoints and "next change" are about it.
  void setSelected(ValueId value);
  [[nodiscard]] ValueId selected() const { return selected_; }
  /// Breaks at the selected value.
  void breakAtSelected();
  [[nodiscard]] StepsModel& model() { return *model_; }
  [[nodiscard]] QTreeView& list() { return *list_; }
  [[nodiscard]] QLineEdit& filterField() { return *text_; }
  [[nodiscard]] QCheckBox& onlyConflicts() { return *conflicts_; }
  [[nodiscard]] QCheckBox& onlySelected() { return *ofValue_; }
  [[nodiscard]] QComboBox& opFilter() { return *op_; }
  [[nodiscard]] QComboBox& axisFilter() { return *axis_; }
  [[nodiscard]] QSlider& slider() { return *slider_; }
  [[nodiscard]] QListWidget& breakpointList() { return *breakpoints_; }
  [[nodiscard]] bool sieving() const { return delay_.isActive() || sieve_.busy(); }
  [[nodiscard]] QString told() const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeControls();
  QWidget* makeSide();
  void makeList();
  QToolButton* addButton(const QString& text, const QString& name);
  void load();
  void follow();
  void fillChoices();
  void filter();
  void sieved(const std::vector<std::uint32_t>& moments);
  void fillBreakMenu();
  void showBreakpoints();
  void removeChosenBreakpoints();
  void showCount();
  void paintIcons();

  Stepper& stepper_;
  const Theme& theme_;
  StepsModel* model_;
  StepSieve sieve_;
  QTimer delay_;
  QTreeView* list_;
  QSlider* slider_;
  QToolButton *play_, *break_, *remove_;
  QComboBox *speed_, *op_, *axis_;
  QLineEdit* text_;
  QCheckBox *ofValue_, *conflicts_;
  QListWidget* breakpoints_;
  QLabel *count_, *told_;
  ValueId selected_, filtered_;
  bool stale_ = true, moving_ = false;
};

}  // namespace shardlens::app
