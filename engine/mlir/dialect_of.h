#pragma once

#include "engine/mlir/op_parser.h"

namespace shardlens {

/// The dialect that writes attributes of `kind`; null for builtin ones and those of unknown dialects.
inline const DialectText* dialectOfAttribute(AttrKind kind) {
  if (kind >= AttrKind::SdyMeshAxis) return &kSdyText;
  if (kind >= AttrKind::ChloEnum) return &kChloText;
  if (kind >= AttrKind::StablehloEnum) return &kStablehloText;
  return nullptr;
}

}  // namespace shardlens
