#pragma once

#include <QScrollArea>

#include "app/inspector/chips_model.h"
#include "app/inspector/dims_model.h"
#include "app/inspector/rule_model.h"
#include "app/inspector/why_section.h"

class QLabel;
class QLineEdit;
class QMenu;
class QTableView;
class QVBoxLayout;

namespace shardlens::app {

class ChipsPicture;
class ValueExtras;

/// All about the selection, in sections: value, rule, chips.
class Inspector : public QScrollArea {
  Q_OBJECT
 public:
  enum class Section { Value, Rule, Why, Chips };
  explicit Inspector(const Theme& theme, QWidget* parent = nullptr);

  /// Shows a value, or a box where there is none.
  void show(SnapshotPtr snapshot, ValueId value, BoxId box);
  void scrollTo(Section section);
  /// Says beside the field why an edit was refused.
  void showProblem(const QString& why);
  /// Puts `text` into the field and applies it, as Enter does.
  void applyText(const QString& text);
  [[nodiscard]] QString problem() const;
  [[nodiscard]] QLineEdit& field() { return *field_; }
  [[nodiscard]] ValueExtras& extras() { return *extras_; }
  /// Fills `menu` with each axis for each dimension that may take it.
  void fillAxisMenu(QMenu* menu);
  /// Takes the written sharding of the selection away; says why where there is none.
  void removeSharding();
  /// Puts the keyboard into the field for a constraint behind the selection.
  void askConstraint();
  [[nodiscard]] DimsModel& dims() { return *dims_; }
  [[nodiscard]] RuleModel& rule() { return *rule_; }
  /// The rule's table before the step that is shown; empty where none is.
  [[nodiscard]] RuleModel& ruleBefore() { return *ruleBefore_; }
  /// What the shown step is, in a sentence.
  [[nodiscard]] QString stepText() const;
  [[nodiscard]] ChipsModel& chips() { return *chips_; }
  [[nodiscard]] WhySection& why() { return *why_; }

 signals:
  void edited(shardlens::ValueId value, const QString& sharding);
  void editMade(const shardlens::Edit& edit);  ///< of another kind than the value's own sharding
  void placeAsked(shardlens::ValueId value);

 private:
  QTableView* addTable(QVBoxLayout* column, QAbstractItemModel* model, const QString& name);
  QLabel* addHeading(QVBoxLayout* column, const QString& text);
  void apply();
  void showValue();
  void showBox();
  void showRule();
  [[nodiscard]] bool visitConcerns() const;
  void fitTable(QTableView* table);

  const Theme& theme_;
  SnapshotPtr snapshot_;
  ValueId value_;
  BoxId box_;
  DimsModel* dims_;
  RuleModel *ruleBefore_, *rule_;
  ChipsModel* chips_;
  QLabel *title_, *facts_, *note_, *problem_, *ruleHeading_, *formula_, *visit_, *before_, *after_, *whyHeading_, *chipsHeading_;
  QLineEdit* field_;
  ValueExtras* extras_;
  QTableView *dimsTable_, *ruleBeforeTable_, *ruleTable_, *chipsTable_;
  ChipsPicture* picture_;
  WhySection* why_;
  Section keptSection_ = Section::Value;  ///< that the person went to
};

}  // namespace shardlens::app
