#include "engine/mlir/mlir.h"
#include "engine/verify/verifier.h"

namespace shardlens {

std::string Verifier::text(TypeId type) const { return "'" + printType(context(), type) + "'"; }

std::string Verifier::text(std::span<const TypeId> types) const {
  std::string out;
  for (TypeId type : types) {
    if (!out.empty()) out += ", ";
    out += text(type);
  }
  return out;
}

std::string Verifier::text(AttrId attr) const { return printAttribute(context(), attr); }

}  // namespace shardlens
