// Custom calls: layouts, aliases of outputs and operands, configuration.
#include <algorithm>
#include <numeric>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;

// Layouts -------------------------------------------------------------------------------------------------------------------------

bool isShaped(const OpCheck& o, TypeId type) { return o.element(type) != type; }

bool isPermutation(Dims layout, std::int64_t rank) {
  std::vector<std::int64_t> range(static_cast<std::size_t>(rank));
  std::iota(range.begin(), range.end(), 0);
  return std::ranges::is_permutation(layout, range);
}

bool checkLayout(const OpCheck& o, std::string_view name, std::size_t index, TypeId type, AttrId layout) {
  if (o.c.type(type).kind == TypeKind::Tuple) return o.failOp("Tuple types are not fully supported with layout constraints yet");
  std::vector<std::int64_t> order;
  denseInts(o.c, layout, order);
  if (!isShaped(o, type)) {
    if (order.empty()) return true;
    return o.failOp("Only tensor types can have non-empty layout: ", name, " #", index, " of type ", o.text(type), " has layout ",
                    o.v.text(layout));
  }
  if (o.rank(type) < 0 || isPermutation(order, o.rank(type))) return true;
  return o.failOp("incorrect layout ", o.v.text(layout), " for type ", o.text(type), ", layout must be a permutation of [0, ", o.rank(type),
                  ")");
}

bool checkLayoutsOf(const OpCheck& o, std::string_view name, std::span<const TypeId> types, AttrId layouts) {
  auto items = o.c.attr(layouts).subs;
  if (items.size() != types.size()) {
    return o.failOp("Number of ", name, "s must match the number of ", name, " layouts, ", types.size(), " != ", items.size());
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!checkLayout(o, name, i, types[i], items[i])) return false;
  }
  return true;
}

/// Types of the results; of the members where the one result is a tuple.
std::vector<TypeId> flatResults(const OpCheck& o) {
  std::vector<TypeId> types = o.resultTypes();
  if (types.size() != 1 || o.c.type(types[0]).kind != TypeKind::Tuple) return types;
  auto members = o.c.type(types[0]).types;
  return {members.begin(), members.end()};
}

bool checkLayouts(const OpCheck& o) {
  AttrId operands = o.attr("operand_layouts"), results = o.attr("result_layouts");
  if (!operands && !results) return true;
  if (!operands || !results) {
    return o.failOp("Layout attributes should be specified for either both operands and results or none.");
  }
  return checkLayoutsOf(o, "operand", o.operandTypes(), operands) && checkLayoutsOf(o, "result", flatResults(o), results);
}

// Aliases -------------------------------------------------------------------------------------------------------------------------

/// The member of nested tuples at `indices`; invalid where there is none.
TypeId memberAt(const OpCheck& o, TypeId type, Dims indices) {
  for (std::int64_t i : indices) {
    const TypeData& d = o.c.type(type);
    if (d.kind != TypeKind::Tuple || i < 0 || i >= static_cast<std::int64_t>(d.types.size())) return {};
    type = d.types[static_cast<std::size_t>(i)];
  }
  return type;
}

TypeId outputType(const OpCheck& o) { return o.results() == 1 ? o.result() : o.c.tuple(o.resultTypes()); }

bool checkAlias(const OpCheck& o, AttrId alias) {
  Dims rest = o.c.attr(alias).ints;
  Dims output = takeList(rest);
  std::int64_t index = rest[0];
  rest = rest.subspan(1);
  Dims indices = takeList(rest);
  if (index < 0 || index >= o.operands()) {
    return o.failOp("expects operandIndex in the output_operand_alias attribute to be in range [0, ", o.operands(), "); got: ", index, ".");
  }
  TypeId from = memberAt(o, o.operand(static_cast<std::uint32_t>(index)), indices);
  if (!from) return o.failOp("operand_tuple_indices in the output_operand_alias attribute out of bounds");
  TypeId to = memberAt(o, outputType(o), output);
  if (!to) return o.failOp("output_tuple_indices in the output_operand_alias attribute out of bounds");
  if (from == to) return true;
  return o.failOp("shapes mismatch in the output_operand_alias attribute: operand part has type ", o.text(from),
                  " and output part has type ", o.text(to));
}

bool checkAliases(const OpCheck& o) {
  AttrId aliases = o.attr("output_operand_aliases");
  return !aliases || std::ranges::all_of(o.c.attr(aliases).subs, [&](AttrId alias) { return checkAlias(o, alias); });
}

// Configuration -------------------------------------------------------------------------------------------------------------------

constexpr std::string_view kVersions[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                          "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
constexpr std::int64_t kOriginal = 1, kTypedFfi = 4;

bool checkBackendConfig(const OpCheck& o) {
  AttrId config = o.attr("backend_config"), api = o.attr("api_version");
  if (!config) return true;
  std::int64_t version = api ? o.c.attr(api).ints[0] : kOriginal;
  std::string_view name = kVersions[std::clamp<std::int64_t>(version, 0, kTypedFfi)];
  bool wantsDictionary = version == kTypedFfi;
  if (o.c.kind(config) == (wantsDictionary ? AttrKind::Dictionary : AttrKind::String)) return true;
  return o.failOp("backend_config for api_version ", name, " must be a ", wantsDictionary ? "dictionary" : "string", " attribute.");
}

}  // namespace

bool verifyCustomCall(const OpCheck& o) { return checkLayouts(o) && checkAliases(o) && checkBackendConfig(o) && checkKnownCustomCall(o); }

}  // namespace shardlens::verify_a
