#include "app/inspector/value_extras.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

#include "app/theme/style_property.h"
#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

/// `"data", "model":(1)2`
QString axesText(const std::vector<AxisText>& axes) {
  QStringList names;
  for (const AxisText& axis : axes) {
    QString name = QStringLiteral("\"%1\"").arg(QString::fromStdString(axis.name));
    names << (axis.size ? name + QStringLiteral(":(%1)%2").arg(axis.preSize).arg(axis.size) : name);
  }
  return names.join(QStringLiteral(", "));
}

/// The function result that `value` becomes; nothing where it is not returned by a function.
std::optional<AnnotationKey> resultOf(const Module& m, ValueId value) {
  std::optional<AnnotationKey> found;
  for (UseId use = m.value(value).firstUse; use; use = m.use(use).next) {
    OpId user = m.use(use).owner;
    if (m.op(user).kind != OpKind::FuncReturn) continue;
    OpId func = m.parentOp(user);
    if (func && m.op(func).kind == OpKind::FuncFunc) found = AnnotationKey{EditKind::Result, func.value, m.operandNumber(use)};
  }
  return found;
}

}  // namespace

ValueExtras::ValueExtras(QWidget* parent) : QWidget(parent), form_(new QGridLayout(this)), problem_(new QLabel) {
  form_->setContentsMargins(0, 4, 0, 0);
  form_->setVerticalSpacing(3);
  form_->setHorizontalSpacing(8);
  form_->setColumnStretch(1, 1);
  addField(kReplicated, tr("Replicated"), tr("axes that may split nothing: \"data\""));
  addField(kUnreduced, tr("Partial"), tr("axes still to be reduced: \"model\""));
  addField(kConstraint, tr("Constraint"), tr("none; write one to add it here"));
  addField(kGroups, tr("Groups"), tr("numbers of sharding groups"));
  addField(kResult, tr("Result"), tr("none written for this result"));
  problem_->setProperty("problem", true);
  problem_->setWordWrap(true);
  problem_->hide();
  placeProblem(0);
}

void ValueExtras::addField(int which, const QString& name, const QString& hint) {
  auto* field = new QLineEdit;
  field->setFont(Theme::code(11));
  field->setAccessibleName(name);
  field->setPlaceholderText(hint);
  auto* label = new QLabel(name);
  label->setProperty("subtle", true);
  label->setBuddy(field);
  form_->addWidget(label, 2 * which, 0);
  form_->addWidget(field, 2 * which, 1);
  labels_[static_cast<std::size_t>(which)] = label;
  fields_[static_cast<std::size_t>(which)] = field;
  connect(field, &QLineEdit::returnPressed, this, [this, which] { apply(which); });
  connect(field, &QLineEdit::textEdited, this, [this] { emit refused({}); });
}

void ValueExtras::forget() {
  showProblem({});
  asked_ = -1;
}

void ValueExtras::showProblem(const QString& why) {
  problem_->setText(why);
  problem_->setVisible(!why.isEmpty());
  for (int i = 0; i < kFields; ++i) setStyleProperty(fields_[static_cast<std::size_t>(i)], "wrong", !why.isEmpty() && i == asked_);
  if (!why.isEmpty() && asked_ >= 0) placeProblem(asked_);
}

// Every other row of the grid is there for it; without it such a row takes no room.
void ValueExtras::placeProblem(int below) {
  form_->removeWidget(problem_);
  form_->addWidget(problem_, 2 * below + 1, 0, 1, 2);
}

QString ValueExtras::problem() const { return problem_->text(); }

QString ValueExtras::writtenText(const AnnotationKey& key) const {
  const Annotation* a = snapshot_->annotation(key);
  if (!a || !a->sharding) return {};
  ShardingScope scope = scopeOf(*snapshot_->module, *snapshot_->meshes, typeOf(*snapshot_->module, key));
  return QString::fromStdString(
      printSharding(toText(snapshot_->context(), decodeSharding(snapshot_->module->context(), a->sharding)), scope));
}

void ValueExtras::show(SnapshotPtr snapshot, ValueId value, const DimsModel& dims) {
  snapshot_ = std::move(snapshot);
  value_ = value;
  dims_ = &dims;
  bool any = snapshot_ && value_ && !dims.scope().meshes.empty();
  setVisible(any);
  if (!any) return;
  std::optional<AnnotationKey> result = resultOf(*snapshot_->module, value_);
  returned_ = result.has_value();
  result_ = result.value_or(AnnotationKey());
  labels_[kResult]->setVisible(returned_);
  fields_[kResult]->setVisible(returned_);
  QStringList groups;
  if (const Annotation* a = snapshot_->annotation({EditKind::Group, value_.value, 0}))
    for (std::int64_t id : a->groups) groups << QString::number(id);
  QString reduction = dims.sharding().reduction == ReductionOp::Sum   ? QString()
                      : dims.sharding().reduction == ReductionOp::Max ? QStringLiteral("max ")
                                                                      : QStringLiteral("min ");
  const QString texts[] = {
      axesText(dims.sharding().replicated), dims.sharding().unreduced.empty() ? QString() : reduction + axesText(dims.sharding().unreduced),
      writtenText({EditKind::Constraint, value_.value, 0}), groups.join(QLatin1Char(' ')), returned_ ? writtenText(result_) : QString()};
  for (std::size_t i = 0; i < kFields; ++i) {
    if (fields_[i]->isModified() && fields_[i]->hasFocus()) continue;
    fields_[i]->setText(texts[i]);
    fields_[i]->setCursorPosition(0);
  }
}

void ValueExtras::applyText(Field which, const QString& text) {
  fields_[which]->setText(text);
  apply(which);
}

void ValueExtras::apply(int which) {
  if (!snapshot_ || !value_) return;
  QLineEdit* field = fields_[static_cast<std::size_t>(which)];
  field->setModified(false);
  asked_ = which;
  emit refused({});
  std::string path = valuePath(*snapshot_->module, *snapshot_->outline, value_);
  switch (which) {
    case kReplicated:
    case kUnreduced: return applyAxes(which);
    case kConstraint: return applySharding({EditKind::Constraint, value_.value, 0}, field->text().trimmed());
    case kResult: return applySharding(result_, field->text().trimmed());
    default: emit edited({path, field->text().trimmed().toStdString(), EditKind::Group});
  }
}

// The axes are read by the same reader as a whole sharding, so that they may say what a sharding may.
void ValueExtras::applyAxes(int which) {
  QString text = fields_[static_cast<std::size_t>(which)]->text().trimmed();
  ShardingText changed = dims_->sharding();
  changed.replicated = which == kReplicated ? std::vector<AxisText>() : changed.replicated;
  changed.unreduced = which == kUnreduced ? std::vector<AxisText>() : changed.unreduced;
  QString whole = QString::fromStdString(printSharding(changed, dims_->scope()));
  if (!text.isEmpty()) {
    QString kind;
    if (which == kUnreduced && (text.startsWith(QLatin1String("max ")) || text.startsWith(QLatin1String("min ")))) {
      kind = text.left(3);
      text = text.mid(4).trimmed();
    }
    if (!text.contains(QLatin1Char('"')))
      text = QLatin1Char('"') + text.split(QLatin1Char(','), Qt::SkipEmptyParts).join(QStringLiteral("\",\"")).remove(QLatin1Char(' ')) +
             QLatin1Char('"');
    if (which == kReplicated) {
      qsizetype at = whole.indexOf(QLatin1String(", unreduced="));
      whole.insert(at < 0 ? whole.size() : at, QStringLiteral(", replicated={%1}").arg(text));
    } else {
      whole += QStringLiteral(", unreduced=%1{%2}").arg(kind, text);
    }
  }
  ReadSharding read = readSharding(whole.toStdString(), dims_->scope());
  if (!read.value)
    emit refused(QString::fromStdString(read.problem));
  else if (*read.value != dims_->sharding())
    emit shardingEdited(QString::fromStdString(printSharding(*read.value, dims_->scope())));
}

void ValueExtras::applySharding(const AnnotationKey& key, const QString& text) {
  std::string path = pathOf(*snapshot_->module, *snapshot_->outline, key);
  if (text.isEmpty()) {
    if (snapshot_->annotation(key)) emit edited({path, std::string(), key.kind});
    return;
  }
  ShardingScope scope = scopeOf(*snapshot_->module, *snapshot_->meshes, typeOf(*snapshot_->module, key));
  ReadSharding read = readSharding(text.toStdString(), scope);
  if (!read.value)
    emit refused(QString::fromStdString(read.problem));
  else
    emit edited({path, printSharding(*read.value, scope), key.kind});
}

}  // namespace shardlens::app
