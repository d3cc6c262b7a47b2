#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/ir/quant.h"
#include "engine/mlir/float_text.h"
#include "engine/mlir/mlir.h"
#include "engine/mlir/number_text.h"
#include "engine/mlir/op_parser.h"
#include "engine/mlir/quant_text.h"

// `!quant.uniform<i8:f32, 0.5:17>`, per axis `<i8:f32:1, {0.5:1,0.25}>`, in blocks `<i8:f32:{0:4, 1:8}, {{0.5, 0.25}}>`, `!quant.any`,
// `!quant.calibrated<f32<-1.0:1.0>>`. What TypeData holds is said in engine/ir/quant.h.

namespace shardlens {

namespace {

constexpr unsigned kWidestStorage = 32;

struct Storage {
  TypeId type;
  bool isSigned = false;
  std::int64_t low = 0, high = 0;
};

struct Scales {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> bits;
  std::vector<std::int64_t> zeroPoints;
};

std::int64_t defaultLow(unsigned width, bool isSigned) { return isSigned ? -(std::int64_t{1} << (width - 1)) : 0; }
std::int64_t defaultHigh(unsigned width, bool isSigned) { return (std::int64_t{1} << (isSigned ? width - 1 : width)) - 1; }

std::optional<unsigned> unsignedWidth(std::string_view word) {
  if (!word.starts_with('u') || word.size() < 2) return std::nullopt;
  bool digits = std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
  std::optional<Words> words = digits ? parseWords(word.substr(1), 32) : std::nullopt;
  if (!words) return std::nullopt;
  return words->empty() ? 0U : static_cast<unsigned>(words->front());
}

bool parseStorageType(OpParser& p, Storage* out) {
  Offset where = p.at();
  Context& c = p.context();
  std::optional<bool> read = p.parseOptionalType(&out->type);
  unsigned width = 0;
  if (read) {
    if (!*read) return false;
    const TypeData& data = c.type(out->type);
    if (data.kind != TypeKind::Integer) return p.error(where, "illegal quantized storage type alias");
    out->isSigned = data.sub != static_cast<std::uint8_t>(Signedness::Unsigned);
    width = static_cast<unsigned>(data.ints[0]);
  } else {
    std::string_view word;
    if (!p.parseKeyword(&word)) return false;
    if (!word.starts_with('u')) return p.error(where, "illegal quantized storage type alias");
    std::optional<unsigned> given = unsignedWidth(word);
    if (!given) return p.error(where, "expected storage type width");
    width = *given;
    if (width && width <= kWidestStorage) out->type = c.integer(width);
  }
  if (width == 0 || width > kWidestStorage) return p.error(where, "illegal storage type size: " + std::to_string(width));
  out->low = defaultLow(width, out->isSigned);
  out->high = defaultHigh(width, out->isSigned);
  return true;
}

bool parseStorage(OpParser& p, Storage* out) {
  if (!parseStorageType(p, out)) return false;
  if (!p.parseOptionalPunctuation("<")) return true;
  std::int64_t low = 0, high = 0;
  Offset lowAt = p.at();
  if (!p.parseInteger(&low) || !p.parseColon()) return false;
  Offset highAt = p.at();
  if (!p.parseInteger(&high) || !p.parseGreater()) return false;
  if (low < out->low) return p.error(lowAt, "illegal storage type minimum: " + std::to_string(low));
  if (high > out->high) return p.error(highAt, "illegal storage type maximum: " + std::to_string(high));
  out->low = low;
  out->high = high;
  return true;
}

bool parseFloatType(OpParser& p, TypeId* out) {
  Offset where = p.at();
  if (!p.parseType(out)) return false;
  return isFloat(p.context(), *out) || p.error(where, "invalid kind of type specified");
}

/// Smallest and largest scale that the expressed type can hold.
std::pair<double, double> scaleRange(FloatKind kind) {
  switch (kind) {
    case FloatKind::F16: return {std::ldexp(1.0, -24), 65504.0};
    case FloatKind::BF16: return {std::ldexp(1.0, -133), std::ldexp(255.0, 120)};
    case FloatKind::F32: return {std::ldexp(1.0, -149), std::ldexp(16777215.0, 104)};
    default: return {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()};
  }
}

bool parseScale(OpParser& p, TypeId expressed, Scales* out) {
  double scale = 0;
  if (!p.parseFloat(&scale)) return false;
  auto [least, most] = scaleRange(static_cast<FloatKind>(p.context().type(expressed).sub));
  if (scale < least || scale > most) {
    return p.error(fmt::format("scale {:e} out of expressed type range [{:e}, {:e}]", scale, least, most));
  }
  out->bits.push_back(std::bit_cast<std::int64_t>(scale));
  std::int64_t& zeroPoint = out->zeroPoints.emplace_back(0);
  return !p.parseOptionalColon() || p.parseInteger(&zeroPoint);
}

/// A `{...}` list whose opening brace is read, of scales or of lists of equal extents.
bool parseScales(OpParser& p, TypeId expressed, Scales* out, std::vector<std::int64_t>* extents, unsigned depth = 0) {
  if (depth > 64) return p.error("scales are nested too deep");
  std::vector<std::int64_t> inner, first;
  std::int64_t size = 0;
  auto one = [&] {
    inner.clear();
    if (p.parseOptionalPunctuation("{") ? !parseScales(p, expressed, out, &inner, depth + 1) : !parseScale(p, expressed, out)) return false;
    if (++size == 1) first = inner;
    return inner == first || p.error("tensor literal is invalid; ranks are not consistent between elements");
  };
  if (!p.parseCommaSeparatedList(OpParser::Delimiter::None, one) || !p.parsePunctuation("}")) return false;
  extents->assign(1, size);
  extents->insert(extents->end(), first.begin(), first.end());
  return true;
}

bool parseBlocks(OpParser& p, std::vector<std::int64_t>* axes, std::vector<std::int64_t>* sizes) {
  if (p.parseOptionalPunctuation("}")) return true;
  auto one = [&] { return p.parseInteger(&axes->emplace_back()) && p.parseColon() && p.parseInteger(&sizes->emplace_back()); };
  return p.parseCommaSeparatedList(OpParser::Delimiter::None, one) && p.parsePunctuation("}");
}

TypeId make(Context& c, QuantKind kind, const Storage& storage, TypeId expressed, const std::vector<std::int64_t>& tail) {
  std::vector<std::int64_t> ints = {storage.isSigned ? 1 : 0, storage.low, storage.high};
  ints.insert(ints.end(), tail.begin(), tail.end());
  TypeId types[] = {storage.type, expressed};
  return c.type({.kind = TypeKind::Quantized, .sub = static_cast<std::uint8_t>(kind), .ints = ints, .types = {types, expressed ? 2U : 1U}});
}

void appendCounted(std::vector<std::int64_t>& out, const Scales& scales) {
  out.push_back(static_cast<std::int64_t>(scales.bits.size()));
  out.insert(out.end(), scales.bits.begin(), scales.bits.end());
  out.insert(out.end(), scales.zeroPoints.begin(), scales.zeroPoints.end());
}

bool checkRange(OpParser& p, Offset at, const Storage& s) {
  if (s.low < s.high) return true;
  return p.error(at, "illegal storage min and storage max: (" + std::to_string(s.low) + ":" + std::to_string(s.high) + ")");
}

bool parseUniform(OpParser& p, Offset at, TypeId* out) {
  Storage storage;
  TypeId expressed;
  if (!p.parseLess() || !parseStorage(p, &storage) || !p.parseColon() || !parseFloatType(p, &expressed)) return false;
  QuantKind kind = QuantKind::Uniform;
  std::int64_t axis = 0;
  std::vector<std::int64_t> axes, sizes, tail;
  if (p.parseOptionalColon()) {
    kind = p.parseOptionalPunctuation("{") ? QuantKind::UniformSubChannel : QuantKind::UniformPerAxis;
    if (kind == QuantKind::UniformSubChannel ? !parseBlocks(p, &axes, &sizes) : !p.parseInteger(&axis)) return false;
  }
  Scales scales;
  if (!p.parseComma()) return false;
  bool one = kind == QuantKind::Uniform;
  if (one ? !parseScale(p, expressed, &scales) : !p.parsePunctuation("{") || !parseScales(p, expressed, &scales, &scales.extents))
    return false;
  if (!p.parseGreater() || !checkRange(p, at, storage)) return false;
  if (one) {
    tail = {scales.bits[0], scales.zeroPoints[0]};
  } else if (kind == QuantKind::UniformPerAxis) {
    if (axis < 0) return p.error(at, "illegal quantized dimension: " + std::to_string(axis));
    tail = {axis};
    appendCounted(tail, scales);
  } else {
    tail.push_back(static_cast<std::int64_t>(axes.size()));
    tail.insert(tail.end(), axes.begin(), axes.end());
    tail.insert(tail.end(), sizes.begin(), sizes.end());
    tail.push_back(static_cast<std::int64_t>(scales.extents.size()));
    tail.insert(tail.end(), scales.extents.begin(), scales.extents.end());
    appendCounted(tail, scales);
  }
  *out = make(p.context(), kind, storage, expressed, tail);
  return true;
}

bool parseAny(OpParser& p, Offset at, TypeId* out) {
  Storage storage;
  TypeId expressed;
  if (!p.parseLess() || !parseStorage(p, &storage)) return false;
  if (p.parseOptionalColon() && !parseFloatType(p, &expressed)) return false;
  if (!p.parseGreater() || !checkRange(p, at, storage)) return false;
  *out = make(p.context(), QuantKind::Any, storage, expressed, {});
  return true;
}

bool parseCalibrated(OpParser& p, Offset at, TypeId* out) {
  TypeId expressed;
  double low = 0, high = 0;
  if (!p.parseLess() || !parseFloatType(p, &expressed) || !p.parseLess() || !p.parseFloat(&low) || !p.parseColon()) return false;
  if (!p.parseFloat(&high) || !p.parseGreater() || !p.parseGreater()) return false;
  if (!(low < high)) return p.error(at, "illegal min and max: (" + std::to_string(low) + ":" + std::to_string(high) + ")");
  std::int64_t ints[] = {std::bit_cast<std::int64_t>(low), std::bit_cast<std::int64_t>(high)};
  *out = p.context().type(
      {.kind = TypeKind::Quantized, .sub = static_cast<std::uint8_t>(QuantKind::Calibrated), .ints = ints, .types = {&expressed, 1}});
  return true;
}

bool parseQuantType(OpParser& p, std::string_view mnemonic, Offset at, TypeId* out) {
  if (mnemonic == "uniform") return parseUniform(p, at, out);
  if (mnemonic == "any") return parseAny(p, at, out);
  if (mnemonic == "calibrated") return parseCalibrated(p, at, out);
  return p.error(at, "unknown quantized type " + std::string(mnemonic));
}

}  // namespace

const DialectText kQuantText = {"quant", nullptr, nullptr, parseQuantType, printQuantType};

}  // namespace shardlens
