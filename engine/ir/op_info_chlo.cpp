#include "engine/ir/op_info_tables.h"

namespace shardlens {

std::span<const OpInfoRow> chloOpInfo() { return {}; }

}  // namespace shardlens
