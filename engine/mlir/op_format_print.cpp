#include <array>

#include "engine/mlir/op_format.h"

namespace shardlens {

namespace {

TypeId realPart(const Context& c, TypeId tensor) {
  const TypeData& element = c.type(elementOf(c, tensor));
  return element.kind == TypeKind::Complex ? element.types[0] : TypeId();
}

class FormatWriter {
 public:
  FormatWriter(OpPrinter& printer, OpId op) : p_(printer), m_(printer.module()), op_(op), f_(*formatOf(m_.op(op).kind)) {}

  void run() { steps(f_.steps); }

 private:
  void steps(std::span<const FormatStep> steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind == StepKind::Group) {
        auto inside = steps.subspan(i + 1, steps[i].length);
        i += inside.size();
        if (isThere(inside)) this->steps(inside);
      } else {
        step(steps[i]);
      }
    }
  }

  void step(const FormatStep& step) {
    if (step.space) p_ << ' ';
    switch (step.kind) {
      case StepKind::Literal: p_ << step.text; break;
      case StepKind::Operand: p_.operand(m_.operand(op_, operand_++)); break;
      case StepKind::Operands: operands(); break;
      case StepKind::OperandsWithCommas: operands(), p_ << ','; break;
      case StepKind::Attr: attribute(step); break;
      case StepKind::AttrDict: dict(); break;
      case StepKind::Regions: regions(); break;
      case StepKind::Types: types(step.types); break;
      case StepKind::Group: break;
    }
  }

  // By what the group holds: an attribute, or the types of a list.
  bool isThere(std::span<const FormatStep> inside) {
    for (const FormatStep& step : inside) {
      if (step.kind == StepKind::Types) return count() > 0;
      if (step.kind != StepKind::Attr) continue;
      AttrId value = m_.attribute(op_, step.text);
      return value && !isDefaultValue(p_.context(), f_.op, step.text, value);
    }
    return false;
  }

  void operands() {
    p_.operands(op_, operand_);
    operand_ = count();
  }

  // An operation that lacks what it must have is printed for a message only.
  void attribute(const FormatStep& step) { step.form->print(p_, op_, step.text); }

  void dict() {
    AttrId attrs = m_.op(op_).attrs;
    if (!attrs) return;
    std::array<std::string_view, 24> elided;
    std::size_t n = 0;
    for (std::string_view name : f_.spelled) elided[n++] = name;
    auto subs = p_.context().attr(attrs).subs;
    if (subs.empty()) return;
    for (std::size_t i = 0; i + 1 < subs.size() && n < elided.size(); i += 2) {
      std::string_view name = p_.context().attr(subs[i]).text;
      if (isDefaultValue(p_.context(), f_.op, name, subs[i + 1])) elided[n++] = name;
    }
    p_.optionalAttrDict(op_, std::span<const std::string_view>(elided.data(), n));
  }

  void regions() {
    std::uint32_t n = m_.op(op_).regionCount;
    for (std::uint32_t i = 0; i < n; ++i) {
      p_ << (i ? ", " : " (");
      p_.region(m_.regionOf(op_, i), true, true);
    }
    if (n) p_ << ')';
  }

  void types(TypesForm form) {
    switch (form) {
      case TypesForm::Fn: p_.functionalType(op_); break;
      case TypesForm::Same: same(); break;
      case TypesForm::Pairwise:
      case TypesForm::Operands: p_.operandTypes(op_); break;
      case TypesForm::Alike:
      case TypesForm::Tuple: p_.type(result()); break;
      case TypesForm::Select: select(); break;
      case TypesForm::Complex: complex(); break;
      case TypesForm::Operand: p_.type(operandType(operandTyped_++)); break;
      case TypesForm::Result: p_.type(result(resultTyped_++)); break;
      case TypesForm::Results: p_.resultTypes(op_); break;
      case TypesForm::LikeFirst:
      case TypesForm::LikeValue: break;
    }
  }

  void same() {
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (operandType(i) != result()) return p_.functionalType(op_);
    }
    p_.type(result());
  }

  void select() {
    if (operandType(1) != result() || operandType(2) != result()) return p_.functionalType(op_);
    p_.type(operandType(0));
    p_ << ", ";
    p_.type(result());
  }

  void complex() {
    const Context& c = p_.context();
    TypeId real = realPart(c, result());
    for (std::uint32_t i = 0; i < 2; ++i) {
      const TypeData& a = c.type(operandType(i));
      const TypeData& b = c.type(result());
      bool fits = a.kind == b.kind && a.attr == b.attr && std::equal(a.ints.begin(), a.ints.end(), b.ints.begin(), b.ints.end());
      if (!fits || elementOf(c, operandType(i)) != real) return p_.functionalType(op_);
    }
    p_.type(result());
  }

  [[nodiscard]] std::uint32_t count() const { return m_.op(op_).operandCount; }
  [[nodiscard]] TypeId operandType(std::uint32_t i) const { return m_.type(m_.operand(op_, i)); }
  [[nodiscard]] TypeId result(std::uint32_t i = 0) const { return m_.type(m_.result(op_, i)); }

  OpPrinter& p_;
  const Module& m_;
  OpId op_;
  const OpFormat& f_;
  std::uint32_t operand_ = 0, operandTyped_ = 0, resultTyped_ = 0;
};

}  // namespace

void printFormat(OpPrinter& printer, OpId op) { FormatWriter(printer, op).run(); }

}  // namespace shardlens
