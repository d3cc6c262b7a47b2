#pragma once

#include <QLocale>
#include <QString>

namespace shardlens::app {

/// `one` for 1, else `many` with its %1 replaced by `count` in the reader's digits.
inline QString counted(const QString& one, const QString& many, qint64 count) {
  return count == 1 ? one : many.arg(QLocale().toString(count));
}

}  // namespace shardlens::app
