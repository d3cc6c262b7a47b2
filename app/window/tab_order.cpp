#include "app/window/tab_order.h"

#include <QWidget>

namespace shardlens::app {

namespace {

/// Lists that open from a field are windows of their own.
bool isStop(const QWidget& widget, const QWidget& part) {
  return (widget.focusPolicy() & Qt::TabFocus) != 0 && !widget.focusProxy() && widget.window() == part.window();
}

}  // namespace

void orderTabs(std::initializer_list<QWidget*> parts) {
  QWidget* before = nullptr;
  for (QWidget* part : parts) {
    for (QWidget* widget : part->findChildren<QWidget*>()) {
      if (!isStop(*widget, *part)) continue;
      if (before) QWidget::setTabOrder(before, widget);
      before = widget;
    }
  }
}

}  // namespace shardlens::app
