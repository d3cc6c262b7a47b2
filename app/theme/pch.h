#pragma once

// What nearly every source of the window reads, read once.
#include <QAbstractItemModel>
#include <QApplication>
#include <QLabel>
#include <QPainter>
#include <QString>
#include <QTableView>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
