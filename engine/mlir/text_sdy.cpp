#include "engine/mlir/text_sdy.h"

#include <array>

namespace shardlens {

namespace sdytext {

namespace {

struct Row {
  std::string_view mnemonic;
  AttrKind kind;
  ParseFn parse;
};

constexpr std::array kRows = {
    Row{"mesh_axis", AttrKind::SdyMeshAxis, parseMeshAxis},
    Row{"mesh", AttrKind::SdyMesh, parseMesh},
    Row{"sub_axis_info", AttrKind::SdySubAxisInfo, parseSubAxisInfo},
    Row{"axis_ref", AttrKind::SdyAxisRef, parseAxisRef},
    Row{"dimension_sharding", AttrKind::SdyDimSharding, parseDimSharding},
    Row{"sharding", AttrKind::SdyTensorSharding, parseSharding},
    Row{"sharding_per_value", AttrKind::SdyShardingPerValue, parsePerValue},
    Row{"dim_mapping", AttrKind::SdyDimMapping, parseDimMapping},
    Row{"tensor_mapping", AttrKind::SdyTensorMapping, parseTensorMapping},
    Row{"op_sharding_rule", AttrKind::SdyOpShardingRule, parseShardingRule},
    Row{"manual_axes", AttrKind::SdyManualAxes, parseManualAxes},
    Row{"axis_ref_list", AttrKind::SdyAxisRefList, parseAxisRefList},
    Row{"list_of_axis_ref_lists", AttrKind::SdyListOfAxisRefLists, parseAxisRefLists},
    Row{"all_to_all_param", AttrKind::SdyAllToAllParam, parseAllToAllParam},
    Row{"all_to_all_param_list", AttrKind::SdyAllToAllParamList, parseAllToAllParams},
    Row{"edge_value_ref", AttrKind::SdyEdgeValueRef, parseEdgeValueRef},
    Row{"axis_to_propagation_details", AttrKind::SdyAxisToPropagationDetails, parseAxisDetails},
    Row{"propagation_one_step", AttrKind::SdyPropagationOneStep, parseOneStep},
    Row{"propagation_edges", AttrKind::SdyPropagationEdges, parseEdges},
};

bool parseAttribute(OpParser& p, std::string_view mnemonic, Offset at, TypeId, AttrId* out) {
  for (const Row& row : kRows) {
    if (row.mnemonic == mnemonic) return row.parse(p, out);
  }
  return p.error(at, "unknown attribute `" + std::string(mnemonic) + "` in dialect `sdy`");
}

void printAttribute(OpPrinter& p, AttrId attr) {
  p << mnemonicOf(p.context().kind(attr));
  printStripped(p, attr);
}

bool parseType(OpParser& p, std::string_view mnemonic, Offset at, TypeId*) {
  return p.error(at, "unknown type `" + std::string(mnemonic) + "` in dialect `sdy`");
}

}  // namespace

std::string_view mnemonicOf(AttrKind kind) {
  for (const Row& row : kRows) {
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
