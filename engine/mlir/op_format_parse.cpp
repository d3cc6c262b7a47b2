#include <algorithm>

#include "engine/mlir/op_format.h"
#include "engine/verify/ods.h"

namespace shardlens {

namespace {

TypeId realTensor(Context& c, TypeId complex) {
  const TypeData& data = c.type(complex);
  if (data.kind != TypeKind::RankedTensor && data.kind != TypeKind::UnrankedTensor) return {};
  const TypeData& element = c.type(data.types[0]);
  if (element.kind != TypeKind::Complex) return {};
  TypeData real = data;
  real.types = element.types.subspan(0, 1);
  return c.type(real);
}

/// Walks the steps of one operation; names and types gather in the state's scratch until all is read.
class FormatReader {
 public:
  FormatReader(OpParser& parser, OpState& state) : p_(parser), s_(state), f_(*formatOf(state.kind)) {
    s_.names.clear();
    s_.types.clear();
  }

  bool run() { return steps(f_.steps) && (preferDict(), resolve()); }

 private:
  bool steps(std::span<const FormatStep> steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind == StepKind::Group) {
        auto inside = steps.subspan(i + 1, steps[i].length);
        i += inside.size();
        if (optionalLiteral(inside[0].text) && !this->steps(inside.subspan(1))) return false;
      } else if (!step(steps[i])) {
        return false;
      }
    }
    return true;
  }

  bool step(const FormatStep& step) {
    switch (step.kind) {
      case StepKind::Literal: return isPunctuation(step.text) ? p_.parsePunctuation(step.text) : p_.parseKeyword(step.text);
      case StepKind::Operand: return p_.parseOperand(&s_.names.emplace_back());
      case StepKind::Operands: return operands();
      case StepKind::OperandsWithCommas: return operandsWithCommas();
      case StepKind::Attr: return step.form->parse(p_, s_, step.text);
      case StepKind::AttrDict: return dict();
      case StepKind::Regions: return regions();
      case StepKind::Types: return types(step.types);
      case StepKind::Group: break;
    }
    return false;
  }

  static bool isPunctuation(std::string_view text) { return text[0] < 'A' || (text[0] > 'Z' && text[0] < '_') || text[0] > 'z'; }
  bool optionalLiteral(std::string_view text) {
    return isPunctuation(text) ? p_.parseOptionalPunctuation(text) : p_.parseOptionalKeyword(text);
  }

  bool operands() {
    operandsAt_ = p_.at();
    return p_.parseOperandList(&s_.names);
  }

  bool operandsWithCommas() {
    UnresolvedOperand operand;
    for (auto read = p_.parseOptionalOperand(&operand); read.has_value(); read = p_.parseOptionalOperand(&operand)) {
      if (!*read || !p_.parseComma()) return false;
      s_.names.push_back(operand);
    }
    return true;
  }

  // An attribute of the operation's own is checked where it is written, before the operation as a whole is.
  bool dict() {
    Offset at = p_.at();
    dictFrom_ = s_.attrs.size();
    if (!p_.parseOptionalAttrDict(s_)) return false;
    dictTo_ = s_.attrs.size();
    std::string wrong = attributeError(c(), s_.kind, std::span(s_.attrs).subspan(dictFrom_));
    return wrong.empty() || p_.error(at, std::move(wrong));
  }

  // What the format spells and the braces say as well is as the braces say.
  void preferDict() {
    auto& attrs = s_.attrs;
    for (std::size_t i = attrs.size(); i-- > 0 && dictFrom_ != dictTo_;) {
      if (i >= dictFrom_ && i < dictTo_) continue;
      auto given = std::span(attrs).subspan(dictFrom_, dictTo_ - dictFrom_);
      if (std::none_of(given.begin(), given.end(), [&](const auto& entry) { return entry.first == attrs[i].first; })) continue;
      attrs.erase(attrs.begin() + static_cast<std::ptrdiff_t>(i));
      if (i < dictFrom_) --dictFrom_, --dictTo_;
    }
  }

  bool regions() {
    if (!p_.parseOptionalPunctuation("(")) return true;
    RegionId region;
    bool present = false;
    if (!p_.parseOptionalRegion(&region, &present)) return false;
    if (present) s_.regions.push_back(region);
    while (present && p_.parseOptionalComma()) {
      if (!p_.parseRegion(&region)) return false;
      s_.regions.push_back(region);
    }
    return p_.parseRParen();
  }

  bool types(TypesForm form) {
    typesAt_ = p_.at();
    form_ = form;
    switch (form) {
      case TypesForm::Fn: return parseFunctionType(p_, &s_.types, &s_.results);
      case TypesForm::Same: return same();
      case TypesForm::Pairwise: return pairwise();
      case TypesForm::Tuple: return tuple();
      case TypesForm::Select: return select();
      case TypesForm::Complex: return complex();
      case TypesForm::Operand: return p_.parseType(&s_.types.emplace_back());
      case TypesForm::Operands: return p_.parseTypeList(&s_.types);
      case TypesForm::Result: return p_.parseType(&s_.results.emplace_back());
      case TypesForm::Results: return p_.parseTypeList(&s_.results);
      case TypesForm::Alike: return alike();
      case TypesForm::LikeFirst: return s_.types.resize(s_.names.size(), s_.types.front()), true;
      case TypesForm::LikeValue: return likeValue();
    }
    return false;
  }

  bool fromFunction(TypeId type) { return assignFunctionType(p_, typesAt_, type, s_.names.size(), &s_.types, &s_.results); }

  bool same() {
    TypeId type;
    if (!p_.parseType(&type)) return false;
    if (isFunction(c(), type)) return fromFunction(type);
    s_.types.assign(s_.names.size(), type);
    s_.results.push_back(type);
    return true;
  }

  bool alike() {
    if (!p_.parseType(&s_.results.emplace_back())) return false;
    s_.types.assign(s_.names.size(), s_.results.back());
    return true;
  }

  bool pairwise() {
    if (!p_.parseTypeList(&s_.types)) return p_.error(typesAt_, "expected type list");
    s_.results = s_.types;
    return true;
  }

  bool tuple() {
    TypeId type;
    if (!p_.parseType(&type)) return false;
    if (c().type(type).kind != TypeKind::Tuple) return p_.error(typesAt_, "expected tuple type");
    auto members = c().type(type).types;
    s_.types.assign(members.begin(), members.end());
    s_.results.push_back(type);
    return true;
  }

  bool select() {
    if (!p_.parseTypeList(&s_.types)) return false;
    bool function = s_.types.size() == 1 && isFunction(c(), s_.types[0]);
    if (s_.types.size() != 2 && !function) return p_.error(typesAt_, "expected functional type or list of two types");
    if (function) {
      TypeId type = s_.types[0];
      s_.types.clear();
      return assignFunctionType(p_, typesAt_, type, 3, &s_.types, &s_.results);
    }
    s_.results.push_back(s_.types[1]);
    s_.types.push_back(s_.types[1]);
    return true;
  }

  bool complex() {
    TypeId type;
    if (!p_.parseType(&type)) return false;
    if (isFunction(c(), type)) return assignFunctionType(p_, typesAt_, type, 2, &s_.types, &s_.results);
    TypeId real = realTensor(c(), type);
    if (!real) return p_.error(typesAt_, "expected tensor with complex element type");
    s_.types.assign(2, real);
    s_.results.push_back(type);
    return true;
  }

  bool likeValue() {
    TypeId type = c().attr(s_.attrs.back().second).type;
    (s_.names.empty() ? s_.results : s_.types).push_back(type);
    return true;
  }

  bool resolve() {
    if (s_.names.size() == s_.types.size()) {
      for (std::size_t i = 0; i < s_.names.size(); ++i) {
        if (!p_.resolve(s_.names[i], s_.types[i], &s_.operands)) return false;
      }
      return true;
    }
    bool atName = form_ == TypesForm::Fn && !f_.allOperands;
    return p_.resolve(s_.names, s_.types, atName ? s_.at : operandsAt_, &s_.operands);
  }

  Context& c() { return p_.context(); }

  OpParser& p_;
  OpState& s_;
  const OpFormat& f_;
  Offset operandsAt_ = kNoOffset, typesAt_ = kNoOffset;
  std::size_t dictFrom_ = 0, dictTo_ = 0;  ///< attributes that `{}` gave
  TypesForm form_ = TypesForm::Operands;
};

}  // namespace

bool parseFormat(OpParser& parser, OpState& state) { return FormatReader(parser, state).run(); }

bool parseFunctionType(OpParser& p, std::vector<TypeId>* operands, std::vector<TypeId>* results) {
  if (p.peek() == '(') {  // as it nearly always is: its parts need not become a type
    if (!p.parseLParen()) return false;
    if (!p.parseOptionalPunctuation(")") && !(p.parseTypeList(operands) && p.parseRParen())) return false;
    return p.parseArrowTypeList(results);
  }
  Offset at = p.at();
  TypeId type;
  if (!p.parseType(&type)) return false;
  const TypeData& data = p.context().type(type);
  if (data.kind != TypeKind::Function) return p.error(at, "invalid kind of type specified");
  auto inputs = static_cast<std::size_t>(data.ints[0]);
  operands->assign(data.types.begin(), data.types.begin() + static_cast<std::ptrdiff_t>(inputs));
  results->assign(data.types.begin() + static_cast<std::ptrdiff_t>(inputs), data.types.end());
  return true;
}

bool assignFunctionType(OpParser& p, Offset where, TypeId function, std::size_t operandCount, std::vector<TypeId>* operands,
                        std::vector<TypeId>* results) {
  const TypeData& data = p.context().type(function);
  auto inputs = static_cast<std::size_t>(data.ints[0]);
  if (inputs != operandCount) {
    return p.error(where, std::to_string(operandCount) + " operands present, but expected " + std::to_string(inputs));
  }
  if (data.types.size() != inputs + 1) return p.error(where, "expected single output");
  operands->assign(data.types.begin(), data.types.end() - 1);
  results->push_back(data.types.back());
  return true;
}

}  // namespace shardlens
