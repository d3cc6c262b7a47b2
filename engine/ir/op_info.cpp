#include <array>
#include <unordered_map>

#include "engine/ir/op_info_tables.h"
#include "engine/ir/op_kind.h"

namespace shardlens {

namespace {

constexpr std::string_view kNames[] = {
#define SHARDLENS_OP(enumerator, name) name,
#include "engine/ir/ops.def"
#undef SHARDLENS_OP
};

using Infos = std::array<OpInfo, kOpKinds + 1>;

void apply(Infos& infos, std::span<const OpInfoRow> rows) {
  for (const OpInfoRow& row : rows) {
    OpInfo& info = infos[static_cast<std::size_t>(row.kind)];
    info.traits = row.traits;
    info.inherent = row.inherent;
  }
}

const Infos& infos() {
  static const Infos all = [] {
    Infos made;
    for (std::size_t i = 0; i < kOpKinds; ++i) made[i].name = kNames[i];
    apply(made, builtinOpInfo());
    apply(made, arithOpInfo());
    apply(made, stablehloOpInfo());
    apply(made, chloOpInfo());
    apply(made, sdyOpInfo());
    return made;
  }();
  return all;
}

}  // namespace

const OpInfo& opInfo(OpKind kind) { return infos()[static_cast<std::size_t>(kind)]; }

OpKind opKindByName(std::string_view name) {
  static const std::unordered_map<std::string_view, OpKind> byName = [] {
    std::unordered_map<std::string_view, OpKind> made;
    for (std::size_t i = 0; i < kOpKinds; ++i) made.emplace(kNames[i], static_cast<OpKind>(i));
    return made;
  }();
  auto found = byName.find(name);
  return found == byName.end() ? OpKind::Unknown : found->second;
}

bool isKnownDialect(std::string_view dialect) {
  return dialect == "builtin" || dialect == "func" || dialect == "cf" || dialect == "stablehlo" || dialect == "chlo" ||
         dialect == "check" || dialect == "interpreter" || dialect == "sdy";
}

}  // namespace shardlens
