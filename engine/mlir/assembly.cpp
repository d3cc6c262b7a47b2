#include "engine/mlir/op_parser.h"

namespace shardlens {

OpAssembly assemblyOf(OpKind kind) {
  std::string_view name = opInfo(kind).name;
  switch (name.empty() ? '\0' : name[0]) {
    case 'b': return builtinAssembly(kind);
    case 'f': return funcAssembly(kind);
    case 'c':
      if (name[1] == 'f') return cfAssembly(kind);
      return name[2] == 'l' ? chloAssembly(kind) : checkAssembly(kind);
    case 'm': return chloAssembly(kind);
    case 's': return name[1] == 't' ? stablehloAssembly(kind) : sdyAssembly(kind);
    default: return {};
  }
}

const DialectText* dialectText(std::string_view dialect) {
  for (const DialectText* text : {&kStablehloText, &kSdyText, &kChloText, &kQuantText}) {
    if (text->name == dialect) return text;
  }
  return nullptr;
}

}  // namespace shardlens
