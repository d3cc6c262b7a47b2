// Dimension numbers of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, each list in the order of the tensor's dimensions;
// b is the batch, f the feature, i and o the kernel's input and output feature, numbers are spatial dimensions.
#include <algorithm>
#include <array>
#include <map>

#include "engine/mlir/text_stablehlo.h"

namespace shardlens::hlotext {

namespace {

using Integers = std::vector<std::int64_t>;

constexpr DimStruct::Field kRaw[] = {
    {"input_batch_dimension", false},          {"input_feature_dimension", false},         {"input_spatial_dimensions", true},
    {"kernel_input_feature_dimension", false}, {"kernel_output_feature_dimension", false}, {"kernel_spatial_dimensions", true},
    {"output_batch_dimension", false},         {"output_feature_dimension", false},        {"output_spatial_dimensions", true}};

/// The dimensions of one tensor: places of its two letters, and of each spatial dimension.
struct TensorDims {
  std::array<std::int64_t, 2> letters = {-1, -1};
  std::map<std::int64_t, std::int64_t> spatial;  ///< spatial dimension to place
};

std::string missingLetters(std::string_view letters, const TensorDims& dims) {
  std::string list;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (dims.letters[i] < 0) list.append(list.empty() ? "" : ", ").push_back(letters[i]);
  }
  return list;
}

bool parseSpatial(OpParser& p, Offset at, std::int64_t dim, std::int64_t place, TensorDims* dims) {
  if (dim < 0) return p.error(at, "Unexpected dimension " + std::to_string(dim));
  return dims->spatial.emplace(dim, place).second || p.error(at, "Duplicate entries for spatial dimension " + std::to_string(dim));
}

bool parseLetter(OpParser& p, Offset at, std::string_view letters, std::int64_t place, TensorDims* dims) {
  std::string_view word;
  if (!p.parseKeyword(&word)) return false;
  std::string missing = missingLetters(letters, *dims);
  if (word.size() != 1 || missing.empty()) return p.error(at, "Unexpected keyword " + std::string(word));
  auto which = letters.find(word[0]);
  if (which == std::string_view::npos || dims->letters[which] >= 0) {
    return p.error(at, "Unexpected dimension " + std::string(word) + ", expecting " + missing);
  }
  dims->letters[which] = place;
  return true;
}

bool parseEntry(OpParser& p, std::string_view letters, std::int64_t place, TensorDims* dims) {
  Offset at = p.at();
  std::int64_t dim = 0;
  auto number = p.parseOptionalInteger(&dim);
  if (number.has_value()) return *number && parseSpatial(p, at, dim, place, dims);
  return parseLetter(p, at, letters, place, dims);
}

// Places of spatial dimensions 0, 1, ... in order; all up to the largest must be there.
bool spatialPlaces(OpParser& p, const TensorDims& dims, Integers* out) {
  constexpr std::size_t kMostNamed = 10;
  std::string absent;
  std::size_t named = 0;
  std::int64_t next = 0;
  for (auto [dim, place] : dims.spatial) {
    for (; next < dim && named < kMostNamed; ++next, ++named) absent.append(absent.empty() ? "" : ", ").append(std::to_string(next));
    next = dim + 1;
    out->push_back(place);
  }
  return absent.empty() || p.error("Expected spatial dimensions " + absent + " not specified");
}

bool parseTensor(OpParser& p, std::string_view letters, Integers* ints) {
  TensorDims dims;
  if (!p.parseLSquare()) return false;
  std::int64_t place = 0;
  do {
    if (!parseEntry(p, letters, place++, &dims)) return false;
  } while (p.parseOptionalComma());
  if (std::string missing = missingLetters(letters, dims); !missing.empty())
    return p.error("Expected dimensions " + missing + " not specified");
  Integers spatial;
  if (!p.parseRSquare() || !spatialPlaces(p, dims, &spatial)) return false;
  ints->insert(ints->end(), dims.letters.begin(), dims.letters.end());
  addList(ints, spatial);
  return true;
}

struct TensorView {
  std::int64_t letters[2];
  std::span<const std::int64_t> spatial;
};

TensorView takeTensor(std::span<const std::int64_t> ints, std::size_t* at) {
  TensorView view{{ints[*at], ints[*at + 1]}, {}};
  *at += 2;
  view.spatial = takeList(ints, at);
  return view;
}

// Each place has exactly one letter or spatial dimension.
bool isPermutation(const TensorView& view) {
  std::vector<bool> taken(view.spatial.size() + 2);
  auto take = [&](std::int64_t place) {
    if (place < 0 || static_cast<std::size_t>(place) >= taken.size() || taken[static_cast<std::size_t>(place)]) return false;
    return taken[static_cast<std::size_t>(place)] = true, true;
  };
  return take(view.letters[0]) && take(view.letters[1]) && std::all_of(view.spatial.begin(), view.spatial.end(), take);
}

void printTensor(OpPrinter& p, const TensorView& view, std::string_view letters) {
  auto rank = static_cast<std::int64_t>(view.spatial.size() + 2);
  for (std::int64_t place = 0; place < rank; ++place) {
    p << (place ? ", " : "[");
    if (place == view.letters[0])
      p << letters[0];
    else if (place == view.letters[1])
      p << letters[1];
    else
      p << std::int64_t(std::find(view.spatial.begin(), view.spatial.end(), place) - view.spatial.begin());
  }
  p << ']';
}

}  // namespace

bool parseConvDims(OpParser& p, AttrId* out) {
  Integers ints;
  if (!parseTensor(p, "bf", &ints) || !p.parseKeyword("x") || !parseTensor(p, "io", &ints) || !p.parseArrow() ||
      !parseTensor(p, "bf", &ints)) {
    return false;
  }
  *out = p.context().attr({.kind = AttrKind::StablehloConv, .ints = ints});
  return true;
}

bool parseConv(OpParser& p, AttrId* out) {
  if (!p.parseLess()) return false;
  if (!p.parseOptionalKeyword("raw")) return parseConvDims(p, out) && p.parseGreater();
  Integers ints;
  if (!parseDimFields(p, kRaw, &ints)) return p.error("failed parsing dot dimension numbers attribute");
  *out = p.context().attr({.kind = AttrKind::StablehloConv, .ints = ints});
  return true;
}

void printConvDims(OpPrinter& p, AttrId attr) {
  auto ints = p.context().attr(attr).ints;
  std::size_t at = 0;
  TensorView input = takeTensor(ints, &at), kernel = takeTensor(ints, &at), output = takeTensor(ints, &at);
  if (!isPermutation(input) || !isPermutation(kernel) || !isPermutation(output)) {  // only `raw` can say what is no permutation
    p << "raw ";
    return printDimFields(p, kRaw, ints);
  }
  printTensor(p, input, "bf");
  p << 'x';
  printTensor(p, kernel, "io");
  p << "->";
  printTensor(p, output, "bf");
}

}  // namespace shardlens::hlotext
