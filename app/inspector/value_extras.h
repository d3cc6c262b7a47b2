#pragma once

#include <QWidget>

#include <array>

#include "app/inspector/dims_model.h"

class QGridLayout;
class QLabel;
class QLineEdit;

namespace shardlens::app {

/// What else can be said of a tensor: replicated and unreduced axes, its groups, a constraint behind it, the function result that it
/// becomes.
class ValueExtras : public QWidget {
  Q_OBJECT
 public:
  enum Field { kReplicated, kUnreduced, kConstraint, kGroups, kResult, kFields };
  explicit ValueExtras(QWidget* parent = nullptr);

  /// `dims` shows the same value.
  void show(SnapshotPtr snapshot, ValueId value, const DimsModel& dims);
  [[nodiscard]] QLineEdit& field(Field which) { return *fields_[which]; }
  /// Puts `text` into a field and applies it, as Enter does.
  void applyText(Field which, const QString& text);
  /// True when the last edit was asked for in one of these fields.
  [[nodiscard]] bool asked() const { return asked_ >= 0; }
  /// The next edit is asked for elsewhere.
  void forget();
  /// Says below the field in which the last edit was asked for why it was refused; empty: it was not.
  void showProblem(const QString& why);
  [[nodiscard]] QString problem() const;

 signals:
  void shardingEdited(const QString& sharding);
  void edited(const shardlens::Edit& edit);
  void refused(const QString& why);

 private:
  void addField(int which, const QString& name, const QString& hint);
  void placeProblem(int below);
  void apply(int which);
  void applyAxes(int which);
  void applySharding(const AnnotationKey& key, const QString& text);
  [[nodiscard]] QString writtenText(const AnnotationKey& key) const;

  SnapshotPtr snapshot_;
  ValueId value_;
  const DimsModel* dims_ = nullptr;
  AnnotationKey result_;
  bool returned_ = false;
  int asked_ = -1;  ///< field in which the last edit was asked for
  QGridLayout* form_;
  QLabel* problem_;
  std::array<QLabel*, kFields> labels_{};
  std::array<QLineEdit*, kFields> fields_{};
};

}  // namespace shardlens::app
