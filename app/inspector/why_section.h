#pragma once

#include <QTimer>
#include <QWidget>

#include <memory>

#include "app/inspector/why_list.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace shardlens::app {

/// What is asked about a value: the chains of its axes, or one axis on one dimension.
struct WhyQuestion {
  ValueId value;
  int dim = -1;  ///< -1: all chains
  std::string axis;
  std::uint64_t snapshot = 0;
};

/// *Why* in the inspector: for each axis the chain of steps back to an annotation, and why another axis does not stand on a dimension.
class WhySection : public QWidget {
  Q_OBJECT
 public:
  explicit WhySection(const Theme& theme, QWidget* parent = nullptr);

  /// Asks for the chains of `value`, and again for the chosen axis.
  void show(SnapshotPtr snapshot, ValueId value);
  /// Takes the answer to a question; an outdated one is dropped.
  void answer(const WhyQuestion& question, const std::shared_ptr<const Explanation>& explanation);
  /// Chooses axis and dimension as a person does; false where there is none of that name.
  bool choose(const QString& axis, int dim);
  /// An answer is still to come.
  [[nodiscard]] bool waiting() const { return waitingChains_ || waitingAnswer_; }
  [[nodiscard]] WhyList& chains() { return *chains_; }
  [[nodiscard]] WhyList& answers() { return *answers_; }

 signals:
  /// Rows have come.
  void answered();
  void asked(const shardlens::app::WhyQuestion& question);
  void valuePicked(shardlens::ValueId value);
  void stepPicked(std::uint32_t step);
  void remedyApplied(shardlens::ValueId value, const QString& sharding);

 private:
  void fillChoices();
  void askAgain();
  void pick(WhyList& list, int row);
  void showRemedy();

  SnapshotPtr snapshot_;
  ValueId value_;
  WhyList *chains_, *answers_;
  QLabel* heading_;
  QComboBox *axis_, *dim_;
  QPushButton* apply_;
  QString chosenAxis_;
  QTimer patience_;
  bool waitingChains_ = false, waitingAnswer_ = false;
};

}  // namespace shardlens::app

Q_DECLARE_METATYPE(shardlens::app::WhyQuestion)
