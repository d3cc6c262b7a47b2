#include "engine/verify/ods.h"

#include <algorithm>
#include <array>
#include <memory>

#include "engine/verify/attr_constraint.h"
#include "engine/verify/type_constraint.h"
#include "engine/verify/words.h"

namespace shardlens {

namespace {

std::pair<std::string_view, std::string_view> splitAt(std::string_view text, char separator) {
  std::size_t at = text.find(separator);
  return at == std::string_view::npos ? std::pair(text, std::string_view()) : std::pair(text.substr(0, at), text.substr(at + 1));
}

bool takeSuffix(std::string_view& text, char suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(1);
  return true;
}

std::vector<OdsValue> values(std::string_view text) {
  std::vector<OdsValue> made;
  for (std::string_view word : words(text)) {
    auto [name, type] = splitAt(word, ':');
    bool variadic = takeSuffix(type, '*');
    made.push_back({name, typeConstraint(type), variadic});
  }
  return made;
}

std::vector<OdsAttr> attributes(std::string_view text) {
  std::vector<OdsAttr> made;
  for (std::string_view word : words(text)) {
    auto [name, constraint] = splitAt(word, ':');
    bool optional = takeSuffix(name, '?');
    made.push_back({name, attrConstraint(constraint), optional});
  }
  return made;
}

std::vector<OdsRegion> regions(std::string_view text) {
  std::vector<OdsRegion> made;
  for (std::string_view word : words(text)) {
    auto [name, kind] = splitAt(word, ':');
    bool variadic = takeSuffix(kind, '*');
    made.push_back({name, kind == "1", variadic});
  }
  return made;
}

std::vector<OdsTraitUse> traits(std::string_view text) {
  std::vector<OdsTraitUse> made;
  for (std::string_view word : words(text)) {
    auto [name, names] = splitAt(word, '(');
    takeSuffix(names, ')');
    made.push_back({odsTrait(name), words(names, ',')});
  }
  return made;
}

using Specs = std::array<OdsSpec, kOpKinds + 1>;

void compile(Specs& specs, std::span<const OdsRow> rows) {
  for (const OdsRow& row : rows) {
    specs[static_cast<std::size_t>(row.kind)] = {
        true, values(row.operands), values(row.results), attributes(row.attributes), regions(row.regions), traits(row.traits)};
  }
}

}  // namespace

const OdsSpec& odsSpec(OpKind kind) {
  static const auto all = [] {
    auto made = std::make_unique<Specs>();
    compile(*made, builtinOdsRows());
    compile(*made, arithOdsRows());
    compile(*made, stablehloOdsRows());
    compile(*made, elementwiseOdsRows());
    compile(*made, chloOdsRows());
    compile(*made, sdyOdsRows());
    return made;
  }();
  return (*all)[static_cast<std::size_t>(kind)];
}

OdsRange odsRange(const OpCheck& o, std::span<const OdsValue> groups, std::uint32_t total, std::size_t i, std::string_view segments) {
  auto variadics = static_cast<std::uint32_t>(std::ranges::count_if(groups, &OdsValue::variadic));
  auto fixed = static_cast<std::uint32_t>(groups.size()) - variadics;
  std::span<const std::int64_t> sizes = variadics > 1 ? o.list(segments) : std::span<const std::int64_t>();
  auto sizeOf = [&](std::size_t g) {
    if (sizes.size() == groups.size()) return static_cast<std::uint32_t>(sizes[g]);
    return groups[g].variadic ? (total - fixed) / variadics : 1U;
  };
  OdsRange range;
  for (std::size_t g = 0; g < i; ++g) range.first += sizeOf(g);
  range.count = sizeOf(i);
  return range;
}

}  // namespace shardlens
