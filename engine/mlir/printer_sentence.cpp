#include <algorithm>

#include "engine/mlir/op_format.h"
#include "engine/mlir/printer.h"

// Operations of one class are written alike up to the names of their operands. The first is written by its format while the places of
// operands are marked; the others by copying. What a format writes beside operands, attributes and types (regions, arguments, blocks,
// locations) is its operation's own, so a sentence with any of that is not kept.

namespace shardlens {

void Printer::operand(ValueId value) {
  std::size_t from = out_.size();
  names_->append(out_, value);
  if (marking_) marks_.push_back({value, from, out_.size()});
}

void Printer::sentence(OpId op) {
  std::uint32_t kind = names_ ? classes_.of(op) : OpClasses::kNone;
  PrintedSentence known;
  if (kind != OpClasses::kNone && book_.find(kind, defaultDialects_.back().data(), &known)) return say(op, known);
  results(op);
  marks_.clear();
  marking_ = kind != OpClasses::kNone;
  std::size_t from = out_.size();
  sentenceInFull(op);
  if (marking_) learn(op, kind, from);
  marking_ = false;
}

void Printer::say(OpId op, const PrintedSentence& known) {
  const Operation& o = module_.op(op);
  if (o.resultCount > 1) results(op);
  std::size_t from = out_.size();
  out_.resize(from + known.text.size() + (known.holes.size() + 1) * names_->longest());
  char* to = out_.data() + from;
  if (o.resultCount == 1) {
    constexpr std::string_view kIs = " = ";
    to = std::copy(kIs.begin(), kIs.end(), names_->writeGroup(to, o.firstResult));
  }
  const char* text = known.text.data();
  std::uint32_t done = 0;
  for (const PrintedSentence::Hole& hole : known.holes) {
    to = std::copy(text + done, text + hole.at, to);
    to = names_->write(to, module_.operand(op, hole.operand));
    done = hole.at;
  }
  to = std::copy(text + done, text + known.text.size(), to);
  out_.resize(static_cast<std::size_t>(to - out_.data()));
}

/// Which operand was written at a mark: formats of one line write them in order; others tell it where all are different values.
bool Printer::operandOfMark(OpId op, std::size_t mark, std::uint32_t* operand) const {
  std::uint32_t count = module_.op(op).operandCount;
  bool inOrder = options_.genericForm || formatOf(module_.op(op).kind);
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < count && !inOrder; ++i) {
    if (module_.operand(op, i) == marks_[mark].operand) *operand = i, ++found;
  }
  if (!inOrder) return found == 1;
  *operand = static_cast<std::uint32_t>(mark);
  return module_.operand(op, *operand) == marks_[mark].operand;
}

void Printer::learn(OpId op, std::uint32_t kind, std::size_t from) {
  constexpr std::size_t kMostOperands = 64;
  if (marks_.size() != module_.op(op).operandCount || marks_.size() > kMostOperands) return;
  holes_.clear();
  std::string text;
  std::size_t done = from;
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    std::uint32_t operand = 0;
    if (!operandOfMark(op, i, &operand)) return;
    text.append(out_, done, marks_[i].from - done);
    holes_.push_back({static_cast<std::uint32_t>(text.size()), operand});
    done = marks_[i].to;
  }
  text.append(out_, done);
  book_.keep(kind, defaultDialects_.back().data(), text, holes_);
}

}  // namespace shardlens
