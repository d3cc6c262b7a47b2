#include <cstring>

#include "engine/mlir/dense_text.h"
#include "engine/mlir/float_text.h"
#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

namespace {

constexpr std::int64_t kMostSpelledElements = 100;  ///< more of them are written in hexadecimal

bool isSplat(const Context& c, const AttrData& d) {
  if (d.kind == AttrKind::DenseStrings) return d.sub == 1;
  return static_cast<DenseForm>(d.sub) == DenseForm::Splat || elementCount(c, d.type) == 1;
}

}  // namespace

bool Printer::elides(AttrId attr) const {
  const AttrData& d = module_.context().attr(attr);
  return options_.elideElementsIfLarger >= 0 && elementCount(module_.context(), d.type) > options_.elideElementsIfLarger &&
         !isSplat(module_.context(), d);
}

void Printer::elements(AttrId attr) {
  const AttrData& d = context().attr(attr);
  bool sparse = d.kind == AttrKind::SparseElements;
  if (sparse ? elides(d.subs[0]) || elides(d.subs[1]) : elides(attr)) {
    *this << "dense_resource<__elided__>";
    return;
  }
  *this << (sparse ? "sparse<" : "dense<");
  if (sparse) {
    sparseElements(d);
  } else if (d.kind == AttrKind::DenseStrings) {
    denseStrings(d);
  } else {
    denseElements(attr, true);
  }
  *this << '>';
}

void Printer::sparseElements(const AttrData& d) {
  const AttrData& values = context().attr(d.subs[1]);
  if (elementCount(context(), context().attr(d.subs[0]).type) == 0) return;
  denseElements(d.subs[0], false);
  *this << ", ";
  if (values.kind == AttrKind::DenseStrings) {
    denseStrings(values);
  } else {
    denseElements(d.subs[1], true);
  }
}

/// `[[a, b], [c, d]]` of `shape`, each element written by `emit`.
template <typename Emit>
void Printer::nestedList(std::span<const std::int64_t> shape, Emit&& emit) {
  if (shape.empty()) {
    emit();
    return;
  }
  *this << '[';
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    if (i) *this << ", ";
    nestedList(shape.subspan(1), emit);
  }
  *this << ']';
}

void Printer::denseElements(AttrId attr, bool allowHex) {
  const AttrData& d = context().attr(attr);
  TypeId elementType = elementOf(context(), d.type);
  std::int64_t count = elementCount(context(), d.type);
  bool splat = isSplat(context(), d);
  if (static_cast<DenseForm>(d.sub) == DenseForm::Splat) return element(d.text, elementType);  // even of no elements
  if (count == 0) return;
  if (!splat && allowHex && count > kMostSpelledElements) return denseHex(attr);
  std::string bytes;
  decodeDense(context(), attr, [&](std::string_view piece) { bytes.append(piece); });
  std::size_t step = denseElementBytes(context(), elementType), at = 0;
  auto next = [&] {
    element(std::string_view(bytes).substr(at, step), elementType);
    at += step;
  };
  if (splat) return next();
  nestedList(shapeOf(context(), d.type), next);
}

// Digits that the program has are copied, not decoded.
void Printer::denseHex(AttrId attr) {
  constexpr std::size_t kStep = 64 * 1024;
  const AttrData& d = context().attr(attr);
  *this << "\"0x";
  auto steps = [&](std::string_view all, auto&& emit) {
    for (std::size_t at = 0; at < all.size(); at += kStep, flushWhenLarge()) emit(all.substr(at, kStep));
  };
  if (static_cast<DenseForm>(d.sub) == DenseForm::HexView) {
    steps(hexDigits(d.text), [&](std::string_view digits) {
      std::size_t from = out_.size();
      out_.append(digits);
      for (char& c : std::span(out_).subspan(from)) c = static_cast<char>(c & ~(c >> 1 & 0x20));  // letters to upper case
    });
  } else {
    decodeDense(context(), attr,
                [&](std::string_view piece) { steps(piece, [&](std::string_view bytes) { appendHexBytes(out_, bytes); }); });
  }
  *this << '"';
}

void Printer::element(std::string_view bytes, TypeId type) {
  const TypeData& t = context().type(type);
  if (t.kind == TypeKind::Complex) {
    *this << '(';
    element(bytes.substr(0, bytes.size() / 2), t.types[0]);
    *this << ',';
    element(bytes.substr(bytes.size() / 2), t.types[0]);
    *this << ')';
    return;
  }
  std::vector<std::uint64_t> words((bytes.size() + 7) / 8 + 1);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  if (t.kind == TypeKind::Float) {
    appendFloat(out_, static_cast<FloatKind>(t.sub), words);
  } else if (t.kind == TypeKind::Integer && t.ints[0] == 1) {
    *this << (words[0] ? "true" : "false");
  } else {
    appendInteger(out_, words, t);
  }
}

void Printer::denseStrings(const AttrData& d) {
  std::size_t at = 0;
  auto next = [&] { appendQuoted(out_, context().attr(d.subs[at++]).text); };
  if (elementCount(context(), d.type) == 0) return;
  if (isSplat(context(), d)) return next();
  nestedList(shapeOf(context(), d.type), next);
}

}  // namespace shardlens
