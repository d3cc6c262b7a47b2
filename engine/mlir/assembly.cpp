#include "engine/mlir/assembly_arith.h"

namespace shardlens {

OpAssembly assemblyOf(OpKind kind) {
  std::string_view name = opInfo(kind).name;
  switch (name.empty() ? '\0' : name[0]) {
    case 'a': return arithAssembly(kind);
    case 'b': return builtinAssembly(kind);
    case 'f': return funcAssembly(kind);
    case 'c':
      if (name[1] == 'f') return cfAssembly(kind);
      return name[2] == 'l' ? chloAssembly(kind) : checkAssembly(kind);
    case 'i': return checkAssembly(kind);
    case 'm': return chloAssembly(kind);
    case 's':
      if (name[1] == 'h') return shapeAssembly(kind);
      return name[1] == 't' ? stablehloAssembly(kind) : sdyAssembly(kind);
    case 't': return tensorAssembly(kind);
    default: return {};
  }
}

const DialectText* dialectText(std::string_view dialect) {
  for (const DialectText* text : {&kStablehloText, &kSdyText, &kChloText, &kQuantText, &kArithText, &kShapeText, &kSparseTensorText}) {
    if (text->name == dialect) return text;
  }
  return nullptr;
}

}  // namespace shardlens
