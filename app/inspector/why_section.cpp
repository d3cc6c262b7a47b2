#include "app/inspector/why_section.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace shardlens::app {

namespace {

constexpr int kMostChains = 420, kMostAnswers = 320;
constexpr int kPatienceMs = 150;  // an answer that comes sooner takes the place of the one before without a flash

std::vector<WhyRow> oneNote(const QString& text) {
  WhyRow row;
  row.title = text;
  return {row};
}

}  // namespace

WhySection::WhySection(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      chains_(new WhyList(theme, tr("Why: steps back to the annotations"), kMostChains)),
      answers_(new WhyList(theme, tr("Why not: obstacles and what would have to change"), kMostAnswers)),
      heading_(new QLabel(tr("Why not"))),
      axis_(new QComboBox),
      dim_(new QComboBox),
      apply_(new QPushButton(tr("Apply this change"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(chains_);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(0, 6, 0, 0);
  row->setSpacing(6);
  heading_->setProperty("heading", true);
  dim_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  axis_->setAccessibleName(tr("Axis to ask about"));
  dim_->setAccessibleName(tr("Dimension to ask about"));
  auto* on = new QLabel(tr("on"));
  on->setProperty("subtle", true);
  row->addWidget(heading_);
  row->addWidget(axis_, 1);
  row->addWidget(on);
  row->addWidget(dim_);
  column->addLayout(row);
  column->addWidget(answers_);
  column->addWidget(apply_, 0, Qt::AlignLeft);
  apply_->hide();
  answers_->hide();
  patience_.setSingleShot(true);
  patience_.setInterval(kPatienceMs);
  connect(&patience_, &QTimer::timeout, this, [this] {
    if (waitingChains_) chains_->show(oneNote(tr("Looking…")));
    if (waitingAnswer_) answers_->show(oneNote(tr("Looking…")));
    showRemedy();
  });
  connect(axis_, &QComboBox::currentIndexChanged, this, [this](int index) {
    chosenAxis_ = index > 0 ? axis_->itemText(index) : QString();
    askAgain();
  });
  connect(dim_, &QComboBox::currentIndexChanged, this, &WhySection::askAgain);
  connect(chains_, &WhyList::picked, this, [this](int at) { pick(*chains_, at); });
  connect(answers_, &WhyList::picked, this, [this](int at) { pick(*answers_, at); });
  connect(answers_->selectionModel(), &QItemSelectionModel::currentChanged, this, &WhySection::showRemedy);
  connect(apply_, &QPushButton::clicked, this, [this] {
    QModelIndex now = answers_->currentIndex();
    if (now.isValid()) emit remedyApplied(answers_->rows().row(now.row()).value, answers_->rows().row(now.row()).sharding);
  });
}

void WhySection::show(SnapshotPtr snapshot, ValueId value) {
  bool tensor = snapshot && value && isRankedTensor(snapshot->context(), snapshot->module->type(value)) &&
                rankOf(snapshot->context(), snapshot->module->type(value)) > 0;
  // Moments of one plan have the same chains.
  bool same = tensor && snapshot_ && snapshot->plan == snapshot_->plan && value == value_;
  snapshot_ = std::move(snapshot);
  value_ = tensor ? value : ValueId();
  setVisible(tensor);
  if (!tensor) waitingChains_ = waitingAnswer_ = false;
  if (!tensor || same) return;
  fillChoices();
  waitingChains_ = true;
  patience_.start();
  emit asked({value_, -1, {}, snapshot_->number});
  askAgain();
}

void WhySection::fillChoices() {
  QSignalBlocker quietAxis(axis_), quietDim(dim_);
  int dim = std::max(dim_->currentIndex(), 0);
  axis_->clear();
  dim_->clear();
  axis_->addItem(tr("axis…"));
  for (const MeshTable::Entry& entry : snapshot_->meshes->entries())
    for (const MeshAxis& axis : entry.mesh.axes) {
      QString name =
          QString::fromUtf8(snapshot_->context().str(axis.name).data(), static_cast<qsizetype>(snapshot_->context().str(axis.name).size()));
      if (axis_->findText(name) < 0) axis_->addItem(name);
    }
  auto shape = shapeOf(snapshot_->context(), snapshot_->module->type(value_));
  for (std::size_t d = 0; d < shape.size(); ++d) dim_->addItem(tr("dim %1 (%2)").arg(d).arg(shape[d]));
  dim_->setCurrentIndex(std::min(dim, dim_->count() - 1));
  axis_->setCurrentIndex(chosenAxis_.isEmpty() ? 0 : std::max(0, axis_->findText(chosenAxis_)));
}

void WhySection::askAgain() {
  bool asks = snapshot_ && value_ && axis_->currentIndex() > 0 && dim_->currentIndex() >= 0;
  answers_->setVisible(asks);
  waitingAnswer_ = asks;
  showRemedy();
  if (!asks) return;
  if (answers_->rows().rowCount() == 0) answers_->show(oneNote(tr("Looking…")));
  patience_.start();
  emit asked({value_, dim_->currentIndex(), axis_->currentText().toStdString(), snapshot_->number});
}

void WhySection::answer(const WhyQuestion& question, const std::shared_ptr<const Explanation>& explanation) {
  if (!snapshot_ || question.value != value_ || question.snapshot != snapshot_->number) return;
  if (question.dim < 0) {
    waitingChains_ = false;
    chains_->show(chainRows(*explanation, *snapshot_));
    emit answered();
    return;
  }
  if (question.dim != dim_->currentIndex() || question.axis != axis_->currentText().toStdString()) return;
  waitingAnswer_ = false;
  answers_->show(answerRows(*explanation));
  showRemedy();
  emit answered();
}

bool WhySection::choose(const QString& axis, int dim) {
  int at = axis_->findText(axis);
  if (at <= 0 || dim < 0 || dim >= dim_->count()) return false;
  {
    QSignalBlocker quiet(dim_);
    dim_->setCurrentIndex(dim);
  }
  if (axis_->currentIndex() == at) {
    askAgain();
  } else {
    axis_->setCurrentIndex(at);
  }
  return true;
}

void WhySection::pick(WhyList& list, int at) {
  if (at < 0 || at >= list.rows().rowCount()) return;
  WhyRow row = list.rows().row(at);
  // A remedy is looked at, then applied: the selection stays.
  if (row.kind == WhyRow::Kind::Remedy) return showRemedy();
  if (row.step >= 0) emit stepPicked(static_cast<std::uint32_t>(row.step));
  if (row.value && row.value != value_) emit valuePicked(row.value);
}

void WhySection::showRemedy() {
  QModelIndex now = answers_->currentIndex();
  bool remedy = !answers_->isHidden() && now.isValid() && !answers_->rows().row(now.row()).sharding.isEmpty();
  apply_->setVisible(remedy);
}

}  // namespace shardlens::app
