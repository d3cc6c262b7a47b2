#include "engine/mlir/text_sdy.h"

namespace shardlens::sdytext {

namespace {

/// What differs between the attributes that are lists of attributes of one kind.
struct ListForm {
  AttrKind kind;
  AttrKind elementKind;
  ParseFn element;
  std::string_view open, close;
  std::string_view name, elementType;  // for messages
};

bool parseList(OpParser& p, const ListForm& form, AttrId* out) {
  std::vector<AttrId> items;
  if (!p.parsePunctuation(form.open)) return false;
  if (!p.parseOptionalPunctuation(form.close)) {
    if (!parseElements(p, form.elementKind, form.element, &items)) return failedParameter(p, form.name, "value", form.elementType);
    if (!p.parsePunctuation(form.close)) return false;
  }
  *out = p.context().attr({.kind = form.kind, .subs = items});
  return true;
}

bool parseName(OpParser& p, AttrId* out) {
  Offset at = p.at();
  if (!p.parseAttribute(out)) return false;
  return p.context().kind(*out) == AttrKind::String || p.error(at, "invalid kind of attribute specified");
}

bool parseDim(OpParser& p, std::int64_t* out, std::string_view parameter) {
  return p.parseInteger(out) || failedParameter(p, "AllToAllParamAttr", parameter, "int64_t");
}

constexpr ListForm kManualAxes = {AttrKind::SdyManualAxes,       AttrKind::String, parseName, "{", "}", "ManualAxes",
                                  "::llvm::ArrayRef<StringAttr>"};
constexpr ListForm kAxisRefs = {AttrKind::SdyAxisRefList,       AttrKind::SdyAxisRef, parseAxisRef, "{", "}", "AxisRefList",
                                "::llvm::ArrayRef<AxisRefAttr>"};
constexpr ListForm kAxisRefLists = {
    AttrKind::SdyListOfAxisRefLists,    AttrKind::SdyAxisRefList, parseAxisRefList, "[", "]", "ListOfAxisRefLists",
    "::llvm::ArrayRef<AxisRefListAttr>"};
constexpr ListForm kAllToAllParams = {
    AttrKind::SdyAllToAllParamList,       AttrKind::SdyAllToAllParam, parseAllToAllParam, "[", "]", "AllToAllParamList",
    "::llvm::ArrayRef<AllToAllParamAttr>"};

}  // namespace

bool parseManualAxes(OpParser& p, AttrId* out) { return parseList(p, kManualAxes, out); }
bool parseAxisRefList(OpParser& p, AttrId* out) { return parseList(p, kAxisRefs, out); }
bool parseAxisRefLists(OpParser& p, AttrId* out) { return parseList(p, kAxisRefLists, out); }
bool parseAllToAllParams(OpParser& p, AttrId* out) { return parseList(p, kAllToAllParams, out); }

bool parseAllToAllParam(OpParser& p, AttrId* out) {
  std::vector<AttrId> axes;
  std::int64_t dims[] = {0, 0};
  if (!p.parsePunctuation("{")) return false;
  if (!parseElements(p, AttrKind::SdyAxisRef, parseAxisRef, &axes)) {
    return failedParameter(p, "AllToAllParamAttr", "axes", "::llvm::ArrayRef<AxisRefAttr>");
  }
  if (!p.parsePunctuation("}") || !p.parseColon() || !parseDim(p, &dims[0], "src_dim")) return false;
  if (!p.parseArrow() || !parseDim(p, &dims[1], "tgt_dim")) return false;
  *out = p.context().attr({.kind = AttrKind::SdyAllToAllParam, .subs = axes, .ints = dims});
  return true;
}

}  // namespace shardlens::sdytext
