#include "engine/mlir/text_sdy.h"

#include <array>

namespace shardlens {

namespace sdytext {

namespace {

struct SdyWord {
  std::string_view mnemonic;
  AttrKind kind;
  ParseFn parse;
};

constexpr std::array kSdyWords = {
    SdyWord{"mesh_axis", AttrKind::SdyMeshAxis, parseMeshAxis},
    SdyWord{"mesh", AttrKind::SdyMesh, parseMesh},
    SdyWord{"sub_axis_info", AttrKind::SdySubAxisInfo, parseSubAxisInfo},
    SdyWord{"axis_ref", AttrKind::SdyAxisRef, parseAxisRef},
    SdyWord{"dimension_sharding", AttrKind::SdyDimSharding, parseDimSharding},
    SdyWord{"sharding", AttrKind::SdyTensorSharding, parseSharding},
    SdyWord{"sharding_per_value", AttrKind::SdyShardingPerValue, parsePerValue},
    SdyWord{"dim_mapping", AttrKind::SdyDimMapping, parseDimMapping},
    SdyWord{"tensor_mapping", AttrKind::SdyTensorMapping, parseTensorMapping},
    SdyWord{"op_sharding_rule", AttrKind::SdyOpShardingRule, parseShardingRule},
    SdyWord{"manual_axes", AttrKind::SdyManualAxes, parseManualAxes},
    SdyWord{"axis_ref_list", AttrKind::SdyAxisRefList, parseAxisRefList},
    SdyWord{"list_of_axis_ref_lists", AttrKind::SdyListOfAxisRefLists, parseAxisRefLists},
    SdyWord{"all_to_all_param", AttrKind::SdyAllToAllParam, parseAllToAllParam},
    SdyWord{"all_to_all_param_list", AttrKind::SdyAllToAllParamList, parseAllToAllParams},
    SdyWord{"edge_value_ref", AttrKind::SdyEdgeValueRef, parseEdgeValueRef},
    SdyWord{"axis_to_propagation_details", AttrKind::SdyAxisToPropagationDetails, parseAxisDetails},
    SdyWord{"propagation_one_step", AttrKind::SdyPropagationOneStep, parseOneStep},
    SdyWord{"propagation_edges", AttrKind::SdyPropagationEdges, parseEdges},
};

bool parseAttribute(OpParser& p, std::string_view mnemonic, Offset at, TypeId, AttrId* out) {
  for (const SdyWord& row : kSdyWords) {
    if (row.mnemonic == mnemonic) return row.parse(p, out);
  }
  return p.error(at, "unknown attribute `" + std::string(mnemonic) + "` in dialect `sdy`");
}

void printAttribute(OpPrinter& p, AttrId attr) {
  p << mnemonicOf(p.context().kind(attr));
  printStripped(p, attr);
}

bool parseType(OpParser& p, std::string_view, Offset at, TypeId*) { return p.error(at, "dialect 'sdy' provides no type parsing hook"); }

}  // namespace

std::string_view mnemonicOf(AttrKind kind) {
  for (const SdyWord& row : kSdyWords) {
    if (row.kind == kind) return row.mnemonic;
  }
  return {};
}

bool failedParameter(OpParser& p, std::string_view attribute, std::string_view parameter, std::string_view type) {
  std::string message = "failed to parse Sdy_";
  message.append(attribute).append(" parameter '").append(parameter).append("' which is to be a `").append(type).append("`");
  return p.error(std::move(message));
}

bool parseInFullOr(OpParser& p, AttrKind kind, ParseFn custom, AttrId* out) {
  if (p.peek() != '#') return custom(p, out);
  Offset at = p.at();
  if (!p.parseAttribute(out)) return false;
  return p.context().kind(*out) == kind || p.error(at, "invalid kind of attribute specified");
}

bool parseElements(OpParser& p, AttrKind kind, ParseFn element, std::vector<AttrId>* out) {
  do {
    AttrId item;
    if (!parseInFullOr(p, kind, element, &item)) return false;
    out->push_back(item);
  } while (p.parseOptionalComma());
  return true;
}

}  // namespace sdytext

const DialectText kSdyText = {"sdy", sdytext::parseAttribute, sdytext::printAttribute, sdytext::parseType, nullptr};

}  // namespace shardlens
