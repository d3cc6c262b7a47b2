// Formats of one line: from their text to steps, with the spaces that the reference puts between them.
#include "engine/mlir/op_format.h"

#include <array>
#include <cassert>

#include "engine/mlir/assembly_arith.h"

namespace shardlens {

namespace {

constexpr std::array<std::string_view, 13> kTypesForms = {"!fn",      "!same",      "!pairwise", "!tuple",  "!select",
                                                          "!complex", "!operand",   "!operands", "!result", "!results",
                                                          "!alike",   "!likefirst", "!likevalue"};

bool isAnyOf(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool isWordStart(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Where spaces stand: none inside brackets, none before commas; after punctuation a bracket that opens has one.
class Spacing {
 public:
  bool beforeLiteral(std::string_view text) {
    bool space = wanted_ && needed(text);
    wanted_ = text.size() != 1 || !isAnyOf(text[0], "<({[");
    afterPunctuation_ = !isWordStart(text[0]);
    return space;
  }
  bool beforeElement() {
    bool space = wanted_ || !afterPunctuation_;
    wanted_ = true;
    afterPunctuation_ = false;
    return space;
  }
  void none() {
    wanted_ = false;
    afterPunctuation_ = true;
  }
  void afterDict() { afterPunctuation_ = false; }

 private:
  [[nodiscard]] bool needed(std::string_view text) const {
    if (text.size() != 1 && text != "->") return true;
    return !isAnyOf(text[0], afterPunctuation_ ? ">)}]," : "<>(){}[],");
  }
  bool wanted_ = true, afterPunctuation_ = false;
};

class Compiler {
 public:
  explicit Compiler(OpFormat& format) : format_(format) {}

  void word(std::string_view word) {
    if (word == "``") return spacing_.none();
    if (word == "[?") return open();
    if (word == "?]") return close();
    FormatStep step = stepOf(word);
    if (step.kind == StepKind::Attr) spell(step);
    if (word == "%*") format_.allOperands = true;
    format_.steps.push_back(step);
  }

 private:
  FormatStep stepOf(std::string_view word) {
    if (word == "{}") return spacing_.afterDict(), FormatStep{.kind = StepKind::AttrDict};
    if (word == "[regions]") return {.kind = StepKind::Regions};
    for (std::size_t i = 0; i < kTypesForms.size(); ++i) {
      auto form = static_cast<TypesForm>(i);
      if (word == kTypesForms[i])
        return {.kind = StepKind::Types, .space = form < TypesForm::LikeFirst && spacing_.beforeElement(), .types = form};
    }
    if (word == "%") return {.kind = StepKind::Operand, .space = spacing_.beforeElement()};
    if (word == "%*" || word == "%...") return {.kind = StepKind::Operands, .space = spacing_.beforeElement()};
    if (word == "%,") return {.kind = StepKind::OperandsWithCommas, .space = spacing_.beforeElement()};
    if (word.size() > 2 && word[0] == '<') return attribute(word.substr(1, word.size() - 2));
    return {.kind = StepKind::Literal, .space = spacing_.beforeLiteral(word), .text = word};
  }

  FormatStep attribute(std::string_view nameAndForm) {
    auto colon = nameAndForm.find(':');
    const AttrForm* form = findAttrForm(nameAndForm.substr(colon + 1));
    assert(form && "formats use forms that exist");
    return {.kind = StepKind::Attr, .space = spacing_.beforeElement(), .text = nameAndForm.substr(0, colon), .form = form};
  }

  void spell(const FormatStep& step) {
    format_.spelled.push_back(step.text);
    format_.spelled.insert(format_.spelled.end(), step.form->more.begin(), step.form->more.end());
  }

  void open() {
    group_ = format_.steps.size();
    format_.steps.push_back({.kind = StepKind::Group});
  }
  void close() { format_.steps[group_].length = static_cast<std::uint8_t>(format_.steps.size() - group_ - 1); }

  OpFormat& format_;
  Spacing spacing_;
  std::size_t group_ = 0;
};

struct FormatTable {
  std::vector<OpFormat> formats;
  std::array<std::int16_t, kOpKinds + 1> index;

  FormatTable() {
    index.fill(-1);
    for (auto rows : {stablehloFormats(), chloFormats(), checkFormats(), mixedFormats()}) {
      for (const FormatRow& row : rows) {
        index[static_cast<std::size_t>(row.op)] = static_cast<std::int16_t>(formats.size());
        formats.push_back(compileFormat(row));
      }
    }
  }
};

}  // namespace

OpFormat compileFormat(const FormatRow& row) {
  OpFormat format;
  format.op = row.op;
  Compiler compiler(format);
  for (std::size_t at = 0; at < row.text.size();) {
    std::size_t end = std::min(row.text.find(' ', at), row.text.size());
    if (end > at) compiler.word(row.text.substr(at, end - at));
    at = end + 1;
  }
  return format;
}

const OpFormat* formatOf(OpKind kind) {
  static const FormatTable table;
  std::int16_t at = table.index[static_cast<std::size_t>(kind)];
  return at < 0 ? nullptr : &table.formats[static_cast<std::size_t>(at)];
}

OpAssembly formatAssembly(OpKind kind) { return formatOf(kind) ? OpAssembly{parseFormat, printFormat} : OpAssembly{}; }

bool isDefaultValue(const Context& c, OpKind op, std::string_view name, AttrId value) {
  const AttrData& data = c.attr(value);
  auto isInherent = [&] {
    for (std::string_view known : opInfo(op).inherent) {
      if (known == name) return true;
    }
    return false;
  };
  auto is = [&](AttrKind kind, std::int64_t number) {
    return data.kind == kind && data.ints.size() == 1 && data.ints[0] == number && isInherent();
  };
  if (name == "result_accuracy") {
    return data.kind == AttrKind::StablehloResultAccuracy && isInherent() && data.ints[0] == 0 && data.ints[1] == 0 && data.ints[2] == 0 &&
           data.ints[3] == 0;
  }
  if (name == "has_side_effect" || name == "lower") return is(AttrKind::Bool, 0);
  if (name == "is_stable" || name == "largest") return is(AttrKind::Bool, 1);
  if (name == "api_version") return is(AttrKind::Integer, 1);
  if (name == "version" || name == "min_ulp_difference" || name == "iteration") return is(AttrKind::Integer, 0);
  if (name == "called_computations" || name == "output_operand_aliases")
    return data.kind == AttrKind::Array && data.subs.empty() && isInherent();
  if (name == "composite_attributes") return data.kind == AttrKind::Dictionary && data.subs.empty() && isInherent();
  if (name == "tolerance") return is(AttrKind::Float, 0x3F1A36E2EB1C432D);  // 1e-4
  return false;
}

static AttrId withArithFlags(Context& c, const ArithFlags& flags, AttrId attrs) {
  std::string_view name = arithFlagsAttribute(flags);
  return c.get(attrs, name) ? attrs : c.with(attrs, name, noArithFlags(c, flags));
}

AttrId withInitialValues(Context& c, OpKind op, AttrId attrs) {
  auto initially = [&](std::string_view name, auto&& value) { return c.get(attrs, name) ? attrs : c.with(attrs, name, value()); };
  switch (op) {
    case OpKind::StablehloInfeed: return initially("infeed_config", [&] { return c.string(""); });
    case OpKind::SdyAllReduce:
    case OpKind::SdyReduceScatter: return initially("reduction_op", [&] { return c.integer(c.integer(32U), 0); });
    case OpKind::StablehloOutfeed: return initially("outfeed_config", [&] { return c.string(""); });
    case OpKind::ArithAddI:
    case OpKind::ArithSubI:
    case OpKind::ArithMulI:
    case OpKind::ArithAddF:
    case OpKind::ArithSubF:
    case OpKind::ArithMulF: return withArithFlags(c, *arithFlagsOf(op), attrs);
    case OpKind::CheckExpectClose:
      return initially("max_ulp_difference", [&] { return c.integer(c.integer(64, Signedness::Unsigned), 1); });
    default: return attrs;
  }
}

}  // namespace shardlens
