#include "app/window/tab_order.h"

#include <QWidget>

namespace shardlens::app {

namespace {

bool isStop(const QWidget& widget) { return (widget.focusPolicy() & Qt::TabFocus) != 0 && !widget.focusProxy() && !widget.isWindow(); }

}  // namespace

void orderTabs(std::initializer_list<QWidget*> parts) {
  QWidget* before = nullptr;
  for (QWidget* part : parts) {
    for (QWidget* widget : part->findChildren<QWidget*>()) {
      if (!isStop(*widget)) continue;
      if (before) QWidget::setTabOrder(before, widget);
      before = widget;
    }
  }
}

}  // namespace shardlens::app
