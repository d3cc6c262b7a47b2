#include "app/graph/graph_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "app/theme/elided_label.h"

namespace shardlens::app {

namespace {

QToolButton* flatButton(QWidget* parent, const QString& text, const QString& name) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setProperty("flat", true);
  button->setAccessibleName(name);
  button->setToolTip(name);
  return button;
}

constexpr std::size_t kMostCrumbs = 6;
constexpr int kLeastNote = 40;

QString shortCrumb(const QString& name, bool last) {
  qsizetype longest = last ? 40 : 22;
  return name.size() > longest ? name.left(longest - 1) + QString::fromUtf8("…") : name;
}

}  // namespace

GraphPanel::GraphPanel(const Theme& theme, LayoutService& layouts, QWidget* parent)
    : QWidget(parent),
      model_(layouts),
      view_(new GraphView(theme, this)),
      busy_(new QLabel(tr("arranging…"), this)),
      zoom_(new QLabel(this)),
      note_(new ElidedLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 3, 10, 3);
  row->setSpacing(4);
  // A long way is cut at the border of the panel and takes no room from the docks.
  head_ = new QWidget(this);
  auto* way = new QWidget(head_);
  for (QWidget* widget : {head_, way}) widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  crumbs_ = new QHBoxLayout(way);
  crumbs_->setContentsMargins(0, 0, 0, 0);
  crumbs_->setSpacing(0);
  auto* both = new QHBoxLayout(head_);
  both->setContentsMargins(0, 0, 0, 0);
  both->addWidget(way, 1);
  both->addWidget(note_);
  row->addWidget(head_, 1);
  for (QLabel* label : {static_cast<QLabel*>(note_), busy_, zoom_}) label->setProperty("subtle", true);
  row->addWidget(busy_);
  cancel_ = flatButton(this, tr("Cancel"), tr("Keep the layout as it is"));
  row->addWidget(cancel_);
  row->addWidget(makeColourButton());
  auto* out = flatButton(this, QString::fromUtf8("−"), tr("Zoom out"));
  auto* in = flatButton(this, QStringLiteral("+"), tr("Zoom in"));
  row->addWidget(out);
  row->addWidget(zoom_);
  row->addWidget(in);
  column->addLayout(row);
  column->addWidget(view_, 1);
  setFocusProxy(view_);
  busy_->hide();
  cancel_->hide();
  connect(out, &QToolButton::clicked, this, [this] { view_->zoomBy(0.8); });
  connect(in, &QToolButton::clicked, this, [this] { view_->zoomBy(1.25); });
  connect(cancel_, &QToolButton::clicked, &layouts, &LayoutService::cancel);
  connect(&layouts, &LayoutService::busyChanged, this, [this](bool busy) {
    busy_->setVisible(busy);
    cancel_->setVisible(busy);
    note_->setVisible(!busy);  // they have one room
  });
  connect(view_, &GraphView::scaleChanged, this, [this](double scale) { zoom_->setText(QStringLiteral("%1 %").arg(qRound(scale * 100))); });
  connect(view_, &GraphView::toggled, this, &GraphPanel::toggle);
  connect(view_, &GraphView::clicked, this, [this](NodeKey key) {
    int index = model_.scene()->find(key);
    if (index < 0) return;
    const SceneNode& node = model_.scene()->nodes[static_cast<std::size_t>(index)];
    view_->setSelected(key);
    showCrumbs();
    emit picked(node.value, node.box);
  });
  connect(view_, &GraphView::jumped, this, [this](BoxId target, ValueId value) {
    const Outline& outline = *model_.snapshot()->outline;
    BoxId leaf = value.value < outline.boxOfValue.size() ? outline.boxOfValue[value.value] : BoxId();
    bool here = leaf && outline.holds(target, leaf);
    emit picked(here ? value : ValueId(), target);
    select({}, target, true);
  });
  connect(&model_, &GraphModel::looksChanged, view_, qOverload<>(&QWidget::update));
  connect(&model_, &GraphModel::sceneChanged, this, &GraphPanel::sceneChanged);
}

QToolButton* GraphPanel::makeColourButton() {
  colour_ = flatButton(this, {}, tr("What the colours of the graph say"));
  colour_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(colour_);
  for (ColourBy by : kColourings) menu->addAction(colourName(by), this, [this, by] { colourBy(by); })->setCheckable(true);
  colour_->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    for (qsizetype i = 0; i < menu->actions().size(); ++i) menu->actions()[i]->setChecked(kColourings[i] == wanted_);
  });
  colourBy(wanted_);
  return colour_;
}

void GraphPanel::colourBy(ColourBy by) {
  wanted_ = by;
  colour_->setText(tr("Colour by: %1").arg(colourName(by)) + QString::fromUtf8(" ▾"));
  emit coloursAsked(by);
}

void GraphPanel::setTones(TonesPtr tones) {
  if (!tones && model_.colouring() == ColourBy::Sharding) return;
  model_.setTones(std::move(tones));
}

void GraphPanel::sceneChanged(bool sameProgram) {
  std::shared_ptr<const Scene> old = view_->scenePtr();
  view_->setScene(model_.scene(), model_.legend());
  if (!sameProgram) {
    view_->setSelected(0);
    view_->showBeginning();
    model_.openWhile(view_->readableRoom());
    view_->showBeginning();
  } else if (view_->atBeginning()) {
    view_->showBeginning();
  } else if (!anchor_ && old->find(view_->selected()) < 0) {
    // What comes into sight; better layouts that follow, and edits, leave it where it stands.
    view_->centerOn(view_->selected());
  } else {
    view_->keepInPlace(anchor_ ? anchor_ : view_->selected(), *old);
  }
  // The outline has this one remark only.
  bool unnamed = model_.snapshot() && !model_.snapshot()->outline->note.empty();
  note_->say(unnamed ? tr("No location names: forward and backward cannot be told apart; layers were found by repetition.") : QString());
  showCrumbs();
}

void GraphPanel::toggle(NodeKey key) {
  anchor_ = key;
  model_.toggle(key);
  anchor_ = 0;
  int index = model_.scene()->find(key);
  if (index >= 0 && model_.scene()->nodes[static_cast<std::size_t>(index)].kind == NodeKind::Opened) view_->centerOn(key);
}

void GraphPanel::select(ValueId value, BoxId box, bool reveal) {
  if (!model_.snapshot()) return;
  const Outline& outline = *model_.snapshot()->outline;
  if (value && value.value < outline.boxOfValue.size()) box = outline.boxOfValue[value.value];
  if (!box) {
    view_->setSelected(0);
    return showCrumbs();
  }
  int shown = model_.scene()->find(view_->selected());
  std::vector<OpId> now = model_.callsOn(view_->selected());
  bool here = shown >= 0 && model_.scene()->nodes[static_cast<std::size_t>(shown)].box == box;
  if (here && (calls_.empty() || calls_ == now)) return;
  const std::vector<OpId>& calls = calls_.empty() ? now : calls_;
  NodeKey key = reveal ? model_.reveal(box, calls) : 0;
  for (const SceneNode& node : model_.scene()->nodes)
    if (!reveal && node.box == box && (!key || model_.callsOn(node.key) == calls)) key = node.key;
  view_->setSelected(key);
  if (reveal && key) view_->centerOn(key);
  showCrumbs();
}

// Of neighbours folded to one node the first stands for all; the others follow it below the same run.
bool GraphPanel::holdsBox(const SceneNode& node, BoxId box) const {
  const Outline& outline = *model_.snapshot()->outline;
  if (node.kind != NodeKind::Range) return outline.holds(node.box, box);
  auto members = outline.childrenOf(outline.box(node.box).parent);
  auto first = std::find(members.begin(), members.end(), node.box);
  std::size_t count = std::min<std::size_t>(node.members, static_cast<std::size_t>(members.end() - first));
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(count), [&](BoxId m) { return m == box || outline.holds(m, box); });
}

void GraphPanel::showNearest(BoxId box) {
  if (!model_.snapshot() || !box) return;
  const SceneNode* best = nullptr;
  for (const SceneNode& node : view_->scene().nodes) {
    bool holds = node.box == box || (node.kind != NodeKind::Leaf && holdsBox(node, box));
    if (holds && (!best || node.depth >= best->depth)) best = &node;
  }
  if (!best || best->key == view_->selected()) return;
  view_->setSelected(best->key);
  view_->centerOn(best->key);
  showCrumbs();
}

// The first and as many of the last as can be read beside it, one at least.
std::size_t GraphPanel::roomFor(const std::vector<GraphModel::Crumb>& crumbs) const {
  constexpr int kAround = 32;  // of a crumb's text: its button and the arrow
  if (crumbs.empty()) return kMostCrumbs;
  int room = head_->width() - (note_->text().isEmpty() ? 0 : kLeastNote + head_->layout()->spacing());
  auto width = [&](std::size_t i) { return fontMetrics().horizontalAdvance(shortCrumb(crumbs[i].name, i + 1 == crumbs.size())) + kAround; };
  int taken = width(0);
  std::size_t most = 1;
  for (std::size_t i = crumbs.size(); i-- > 1 && most < kMostCrumbs; ++most) {
    taken += width(i);
    if (most >= 2 && taken > room) break;
  }
  return std::max<std::size_t>(most, 2);
}

void GraphPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // Only then do the way and the note have their new widths.
  QMetaObject::invokeMethod(
      this, [this] { showCrumbs(); }, Qt::QueuedConnection);
}

// The note has what the way leaves, and two fifths of the panel at most.
void GraphPanel::giveRoomToNote() {
  int way = 0;
  for (int i = 0; i < crumbs_->count(); ++i) {
    // Asked themselves: for its layout a widget that was added just now has no size yet.
    QWidget* crumb = crumbs_->itemAt(i)->widget();
    if (!crumb) continue;
    crumb->ensurePolished();
    way += crumb->sizeHint().width();
  }
  int left = head_->width() - way - head_->layout()->spacing();
  note_->setMaximumWidth(std::clamp(left, kLeastNote, std::max(kLeastNote, width() * 2 / 5)));
}

void GraphPanel::showCrumbs() {
  while (QLayoutItem* item = crumbs_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  auto crumbs = model_.crumbs(view_->selected());
  std::size_t most = roomFor(crumbs);
  for (std::size_t i = 0; i < crumbs.size(); ++i) {
    if (i > 0) {
      auto* arrow = new QLabel(QString::fromUtf8("›"), this);
      arrow->setProperty("subtle", true);
      crumbs_->addWidget(arrow);
    }
    bool last = i + 1 == crumbs.size();
    if (i == 1 && crumbs.size() > most) {
      crumbs_->addWidget(new QLabel(QString::fromUtf8("…"), this));
      i = crumbs.size() - most + 1;
      continue;
    }
    auto* button = flatButton(this, shortCrumb(crumbs[i].name, last), tr("Go to %1").arg(crumbs[i].name));
    if (last) button->setProperty("here", true);
    GraphModel::Crumb crumb = crumbs[i];
    connect(button, &QToolButton::clicked, this, [this, crumb] {
      if (crumb.key == kRootKey) return view_->showBeginning();
      view_->setSelected(crumb.key);
      view_->centerOn(crumb.key);
      emit picked({}, crumb.box);
      QMetaObject::invokeMethod(
          this, [this] { showCrumbs(); }, Qt::QueuedConnection);
    });
    crumbs_->addWidget(button);
    // With the keyboard they come before what stands right of them.
    QWidget* before = cancel_->previousInFocusChain();
    if (before == button || before->window() != button->window()) continue;
    setTabOrder(before, button);
    setTabOrder(button, cancel_);
  }
  crumbs_->addStretch(1);
  giveRoomToNote();
}

}  // namespace shardlens::app
