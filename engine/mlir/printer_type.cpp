#include "engine/mlir/op_parser.h"
#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

namespace {

constexpr std::string_view kFloatWords[] = {
    "f4E2M1FN",   "f6E2M3FN",  "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2",
    "f8E5M2FNUZ", "f8E8M0FNU", "bf16",     "f16",    "tf32",   "f32",      "f64",        "f80",           "f128",
};
constexpr std::string_view kSigns[] = {"i", "si", "ui"};

/// `4x?x[8]x`; `scalable` has a 1 for each dimension in brackets, or nothing.
void appendDimensions(std::string& out, std::span<const std::int64_t> shape, std::string_view scalable) {
  for (std::size_t i = 0; i < shape.size(); ++i) {
    bool brackets = i < scalable.size() && scalable[i] == '1';
    if (brackets) out.push_back('[');
    if (shape[i] == kDynamic) {
      out.push_back('?');
    } else {
      appendNumber(out, shape[i]);
    }
    out.append(brackets ? "]x" : "x");
  }
}

const DialectText* textOf(TypeKind kind) { return kind == TypeKind::Quantized ? &kQuantText : &kStablehloText; }

}  // namespace

void Printer::type(TypeId type) {
  if (!type) {
    out_ += "<<NULL TYPE>>";
    return;
  }
  if (!aliases_.empty()) {
    if (const Alias* alias = aliases_.find(type)) return Aliases::append(out_, *alias);
  }
  if (types_.append(out_, type.value)) return;
  std::size_t from = out_.size();
  recursion_.run([&] { typeInFull(type); });
  types_.keep(type.value, std::string_view(out_).substr(from));
}

void Printer::typeInFull(TypeId type) {
  const TypeData& d = context().type(type);
  switch (d.kind) {
    case TypeKind::None: out_ += "none"; return;
    case TypeKind::Index: out_ += "index"; return;
    case TypeKind::Integer: out_ += kSigns[d.sub], appendNumber(out_, d.ints[0]); return;
    case TypeKind::Float: out_ += kFloatWords[d.sub]; return;
    case TypeKind::Complex: *this << "complex<", this->type(d.types[0]), *this << '>'; return;
    case TypeKind::Tuple: *this << "tuple<", typeList(d.types), *this << '>'; return;
    case TypeKind::Function: return functionType(d);
    case TypeKind::RankedTensor:
    case TypeKind::UnrankedTensor:
    case TypeKind::Vector:
    case TypeKind::MemRef:
    case TypeKind::UnrankedMemRef: return shapedType(d);
    case TypeKind::Dialect: *this << '!' << d.text; return;
    case TypeKind::Token:
    case TypeKind::Future:
    case TypeKind::Quantized: break;
  }
  const DialectText* text = textOf(d.kind);
  *this << '!' << text->name << '.';
  text->printType(*this, type);
}

void Printer::shapedType(const TypeData& d) {
  switch (d.kind) {
    case TypeKind::Vector: out_ += "vector<"; break;
    case TypeKind::MemRef: out_ += "memref<"; break;
    case TypeKind::UnrankedTensor: out_ += "tensor<*x"; break;
    case TypeKind::UnrankedMemRef: out_ += "memref<*x"; break;
    default: out_ += "tensor<"; break;
  }
  bool isVector = d.kind == TypeKind::Vector;
  appendDimensions(out_, d.ints, isVector ? d.text : "");
  type(d.types[0]);
  if (d.attr) *this << ", ", attribute(d.attr);
  if (!isVector && !d.text.empty()) *this << ", " << d.text;
  *this << '>';
}

void Printer::functionType(const TypeData& d) {
  auto inputs = static_cast<std::size_t>(d.ints[0]);
  *this << '(';
  typeList(d.types.first(inputs));
  *this << ") -> ";
  arrowTypes(d.types.subspan(inputs));
}

void Printer::typeList(std::span<const TypeId> list) { types(list); }

}  // namespace shardlens
