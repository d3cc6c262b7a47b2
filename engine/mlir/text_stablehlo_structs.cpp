// Attributes with a few named parameters each.
#include <array>

#include "engine/mlir/text_stablehlo.h"

namespace shardlens::hlotext {

namespace {

constexpr const char* kWrongMemberKind = "invalid kind of attribute specified";

StructField integerField(OpParser& p, std::string_view name, std::int64_t* out) {
  return {name, [&p, out] { return p.parseInteger(out); }};
}
StructField textField(OpParser& p, std::string_view name, std::string* out) {
  return {name, [&p, out] { return p.parseString(out); }};
}

// Reads one `name = value`; tells which.
bool parseField(OpParser& p, std::span<const StructField> fields, std::vector<bool>& seen) {
  std::string_view word;
  if (!p.parseKeyword(&word) || !p.parseEqual()) return false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name != word || seen[i]) continue;
    seen[i] = true;
    return fields[i].parse();
  }
  return p.error("duplicate or unknown struct parameter name: " + std::string(word));
}

bool required(OpParser& p, std::string_view name) { return p.parseKeyword(name) && p.parseEqual(); }

}  // namespace

bool parseInFullOr(OpParser& p, AttrKind kind, ParseFn custom, AttrId* out) {
  if (p.peek() != '#') return custom(p, out);
  Offset at = p.at();
  return p.parseAttribute(out) && (p.context().kind(*out) == kind || p.error(at, kWrongMemberKind));
}

// Where no field may be left out their number is known: commas between them are then demanded, and none after the last.
bool parseStruct(OpParser& p, std::span<const StructField> fields) {
  std::vector<bool> seen(fields.size());
  bool anyOptional = false;
  for (const StructField& field : fields) anyOptional |= field.optional;
  if (!p.parseLess()) return false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!parseField(p, fields, seen)) return false;
    if (i + 1 == fields.size()) break;
    if (anyOptional ? !p.parseOptionalComma() : !p.parseComma()) break;
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (seen[i] || fields[i].optional) continue;
    return anyOptional && p.error("struct is missing required parameter: " + std::string(fields[i].name));
  }
  return p.parseGreater();
}

bool parseChannelHandle(OpParser& p, AttrId* out) {
  std::int64_t values[2] = {};
  StructField fields[] = {integerField(p, "handle", &values[0]), integerField(p, "type", &values[1])};
  if (!parseStruct(p, fields)) return false;
  *out = p.context().attr({.kind = AttrKind::StablehloChannelHandle, .ints = values});
  return true;
}

void printChannelHandle(OpPrinter& p, AttrId attr) {
  auto ints = p.context().attr(attr).ints;
  p << "<handle = " << ints[0] << ", type = " << ints[1] << '>';
}

bool parseOutputAlias(OpParser& p, AttrId* out) {
  std::vector<std::int64_t> outputs, operands, ints;
  std::int64_t operand = 0;
  if (!p.parseLess() || !required(p, "output_tuple_indices") || !parseDims(p, &outputs) || !p.parseComma() ||
      !required(p, "operand_index") || !p.parseInteger(&operand) || !p.parseComma() || !required(p, "operand_tuple_indices") ||
      !parseDims(p, &operands) || !p.parseGreater()) {
    return false;
  }
  addList(&ints, outputs);
  ints.push_back(operand);
  addList(&ints, operands);
  *out = p.context().attr({.kind = AttrKind::StablehloOutputAlias, .ints = ints});
  return true;
}

void printOutputAlias(OpPrinter& p, AttrId attr) {
  auto ints = p.context().attr(attr).ints;
  std::size_t at = 0;
  p << "<output_tuple_indices = [";
  printDims(p, takeList(ints, &at));
  p << "], operand_index = " << ints[at++] << ", operand_tuple_indices = [";
  printDims(p, takeList(ints, &at));
  p << "]>";
}

bool parseTypeExtensions(OpParser& p, AttrId* out) {
  std::vector<std::int64_t> bounds;
  if (!p.parseLess() || !required(p, "bounds") || !parseDims(p, &bounds) || !p.parseGreater()) return false;
  *out = p.context().attr({.kind = AttrKind::StablehloTypeExtensions, .ints = bounds});
  return true;
}

bool parseBounds(OpParser& p, AttrId* out) {
  std::vector<std::int64_t> bounds;
  bool read = p.parseCommaSeparatedList(OpParser::Delimiter::LessGreater, [&] {
    if (p.parseOptionalPunctuation("?")) return bounds.push_back(kDynamic), true;
    return p.parseInteger(&bounds.emplace_back());
  });
  if (read) *out = p.context().attr({.kind = AttrKind::StablehloTypeExtensions, .ints = bounds});
  return read;
}

void printBounds(OpPrinter& p, AttrId attr) {
  p << '<';
  printDims(p, p.context().attr(attr).ints);
  p << '>';
}

bool parseSubAxisInfo(OpParser& p, AttrId* out) {
  std::int64_t values[2] = {};
  if (!p.parseLParen() || !p.parseInteger(&values[0]) || !p.parseRParen() || !p.parseInteger(&values[1])) return false;
  *out = p.context().attr({.kind = AttrKind::StablehloSubAxisInfo, .ints = values});
  return true;
}

void printSubAxisInfo(OpPrinter& p, AttrId attr) {
  auto ints = p.context().attr(attr).ints;
  p << '(' << ints[0] << ')' << ints[1];
}

bool parseAxisRef(OpParser& p, AttrId* out) {
  std::string name;
  AttrId sub;
  StructField fields[] = {
      textField(p, "name", &name),
      {"sub_axis_info", [&] { return parseInFullOr(p, AttrKind::StablehloSubAxisInfo, parseSubAxisInfo, &sub); }, true}};
  if (!parseStruct(p, fields)) return false;
  *out = p.context().attr({.kind = AttrKind::StablehloAxisRef, .subs = std::span(&sub, sub ? 1 : 0), .text = name});
  return true;
}

void printAxisRef(OpPrinter& p, AttrId attr) {
  const AttrData& data = p.context().attr(attr);
  p << "<name = ";
  p.string(data.text);
  if (!data.subs.empty()) {
    p << ", sub_axis_info = ";
    printSubAxisInfo(p, data.subs[0]);
  }
  p << '>';
}

bool parseMeshAxis(OpParser& p, AttrId* out) {
  std::string name;
  std::int64_t size = 0;
  StructField fields[] = {textField(p, "name", &name), integerField(p, "size", &size)};
  if (!parseStruct(p, fields)) return false;
  *out = p.context().attr({.kind = AttrKind::StablehloMeshAxis, .ints = {&size, 1}, .text = name});
  return true;
}

void printMeshAxis(OpPrinter& p, AttrId attr) {
  const AttrData& data = p.context().attr(attr);
  p << "<name = ";
  p.string(data.text);
  p << ", size = " << data.ints[0] << '>';
}

}  // namespace shardlens::hlotext
