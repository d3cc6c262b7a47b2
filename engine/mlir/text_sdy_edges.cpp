// What propagation writes down when asked where shardings came from.
#include <algorithm>

#include "engine/mlir/text_sdy.h"

namespace shardlens::sdytext {

namespace {

constexpr std::string_view kNodeTypes[] = {"operand", "result"};

bool parseNodeType(OpParser& p, std::uint8_t* out) {
  Offset at = p.at();
  std::string_view word;
  if (!p.parseKeyword(&word)) return false;
  auto found = std::find(std::begin(kNodeTypes), std::end(kNodeTypes), word);
  if (found == std::end(kNodeTypes)) return p.error(at, "expected ::mlir::sdy::EdgeNodeType to be one of: operand, result");
  *out = static_cast<std::uint8_t>(found - std::begin(kNodeTypes));
  return true;
}

// Empty where all is well, else what is wrong with the entry of `axis`.
std::string wrongTargets(const Context& c, std::int64_t step, AttrId details) {
  auto subs = c.attr(details).subs;
  for (std::size_t i = 2; i < subs.size(); ++i) {
    if (subs[i] == subs[1]) return "propagation edges have a source that is the same as a target";
    if (std::find(subs.begin() + 2, subs.begin() + static_cast<std::ptrdiff_t>(i), subs[i]) !=
        subs.begin() + static_cast<std::ptrdiff_t>(i)) {
      return "propagation edges have duplicate targets for step index: " + std::to_string(step) +
             " and axis: " + std::string(c.attr(subs[0]).text);
    }
  }
  return "";
}

std::string wrongEdges(const Context& c, const std::vector<AttrId>& steps) {
  std::vector<std::int64_t> seen;
  for (AttrId step : steps) {
    std::int64_t index = c.attr(step).ints[0];
    if (index < 0) return "propagation edges have negative step index: " + std::to_string(index);
    if (std::find(seen.begin(), seen.end(), index) != seen.end())
      return "propagation edges have duplicate step index: " + std::to_string(index);
    seen.push_back(index);
    for (AttrId details : c.attr(step).subs) {
      if (std::string wrong = wrongTargets(c, index, details); !wrong.empty()) return wrong;
    }
  }
  return "";
}

}  // namespace

bool parseEdgeValueRef(OpParser& p, AttrId* out) {
  std::uint8_t type = 0;
  std::int64_t index = 0;
  if (!parseNodeType(p, &type)) return failedParameter(p, "EdgeValueRef", "type", "::mlir::sdy::EdgeNodeType");
  if (!p.parsePunctuation("-")) return false;
  if (!p.parseInteger(&index)) return failedParameter(p, "EdgeValueRef", "index", "int64_t");
  *out = p.context().attr({.kind = AttrKind::SdyEdgeValueRef, .sub = type, .ints = {&index, 1}});
  return true;
}

bool parseAxisDetails(OpParser& p, AttrId* out) {
  constexpr std::string_view kName = "AxisToPropagationDetails";
  std::vector<AttrId> subs(2);
  if (!p.parsePunctuation("{")) return false;
  if (!parseInFullOr(p, AttrKind::SdyAxisRef, parseAxisRef, &subs[0]))
    return failedParameter(p, kName, "axis_name", "::mlir::sdy::AxisRefAttr");
  if (!p.parseEqual()) return false;
  if (!parseInFullOr(p, AttrKind::SdyEdgeValueRef, parseEdgeValueRef, &subs[1])) {
    return failedParameter(p, kName, "source", "::mlir::sdy::EdgeValueRefAttr");
  }
  if (!p.parseArrow() || !p.parseLSquare()) return false;
  if (!parseElements(p, AttrKind::SdyEdgeValueRef, parseEdgeValueRef, &subs)) {
    return failedParameter(p, kName, "targets", "::llvm::ArrayRef<EdgeValueRefAttr>");
  }
  if (!p.parseRSquare() || !p.parsePunctuation("}")) return false;
  *out = p.context().attr({.kind = AttrKind::SdyAxisToPropagationDetails, .subs = subs});
  return true;
}

bool parseOneStep(OpParser& p, AttrId* out) {
  constexpr std::string_view kName = "PropagationOneStep";
  std::int64_t index = 0;
  std::vector<AttrId> entries;
  if (!p.parsePunctuation("{") || !p.parseKeyword("step") || !p.parsePunctuation("-")) return false;
  if (!p.parseInteger(&index)) return failedParameter(p, kName, "step_index", "int64_t");
  if (!p.parseEqual() || !p.parseLSquare()) return false;
  if (!parseElements(p, AttrKind::SdyAxisToPropagationDetails, parseAxisDetails, &entries)) {
    return failedParameter(p, kName, "axis_entries", "::llvm::ArrayRef<AxisToPropagationDetailsAttr>");
  }
  if (!p.parseRSquare() || !p.parsePunctuation("}")) return false;
  *out = p.context().attr({.kind = AttrKind::SdyPropagationOneStep, .subs = entries, .ints = {&index, 1}});
  return true;
}

bool parseEdges(OpParser& p, AttrId* out) {
  Offset at = p.at();
  std::vector<AttrId> steps;
  if (!p.parseLess() || !p.parseLSquare()) return false;
  if (!parseElements(p, AttrKind::SdyPropagationOneStep, parseOneStep, &steps)) {
    return failedParameter(p, "PropagationEdges", "value", "::llvm::ArrayRef<PropagationOneStepAttr>");
  }
  if (!p.parseRSquare() || !p.parseGreater()) return false;
  if (std::string wrong = wrongEdges(p.context(), steps); !wrong.empty()) return p.error(at, wrong);
  *out = p.context().attr({.kind = AttrKind::SdyPropagationEdges, .subs = steps});
  return true;
}

}  // namespace shardlens::sdytext
