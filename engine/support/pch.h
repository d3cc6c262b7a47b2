#pragma once

// What nearly every source of the engine reads, read once. The standard library only: a folder's own headers are named where they are used.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>
