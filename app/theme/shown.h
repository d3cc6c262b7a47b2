#pragma once

#include <QString>
#include <string_view>

namespace shardlens::app {

/// Text of the engine as the window shows it.
inline QString shown(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace shardlens::app
