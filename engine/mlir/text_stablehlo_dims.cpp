// Dimension numbers: of dots, gathers and scatters as structs of named lists.
#include <algorithm>
#include <array>

#include "engine/mlir/text_stablehlo.h"

namespace shardlens::hlotext {

namespace {

using Field = DimStruct::Field;

constexpr Field kDot[] = {{"lhs_batching_dimensions", true},
                          {"rhs_batching_dimensions", true},
                          {"lhs_contracting_dimensions", true},
                          {"rhs_contracting_dimensions", true}};
constexpr Field kGather[] = {{"offset_dims", true},           {"collapsed_slice_dims", true},
                             {"operand_batching_dims", true}, {"start_indices_batching_dims", true},
                             {"start_index_map", true},       {"index_vector_dim", false}};
constexpr Field kScatter[] = {{"update_window_dims", true},           {"inserted_window_dims", true},
                              {"input_batching_dims", true},          {"scatter_indices_batching_dims", true},
                              {"scatter_dims_to_operand_dims", true}, {"index_vector_dim", false}};
constexpr Field kRaggedDot[] = {{"lhs_batching_dimensions", true},    {"rhs_batching_dimensions", true},
                                {"lhs_contracting_dimensions", true}, {"rhs_contracting_dimensions", true},
                                {"lhs_ragged_dimensions", true},      {"rhs_group_dimensions", true}};

constexpr DimStruct kStructs[] = {{"dot", AttrKind::StablehloDot, kDot},
                                  {"gather", AttrKind::StablehloGather, kGather},
                                  {"scatter", AttrKind::StablehloScatter, kScatter},
                                  {"ragged_dot", AttrKind::ChloRaggedDot, kRaggedDot}};

bool expectedOneOf(OpParser& p, std::span<const Field> fields) {
  std::string message = "expected one of: ";
  for (const Field& field : fields) {
    if (&field != fields.data()) message += ", ";
    message.append("`").append(field.name).append("`");
  }
  return p.error(std::move(message));
}

}  // namespace

bool parseIntegers(OpParser& p, std::vector<std::int64_t>* out) {
  return p.parseCommaSeparatedList(OpParser::Delimiter::Square, [&] { return p.parseInteger(&out->emplace_back()); });
}

bool parseDims(OpParser& p, std::vector<std::int64_t>* out) {
  return p.parseCommaSeparatedList(OpParser::Delimiter::Square, [&] {
    if (p.parseOptionalPunctuation("?")) return out->push_back(kDynamic), true;
    return p.parseInteger(&out->emplace_back());
  });
}

void printIntegers(OpPrinter& p, std::span<const std::int64_t> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i) p << ", ";
    p << values[i];
  }
}

void printDims(OpPrinter& p, std::span<const std::int64_t> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i) p << ", ";
    if (values[i] == kDynamic) {
      p << '?';
    } else {
      p << values[i];
    }
  }
}

std::span<const std::int64_t> takeList(std::span<const std::int64_t> ints, std::size_t* at) {
  auto count = static_cast<std::size_t>(ints[*at]);
  auto list = ints.subspan(*at + 1, count);
  *at += count + 1;
  return list;
}

void addList(std::vector<std::int64_t>* ints, std::span<const std::int64_t> list) {
  ints->push_back(static_cast<std::int64_t>(list.size()));
  ints->insert(ints->end(), list.begin(), list.end());
}

const DimStruct* dimStruct(std::string_view mnemonic) {
  auto found = std::find_if(std::begin(kStructs), std::end(kStructs), [&](const DimStruct& s) { return s.mnemonic == mnemonic; });
  return found == std::end(kStructs) ? nullptr : found;
}

const DimStruct* dimStruct(AttrKind kind) {
  auto found = std::find_if(std::begin(kStructs), std::end(kStructs), [&](const DimStruct& s) { return s.kind == kind; });
  return found == std::end(kStructs) ? nullptr : found;
}

bool parseDimFields(OpParser& p, std::span<const DimStruct::Field> fields, std::vector<std::int64_t>* ints) {
  std::array<std::vector<std::int64_t>, 9> values;
  std::array<bool, 9> seen = {};
  bool open = true;
  while (open && !p.parseOptionalPunctuation(">")) {
    bool found = false;
    for (std::size_t i = 0; i < fields.size() && open; ++i) {
      if (!p.parseOptionalKeyword(fields[i].name)) continue;
      if (seen[i]) return p.error("duplicated `" + std::string(fields[i].name) + "` entry");
      if (!p.parseEqual() || !(fields[i].list ? parseDims(p, &values[i]) : p.parseInteger(&values[i].emplace_back()))) return false;
      seen[i] = found = true;
      open = p.parseOptionalComma();
    }
    if (!found) return expectedOneOf(p, fields);
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].list)
      addList(ints, values[i]);
    else
      ints->push_back(values[i].empty() ? 0 : values[i][0]);
  }
  return open || p.parseGreater();
}

bool parseDimStruct(OpParser& p, const DimStruct& shape, AttrId* out) {
  std::vector<std::int64_t> ints;
  if (!p.parseLess()) return false;
  if (!parseDimFields(p, shape.fields, &ints)) {
    std::string_view name = shape.mnemonic == "ragged_dot" ? "ragged dot" : shape.mnemonic;
    return p.error("failed parsing " + std::string(name) + " dimension numbers attribute");
  }
  *out = p.context().attr({.kind = shape.kind, .ints = ints});
  return true;
}

void printDimFields(OpPrinter& p, std::span<const DimStruct::Field> fields, std::span<const std::int64_t> ints) {
  std::size_t at = 0;
  std::string_view separator;
  for (const Field& field : fields) {
    auto list = field.list ? takeList(ints, &at) : ints.subspan(at++, 1);
    if (list.empty() || (!field.list && list[0] == 0)) continue;
    p << separator << field.name << (field.list ? " = [" : " = ");
    printIntegers(p, list);
    if (field.list) p << ']';
    separator = ", ";
  }
}

void printDimStruct(OpPrinter& p, const DimStruct& shape, AttrId attr) {
  p << '<';
  printDimFields(p, shape.fields, p.context().attr(attr).ints);
  p << '>';
}

}  // namespace shardlens::hlotext
