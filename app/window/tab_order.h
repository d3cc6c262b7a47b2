#pragma once

#include <initializer_list>

class QWidget;

namespace shardlens::app {

/// Lets Tab go through all that takes the focus in one part of the window after the other; inside a part in the order in which it was made.
void orderTabs(std::initializer_list<QWidget*> parts);

}  // namespace shardlens::app
