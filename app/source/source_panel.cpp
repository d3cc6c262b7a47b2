#include "app/source/source_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/source/source_view.h"

namespace shardlens::app {

SourcePanel::SourcePanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), view_(new SourceView(theme, this)), bar_(new QWidget(this)), field_(new QLineEdit(bar_)), state_(new QLabel(bar_)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(view_);
  column->addWidget(bar_);
  auto* row = new QHBoxLayout(bar_);
  row->setContentsMargins(10, 5, 10, 5);
  field_->setPlaceholderText(tr("Find in the source"));
  field_->setAccessibleName(tr("Text to find"));
  state_->setProperty("subtle", true);
  auto button = [&](const QString& text, const QString& name, bool backwards) {
    auto* made = new QToolButton(bar_);
    made->setText(text);
    made->setAccessibleName(name);
    made->setToolTip(name);
    connect(made, &QToolButton::clicked, this, [this, backwards] { find(backwards); });
    return made;
  };
  case_ = new QToolButton(bar_);
  case_->setText(QStringLiteral("Aa"));
  case_->setCheckable(true);
  case_->setAccessibleName(tr("Match case"));
  case_->setToolTip(tr("Match case"));
  row->addWidget(field_, 1);
  row->addWidget(case_);
  row->addWidget(state_);
  row->addWidget(button(QString::fromUtf8("↑"), tr("Find previous"), true));
  row->addWidget(button(QString::fromUtf8("↓"), tr("Find next"), false));
  bar_->hide();
  connect(field_, &QLineEdit::returnPressed, this, [this] { find(false); });
  auto* close = new QShortcut(Qt::Key_Escape, bar_, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
  connect(close, &QShortcut::activated, this, [this] {
    bar_->hide();
    view_->setFocus();
  });
  connect(view_, &SourceView::findRequested, this, &SourcePanel::openFind);
  setFocusProxy(view_);
}

void SourcePanel::openFind() {
  bar_->show();
  field_->selectAll();
  field_->setFocus();
}

void SourcePanel::find(bool backwards) {
  state_->setText(view_->find(field_->text(), backwards, case_->isChecked()) ? QString() : tr("not found"));
}

}  // namespace shardlens::app
