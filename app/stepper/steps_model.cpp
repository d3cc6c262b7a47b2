#include "app/stepper/steps_model.h"

#include <QLocale>

#include <algorithm>

#include "app/inspector/step_words.h"

namespace shardlens::app {

void StepsModel::show(SnapshotPtr snapshot, std::shared_ptr<const Moments> moments, std::shared_ptr<const StepFacts> facts) {
  beginResetModel();
  snapshot_ = std::move(snapshot);
  moments_ = std::move(moments);
  facts_ = std::move(facts);
  rows_.reset();
  endResetModel();
}

void StepsModel::narrow(std::optional<std::vector<std::uint32_t>> moments) {
  beginResetModel();
  rows_ = std::move(moments);
  endResetModel();
}

std::size_t StepsModel::momentOf(int row) const {
  auto at = static_cast<std::size_t>(row);
  return rows_ ? (*rows_)[at] : at;
}

int StepsModel::rowOf(std::size_t moment) const {
  if (!moments_) return -1;
  if (!rows_) return moment < moments_->size() ? static_cast<int>(moment) : -1;
  return static_cast<int>(std::upper_bound(rows_->begin(), rows_->end(), moment) - rows_->begin()) - 1;
}

int StepsModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || !moments_) return 0;
  return static_cast<int>(rows_ ? rows_->size() : moments_->size());
}

QString StepsModel::openingText(std::size_t moment, int column) const {
  if (column == kOperation) {
    const Step* next = moment + 1 < moments_->size() ? moments_->visitAt(moment + 1) : nullptr;
    return next ? tr("dimensions of user priority %1 open").arg(next->userPriority) : tr("dimensions of a later user priority open");
  }
  return column == kRemark ? tr("%Ln tensor(s)", nullptr, static_cast<int>(moments_->at(moment).changeCount)) : QString();
}

QString StepsModel::remark(std::size_t moment, const Step& step) const {
  QStringList parts;
  if (QString conflict = conflictMark(facts_->of(step).conflict); !conflict.isEmpty()) parts << conflict;
  if (!moments_->isStep(moment)) parts << tr("nothing changed");
  if (!moments_->plan().origins->opened(step.op)) parts << tr("not in the program as opened");
  return parts.join(QString::fromUtf8(" · "));
}

QString StepsModel::text(std::size_t moment, int column) const {
  if (column == kNumber) return moments_->isStep(moment) ? QLocale().toString(moments_->at(moment).index) : QString::fromUtf8("·");
  const Step* step = moments_->visitAt(moment);
  if (!step) return openingText(moment, column);
  const PureFacts& facts = facts_->of(*step);
  switch (column) {
    case kOperation: return visitName(*snapshot_, *moments_, *step);
    case kFactor: return gainFactors(facts);
    case kTo: return gainTensors(*snapshot_, *moments_, *step, facts, false);
    case kFrom: return gainTensors(*snapshot_, *moments_, *step, facts, true);
    case kWay: return wayText(facts.ways);
    case kIteration: return QString::number(step->iteration);
    case kOpPriority: return step->opPriority < 0 ? tr("all") : QString::number(step->opPriority);
    case kUserPriority: return QString::number(step->userPriority);
    case kStrategy: return step->round == 0 ? tr("basic") : tr("aggressive");
    case kRemark: return remark(moment, *step);
    default: return {};
  }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::TextAlignmentRole) {
    bool number = index.column() == kNumber;
    return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  std::size_t moment = momentOf(index.row());
  if (index.column() == kAxes) {
    const Step* step = moments_->visitAt(moment);
    if (!step || (role != kChipsRole && role != Qt::AccessibleTextRole && role != Qt::ToolTipRole)) return {};
    Chips chips = gainChips(*snapshot_, facts_->of(*step));
    if (role == kChipsRole) return QVariant::fromValue(chips);
    QStringList names;
    for (const ChipLook& chip : chips) names << chip.text;
    return names.join(QStringLiteral(", "));
  }
  return role == Qt::DisplayRole || role == Qt::AccessibleTextRole || role == Qt::ToolTipRole ? QVariant(text(moment, index.column()))
                                                                                              : QVariant();
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>((section == kNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  const QString names[] = {tr("step"),      tr("operation"), tr("axes"),        tr("factor"),        tr("to"),       tr("from"),
                           tr("direction"), tr("iteration"), tr("op priority"), tr("user priority"), tr("strategy"), tr("remark")};
  const QString tips[] = {tr("Number of the step as the compiler counts, from 0; a dot: an opening or a conflict between two steps"),
                          tr("Operation whose rule was applied"),
                          tr("Axes that tensors got"),
                          tr("Factors of the rule along which they came"),
                          tr("Tensors that got them"),
                          tr("Tensors that had them"),
                          tr("Forward: from operands to results"),
                          tr("Run over the whole program: each strategy at each priority is one"),
                          tr("Round of priorities of operations; all: they take no part"),
                          tr("Priority that a person gave to dimensions"),
                          tr("How conflicts are met"),
                          tr("Conflicts, and operations that an import pass made")};
  return role == Qt::DisplayRole ? QVariant(names[section]) : role == Qt::ToolTipRole ? QVariant(tips[section]) : QVariant();
}

}  // namespace shardlens::app
