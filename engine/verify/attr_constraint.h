#pragma once

#include <string_view>

#include "engine/ir/context.h"

namespace shardlens {

/// What an attribute of an operation must be; tables of operations say it by name.
struct AttrConstraint {
  std::string_view name;
  std::string_view summary;  ///< its words in messages: `string attribute`
  bool (*holds)(const Context&, AttrId);
};

/// The constraint called `name`; null where there is none.
const AttrConstraint* attrConstraint(std::string_view name);

}  // namespace shardlens
