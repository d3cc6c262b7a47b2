#include "app/stepper/transport.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

#include "app/inspector/step_words.h"
#include "app/stepper/stepper.h"
#include "app/theme/elided_label.h"
#include "app/theme/style_property.h"

namespace shardlens::app {

namespace {

constexpr int kIcon = 16, kLeastLabel = 96;

QPixmap drawn(TransportIcon icon, const QColor& colour) {
  constexpr int kScale = 3;
  QPixmap pixmap(kIcon * kScale, kIcon * kScale);
  pixmap.setDevicePixelRatio(kScale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  auto bar = [&](double x) { painter.drawRect(QRectF(x, 3, 2.2, 10)); };
  auto arrow = [&](double from, double tip) { painter.drawPolygon(QPolygonF({QPointF(from, 3), QPointF(from, 13), QPointF(tip, 8)})); };
  switch (icon) {
    case TransportIcon::First: bar(2.5), arrow(13, 5.2); break;
    case TransportIcon::Back: arrow(12, 4); break;
    case TransportIcon::Play: arrow(4, 13); break;
    case TransportIcon::Pause: bar(4), bar(9.5); break;
    case TransportIcon::Forward: arrow(4, 12); break;
    case TransportIcon::Last: arrow(3, 10.8), bar(11.3); break;
  }
  return pixmap;
}

}  // namespace

QIcon transportIcon(TransportIcon icon, const QColor& colour, const QColor& disabled) {
  QIcon made(drawn(icon, colour));
  made.addPixmap(drawn(icon, disabled), QIcon::Disabled);
  return made;
}

Transport::Transport(Stepper& stepper, const Theme& theme, QWidget* parent)
    : QWidget(parent), stepper_(stepper), theme_(theme), label_(new ElidedLabel(this, kLeastLabel)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(3);
  QToolButton* first = addButton(TransportIcon::First, tr("First step (Shift+F7)"));
  QToolButton* back = addButton(TransportIcon::Back, tr("Step back (F7)"));
  QToolButton* forward = addButton(TransportIcon::Forward, tr("Step forward (F8)"));
  QToolButton* last = addButton(TransportIcon::Last, tr("To the end (Esc)"));
  row->addWidget(first);
  row->addWidget(back);
  row->addWidget(label_);
  row->addWidget(forward);
  row->addWidget(last);
  label_->setAlignment(Qt::AlignCenter);
  label_->setAccessibleName(tr("Step that is shown"));
  connect(first, &QToolButton::clicked, &stepper, &Stepper::first);
  connect(back, &QToolButton::clicked, &stepper, &Stepper::back);
  connect(forward, &QToolButton::clicked, &stepper, &Stepper::forward);
  connect(last, &QToolButton::clicked, &stepper, &Stepper::last);
  connect(&stepper, &Stepper::moved, this, &Transport::show);
  connect(&stepper, &Stepper::planChanged, this, &Transport::show);
  connect(&theme, &Theme::changed, this, &Transport::paintIcons);
  paintIcons();
  show();
}

QToolButton* Transport::addButton(TransportIcon icon, const QString& name) {
  auto* button = new QToolButton(this);
  button->setAccessibleName(name);
  button->setToolTip(name);
  button->setProperty("flat", true);
  button->setIconSize({kIcon, kIcon});
  buttons_.emplace_back(button, icon);
  return button;
}

void Transport::paintIcons() {
  for (auto& [button, icon] : buttons_) button->setIcon(transportIcon(icon, theme_.palette().text, theme_.palette().nodeLine));
}

QString Transport::text() const { return label_->text(); }

void Transport::show() {
  bool any = stepper_.steps() > 0, stepping = stepper_.stepping();
  if (!stepper_.ready())
    label_->say(tr("no steps"));
  else if (!stepping)
    label_->say(!any                    ? tr("the end · no steps")
                : stepper_.steps() == 1 ? tr("the end · 1 step")
                                        : tr("the end · %L1 steps").arg(stepper_.steps()));
  else
    label_->say(placeText(*stepper_.moments(), stepper_.done()));
  setStyleProperty(label_, "pill", stepping ? QStringLiteral("past") : QStringLiteral("end"));
  bool atStart = stepping && stepper_.done() == 0;
  // The widest that is to come keeps what stands beside in place.
  int widest = 0;
  for (const QString& text : {tr("step %L1 of 0–%L1"), tr("before the first of %L1 steps"), tr("the end · %L1 steps")})
    widest = std::max(widest, label_->fontMetrics().horizontalAdvance(text.arg(stepper_.steps())));
  label_->wish(widest + 22);
  buttons_[0].first->setEnabled(any && !atStart);
  buttons_[1].first->setEnabled(any && !atStart);
  buttons_[2].first->setEnabled(any && !stepper_.atEnd());
  buttons_[3].first->setEnabled(stepping);
}

}  // namespace shardlens::app
