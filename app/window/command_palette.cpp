#include "app/window/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "app/window/actions.h"

namespace shardlens::app {

namespace {

QString plain(const QAction* action) {
  return Actions::menuOf(action) + QStringLiteral(": ") + QString(action->text()).remove(QLatin1Char('&'));
}

// The letters of `filter` in order, anywhere; fewer letters between them rank better. Negative: they do not occur.
int distance(const QString& text, const QString& filter) {
  int last = -1, sum = 0;
  for (QChar c : filter) {
    if (c.isSpace()) continue;
    int at = static_cast<int>(text.indexOf(c, last + 1, Qt::CaseInsensitive));
    if (at < 0) return -1;
    sum += last < 0 ? at : (at - last - 1) * 4;
    last = at;
  }
  return sum;
}

}  // namespace

CommandPalette::CommandPalette(const Actions& actions, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint), actions_(actions), field_(new QLineEdit(this)), list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Command palette"));
  auto* frame = new QFrame(this);
  frame->setObjectName(QStringLiteral("palette"));
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(frame);
  auto* column = new QVBoxLayout(frame);
  column->setContentsMargins(8, 8, 8, 8);
  column->addWidget(field_);
  column->addWidget(list_);
  field_->setPlaceholderText(tr("Type the name of a command"));
  field_->setAccessibleName(tr("Command"));
  list_->setAccessibleName(tr("Commands"));
  list_->setFocusPolicy(Qt::NoFocus);
  field_->installEventFilter(this);
  connect(field_, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(list_, &QListWidget::itemActivated, this, &CommandPalette::run);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::open() {
  resize(560, 360);
  if (parentWidget()) move(parentWidget()->mapToGlobal(QPoint((parentWidget()->width() - width()) / 2, 90)));
  field_->clear();
  fill({});
  QDialog::show();
  field_->setFocus();
}

void CommandPalette::fill(const QString& filter) {
  list_->clear();
  std::vector<std::pair<int, QAction*>> found;
  for (QAction* action : actions_.all())
    if (int d = distance(plain(action), filter); d >= 0 && action->isEnabled()) found.emplace_back(d, action);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [d, action] : found) {
    QString keys = action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(keys.isEmpty() ? plain(action) : plain(action) + QStringLiteral("    ") + keys, list_);
    item->setData(Qt::UserRole, QVariant::fromValue<QObject*>(action));
  }
  list_->setCurrentRow(0);
}

void CommandPalette::run() {
  QListWidgetItem* item = list_->currentItem();
  hide();
  if (!item) return;
  auto* action = static_cast<QAction*>(item->data(Qt::UserRole).value<QObject*>());
  QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Down || key == Qt::Key_Up) {
    list_->setCurrentRow(std::clamp(list_->currentRow() + (key == Qt::Key_Down ? 1 : -1), 0, std::max(0, list_->count() - 1)));
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    run();
    return true;
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace shardlens::app
