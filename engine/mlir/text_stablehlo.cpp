#include "engine/mlir/text_stablehlo.h"

#include <algorithm>

#include "engine/mlir/mlir.h"

namespace shardlens {

namespace {

using namespace hlotext;

struct StablehloWord {
  std::string_view mnemonic;
  AttrKind kind;
  ParseFn parse;
  void (*print)(OpPrinter&, AttrId);
};

// Attributes beside enumerations and dimension structs. Of two rows of a kind the first is printed.
constexpr StablehloWord kStablehloWords[] = {
    {"conv", AttrKind::StablehloConv, parseConv, [](OpPrinter& p, AttrId a) { p << '<', printConvDims(p, a), p << '>'; }},
    {"dot_algorithm", AttrKind::StablehloDotAlgorithm, parseDotAlgorithm, printDotAlgorithm},
    {"channel_handle", AttrKind::StablehloChannelHandle, parseChannelHandle, printChannelHandle},
    {"output_operand_alias", AttrKind::StablehloOutputAlias, parseOutputAlias, printOutputAlias},
    {"bounds", AttrKind::StablehloTypeExtensions, parseBounds, printBounds},
    {"type_extensions", AttrKind::StablehloTypeExtensions, parseTypeExtensions, printBounds},
    {"result_accuracy", AttrKind::StablehloResultAccuracy, parseResultAccuracy, printResultAccuracy},
    {"sub_axis_info", AttrKind::StablehloSubAxisInfo, parseSubAxisInfo, printSubAxisInfo},
    {"axis_ref", AttrKind::StablehloAxisRef, parseAxisRef, printAxisRef},
    {"mesh_axis", AttrKind::StablehloMeshAxis, parseMeshAxis, printMeshAxis},
    {"mesh", AttrKind::StablehloMesh, parseMesh, printMesh},
    {"replica_group_mesh_axes", AttrKind::StablehloReplicaGroupMeshAxes, parseReplicaGroupMeshAxes, printReplicaGroupMeshAxes},
};

// The mode of a result accuracy alone stands in angle brackets; other enumerations are bare words.
bool isBracketed(const EnumWords& words) { return words.mnemonic == "result_accuracy_mode"; }

bool parseEnumAttribute(OpParser& p, const EnumWords& words, AttrId* out) {
  if (!isBracketed(words)) return parseEnum(p, words, out);
  return p.parseLess() && parseEnum(p, words, out) && p.parseGreater();
}

void printEnumAttribute(OpPrinter& p, std::span<const EnumWords> enums, AttrId attr) {
  std::uint8_t sub = p.context().attr(attr).sub;
  const EnumWords& words = *std::find_if(enums.begin(), enums.end(), [&](const EnumWords& w) { return w.sub == sub; });
  p << words.mnemonic << (isBracketed(words) ? '<' : ' ');
  printEnum(p, words, attr);
  if (isBracketed(words)) p << '>';
}

const EnumWords* findEnum(std::span<const EnumWords> enums, std::string_view mnemonic) {
  auto found = std::find_if(enums.begin(), enums.end(), [&](const EnumWords& w) { return w.mnemonic == mnemonic; });
  return found == enums.end() ? nullptr : &*found;
}

bool parseStablehloAttribute(OpParser& p, std::string_view mnemonic, Offset at, TypeId, AttrId* out) {
  if (const DimStruct* shape = dimStruct(mnemonic); shape && shape->kind != AttrKind::ChloRaggedDot) return parseDimStruct(p, *shape, out);
  if (const EnumWords* words = findEnum(stablehloEnums(), mnemonic)) return parseEnumAttribute(p, *words, out);
  for (const StablehloWord& row : kStablehloWords) {
    if (row.mnemonic == mnemonic) return row.parse(p, out);
  }
  return p.error(at, "unknown StableHLO attribute");
}

void printStablehloAttribute(OpPrinter& p, AttrId attr) {
  AttrKind kind = p.context().kind(attr);
  if (kind == AttrKind::StablehloEnum) return printEnumAttribute(p, stablehloEnums(), attr);
  if (const DimStruct* shape = dimStruct(kind)) {
    p << shape->mnemonic;
    return printDimStruct(p, *shape, attr);
  }
  const StablehloWord& row =
      *std::find_if(std::begin(kStablehloWords), std::end(kStablehloWords), [&](const StablehloWord& r) { return r.kind == kind; });
  p << row.mnemonic;
  row.print(p, attr);
}

bool parseFuture(OpParser& p, TypeId* out) {
  Offset at = p.at();
  std::vector<TypeId> members;
  if (!p.parseLess() || !p.parseTypeList(&members) || !p.parseGreater()) return false;
  for (TypeId member : members) {
    if (p.context().type(member).kind == TypeKind::RankedTensor) continue;
    return p.error(at, "future element type must be a ranked tensor, but got '" + printType(p.context(), member) + "'");
  }
  *out = p.context().type({.kind = TypeKind::Future, .types = members});
  return true;
}

bool parseStablehloType(OpParser& p, std::string_view mnemonic, Offset at, TypeId* out) {
  if (mnemonic == "token") return *out = p.context().token(), true;
  if (mnemonic == "future") return parseFuture(p, out);
  return p.error(at, "unknown stablehlo type: " + std::string(mnemonic));
}

void printStablehloType(OpPrinter& p, TypeId type) {
  const TypeData& data = p.context().type(type);
  if (data.kind == TypeKind::Token) {
    p << "token";
    return;
  }
  p << "future<";
  p.types(data.types);
  p << '>';
}

bool parseChloAttribute(OpParser& p, std::string_view mnemonic, Offset at, TypeId, AttrId* out) {
  if (const DimStruct* shape = dimStruct(mnemonic); shape && shape->kind == AttrKind::ChloRaggedDot) return parseDimStruct(p, *shape, out);
  if (const EnumWords* words = findEnum(chloEnums(), mnemonic)) return parseEnumAttribute(p, *words, out);
  return p.error(at, "unknown chlo attribute");
}

void printChloAttribute(OpPrinter& p, AttrId attr) {
  AttrKind kind = p.context().kind(attr);
  if (kind == AttrKind::ChloEnum) return printEnumAttribute(p, chloEnums(), attr);
  const DimStruct* shape = dimStruct(kind);
  p << shape->mnemonic;
  printDimStruct(p, *shape, attr);
}

bool parseChloType(OpParser& p, std::string_view, Offset at, TypeId*) {
  return p.error(at, "dialect 'chlo' provides no type parsing hook");
}

}  // namespace

const DialectText kStablehloText = {"stablehlo", parseStablehloAttribute, printStablehloAttribute, parseStablehloType, printStablehloType};
const DialectText kChloText = {"chlo", parseChloAttribute, printChloAttribute, parseChloType, nullptr};

}  // namespace shardlens
