#include <algorithm>
#include <charconv>

#include "engine/mlir/text_sdy.h"
#include "engine/sharding/sharding.h"

namespace shardlens::sdytext {

namespace {

constexpr std::string_view kAxisList = "failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`";

// `p1` behind a dimension's axes: -1 where nothing stands there.
bool parsePriority(OpParser& p, std::int64_t* priority) {
  std::string_view word;
  if (!p.parseOptionalKeyword(&word)) return true;
  std::string_view digits = word.substr(1);
  bool isNumber = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (word[0] != 'p' || digits.empty() || !isNumber) return p.error("expecting priority in format 'p<number>', got: " + std::string(word));
  if (digits.size() > 1 && digits[0] == '0') return p.error("priorities with leading zeros are not allowed, got: " + std::string(word));
  auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), *priority);
  return status == std::errc() || p.error("expecting integer priority, got: " + std::string(word));
}

bool parseMeshOrName(OpParser& p, AttrId* out) {
  if (p.parseOptionalKeyword("mesh")) return parseInFullOr(p, AttrKind::SdyMesh, parseMesh, out) || p.error("failed to parse MeshAttr");
  Offset at = p.at();
  bool parsed = p.parseAttribute(out);
  if (parsed) {
    const AttrData& data = p.context().attr(*out);
    parsed = (data.kind == AttrKind::SymbolRef && data.subs.empty()) || p.error(at, "invalid kind of attribute specified");
  }
  return parsed || p.error("expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>");
}

bool parseBracedAxes(OpParser& p, std::vector<AttrId>* axes) {
  if (!p.parsePunctuation("{")) return false;
  if (!parseElements(p, AttrKind::SdyAxisRef, parseAxisRef, axes)) return p.error(std::string(kAxisList));
  return p.parsePunctuation("}");
}

bool parseReplicated(OpParser& p, std::vector<AttrId>* axes) {
  if (p.parseEqual() && parseBracedAxes(p, axes)) return true;
  return p.error("failed to parse Sdy_TensorSharding parameter 'replicated_axes'");
}

bool parseUnreduced(OpParser& p, std::vector<AttrId>* axes, ReductionOp* reduction) {
  if (p.parseOptionalPunctuation("=")) {
    *reduction = ReductionOp::Sum;
    if (!p.parseOptionalKeyword("sum")) {
      if (p.parseOptionalKeyword("max"))
        *reduction = ReductionOp::Max;
      else if (p.parseOptionalKeyword("min"))
        *reduction = ReductionOp::Min;
    }
  }
  return parseBracedAxes(p, axes) || p.error("failed to parse Sdy_TensorSharding parameter 'unreduced_axes'");
}

// `, replicated={...}, unreduced=max{...}` in either order.
bool parseAxisLists(OpParser& p, std::vector<AttrId>* replicated, std::vector<AttrId>* unreduced, ReductionOp* reduction) {
  while (p.parseOptionalComma()) {
    if (replicated->empty() && p.parseOptionalKeyword("replicated")) {
      if (!parseReplicated(p, replicated)) return false;
    } else if (unreduced->empty() && p.parseOptionalKeyword("unreduced")) {
      if (!parseUnreduced(p, unreduced, reduction)) return false;
    } else {
      return p.error("failed to parse Sdy_TensorSharding, expected valid named axis list after comma");
    }
  }
  return true;
}

}  // namespace

bool parseDimSharding(OpParser& p, AttrId* out) {
  std::vector<AttrId> axes;
  bool closed = true;
  if (!p.parsePunctuation("{")) return false;
  while (closed && !p.parseOptionalPunctuation("}")) {
    if (!axes.empty() && !p.parseComma()) return false;
    if (p.parseOptionalPunctuation("?")) {
      closed = false;
      if (!p.parsePunctuation("}")) return false;
    } else if (AttrId axis; parseAxisRef(p, &axis)) {
      axes.push_back(axis);
    } else {
      return false;
    }
  }
  std::int64_t priority = -1;
  if (!parsePriority(p, &priority)) return false;
  std::span<const std::int64_t> ints(&priority, priority >= 0 ? 1 : 0);
  *out = p.context().attr({.kind = AttrKind::SdyDimSharding, .sub = closed, .subs = axes, .ints = ints});
  return true;
}

bool parseSharding(OpParser& p, AttrId* out) {
  std::vector<AttrId> subs(1), replicated, unreduced;
  ReductionOp reduction = ReductionOp::Sum;
  if (!p.parseLess() || !parseMeshOrName(p, &subs[0]) || !p.parseComma() || !p.parseLSquare()) return false;
  if (!p.parseOptionalPunctuation("]")) {
    if (!parseElements(p, AttrKind::SdyDimSharding, parseDimSharding, &subs)) {
      return failedParameter(p, "TensorSharding", "dim_shardings", "::llvm::ArrayRef<DimensionShardingAttr>");
    }
    if (!p.parseRSquare()) return false;
  }
  if (!parseAxisLists(p, &replicated, &unreduced, &reduction) || !p.parseGreater()) return false;
  std::int64_t counts[] = {static_cast<std::int64_t>(subs.size()) - 1, static_cast<std::int64_t>(replicated.size()),
                           static_cast<std::int64_t>(unreduced.size())};
  subs.insert(subs.end(), replicated.begin(), replicated.end());
  subs.insert(subs.end(), unreduced.begin(), unreduced.end());
  *out = p.context().attr({.kind = AttrKind::SdyTensorSharding, .sub = static_cast<std::uint8_t>(reduction), .subs = subs, .ints = counts});
  return true;
}

bool parsePerValue(OpParser& p, AttrId* out) {
  std::vector<AttrId> shardings;
  if (!p.parseLess() || !p.parseLSquare()) return false;
  if (!p.parseOptionalPunctuation("]")) {
    if (!parseElements(p, AttrKind::SdyTensorSharding, parseSharding, &shardings)) {
      return failedParameter(p, "TensorShardingPerValue", "shardings", "::llvm::ArrayRef<TensorShardingAttr>");
    }
    if (!p.parseRSquare()) return false;
  }
  if (!p.parseGreater()) return false;
  *out = encodePerValue(p.context(), shardings);
  return true;
}

bool parseShardings(OpParser& p, AttrId* out) {
  std::vector<AttrId> shardings;
  if (!p.parseLSquare()) return false;
  if (!p.parseOptionalPunctuation("]")) {
    if (!parseElements(p, AttrKind::SdyTensorSharding, parseSharding, &shardings) || !p.parseRSquare()) return false;
  }
  *out = encodePerValue(p.context(), shardings);
  return true;
}

}  // namespace shardlens::sdytext
