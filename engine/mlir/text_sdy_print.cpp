#include "engine/mlir/text_sdy.h"
#include "engine/sharding/sharding.h"

namespace shardlens::sdytext {

namespace {

using Print = void (*)(OpPrinter&, const AttrData&);

void printList(OpPrinter& p, std::span<const AttrId> items, std::string_view open, std::string_view close) {
  p << open;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) p << ", ";
    printStripped(p, items[i]);
  }
  p << close;
}

void printSubAxis(OpPrinter& p, const AttrData& d) { p << "(" << d.ints[0] << ")" << d.ints[1]; }

void printAxis(OpPrinter& p, const AttrData& d) {
  p.string(d.text);
  if (d.ints.empty()) return;
  p << ":";
  printSubAxis(p, d);
}

void printMeshAxis(OpPrinter& p, const AttrData& d) {
  p.string(d.text);
  p << "=" << d.ints[0];
}

void printMesh(OpPrinter& p, const AttrData& d) {
  printList(p, d.subs, "<[", "]");
  for (std::size_t i = 0; i < d.ints.size(); ++i) p << (i == 0 ? ", device_ids=[" : ", ") << d.ints[i];
  p << (d.ints.empty() ? ">" : "]>");
}

void printDim(OpPrinter& p, const AttrData& d) {
  printList(p, d.subs, "{", "");
  if (d.sub == 0) p << (d.subs.empty() ? "?" : ", ?");
  p << "}";
  if (!d.ints.empty()) p << "p" << d.ints[0];
}

void printTensor(OpPrinter& p, const AttrData& d) {
  auto dims = static_cast<std::size_t>(d.ints[0]);
  auto replicated = static_cast<std::size_t>(d.ints[1]);
  p << "<";
  if (p.context().kind(d.subs[0]) == AttrKind::SdyMesh) {
    p << "mesh";
    printStripped(p, d.subs[0]);
  } else {
    p.symbol(p.context().attr(d.subs[0]).text);
  }
  printList(p, d.subs.subspan(1, dims), ", [", "]");
  if (replicated > 0) printList(p, d.subs.subspan(1 + dims, replicated), ", replicated={", "}");
  if (auto unreduced = d.subs.subspan(1 + dims + replicated); !unreduced.empty()) {
    constexpr std::string_view kKinds[] = {"", "max", "min"};
    p << ", unreduced=" << kKinds[d.sub];
    printList(p, unreduced, "{", "}");
  }
  p << ">";
}

void printPerValue(OpPrinter& p, const AttrData& d) { printList(p, d.subs, "<[", "]>"); }

void printDimMapping(OpPrinter& p, const AttrData& d) {
  for (std::int64_t factor : d.ints) p << factorSymbol(factor);
}

void printBraced(OpPrinter& p, const AttrData& d) { printList(p, d.subs, "{", "}"); }
void printSquare(OpPrinter& p, const AttrData& d) { printList(p, d.subs, "[", "]"); }

void printAllToAllParam(OpPrinter& p, const AttrData& d) {
  printList(p, d.subs, "{", "}");
  p << ": " << d.ints[0] << "->" << d.ints[1];
}

void printEdgeValue(OpPrinter& p, const AttrData& d) { p << (d.sub == 0 ? "operand-" : "result-") << d.ints[0]; }

void printAxisDetails(OpPrinter& p, const AttrData& d) {
  p << "{";
  printStripped(p, d.subs[0]);
  p << " = ";
  printStripped(p, d.subs[1]);
  printList(p, d.subs.subspan(2), " -> [", "]}");
}

void printStep(OpPrinter& p, const AttrData& d) {
  p << "{step-" << d.ints[0];
  printList(p, d.subs, " = [", "]}");
}

Print printOf(AttrKind kind) {
  switch (kind) {
    case AttrKind::SdyMeshAxis: return printMeshAxis;
    case AttrKind::SdyMesh: return printMesh;
    case AttrKind::SdySubAxisInfo: return printSubAxis;
    case AttrKind::SdyAxisRef: return printAxis;
    case AttrKind::SdyDimSharding: return printDim;
    case AttrKind::SdyTensorSharding: return printTensor;
    case AttrKind::SdyShardingPerValue: return printPerValue;
    case AttrKind::SdyDimMapping: return printDimMapping;
    case AttrKind::SdyTensorMapping: return printSquare;
    case AttrKind::SdyManualAxes: return printBraced;
    case AttrKind::SdyAxisRefList: return printBraced;
    case AttrKind::SdyListOfAxisRefLists: return printSquare;
    case AttrKind::SdyAllToAllParam: return printAllToAllParam;
    case AttrKind::SdyAllToAllParamList: return printSquare;
    case AttrKind::SdyEdgeValueRef: return printEdgeValue;
    case AttrKind::SdyAxisToPropagationDetails: return printAxisDetails;
    case AttrKind::SdyPropagationOneStep: return printStep;
    case AttrKind::SdyPropagationEdges: return printPerValue;
    default: return nullptr;
  }
}

}  // namespace

void printStripped(OpPrinter& p, AttrId attr) {
  const AttrData& data = p.context().attr(attr);
  if (data.kind == AttrKind::SdyOpShardingRule) {
    printRule(p, attr);
  } else if (Print print = printOf(data.kind)) {
    print(p, data);
  } else {
    p.attributeWithoutType(attr);
  }
}

void printShardings(OpPrinter& p, AttrId perValue) { printList(p, p.context().attr(perValue).subs, "[", "]"); }

}  // namespace shardlens::sdytext
