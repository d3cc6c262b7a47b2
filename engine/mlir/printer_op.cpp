#include <algorithm>
#include <array>

#include "engine/mlir/op_parser.h"
#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

namespace {

constexpr unsigned kIndent = 2;

using PrintFn = void (*)(OpPrinter&, OpId);

PrintFn customPrint(OpKind kind) {
  static const std::array<PrintFn, kOpKinds> all = [] {
    std::array<PrintFn, kOpKinds> made{};
    for (std::size_t k = 0; k < kOpKinds; ++k) made[k] = assemblyOf(static_cast<OpKind>(k)).print;
    return made;
  }();
  return kind == OpKind::Unknown ? nullptr : all[static_cast<std::size_t>(kind)];
}

/// Dialect whose operations stand without prefix in the regions of `kind`.
std::string_view defaultDialectIn(OpKind kind) {
  return kind == OpKind::BuiltinModule ? "builtin" : kind == OpKind::FuncFunc ? "func" : "";
}

bool contains(std::span<const std::string_view> names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

}  // namespace

void Printer::operation(OpId op) {
  sentence(op);
  if (options_.debugInfo) optionalLocation(module_.location(op));
}

/// `%0 = `, `%0:2 = `, `%values, %indices = `.
void Printer::results(OpId op) {
  const Operation& o = module_.op(op);
  if (o.resultCount == 0) return;
  names_->appendGroup(out_, o.firstResult);
  std::uint32_t separate = names_->separateResults(op);
  for (std::uint32_t i = 1; i < separate; ++i) *this << ", ", names_->appendGroup(out_, module_.result(op, i));
  if (!separate && o.resultCount > 1) *this << ':' << std::int64_t{o.resultCount};
  *this << " = ";
}

void Printer::sentenceInFull(OpId op) {
  PrintFn custom = options_.genericForm ? nullptr : customPrint(module_.op(op).kind);
  if (!custom) return genericOp(op);
  opName(op);
  custom(*this, op);
}

void Printer::opName(OpId op) {
  std::string_view name = module_.name(op), dialect = defaultDialects_.back();
  bool inDefault = !dialect.empty() && name.starts_with(dialect) && name[dialect.size()] == '.';
  if (inDefault && name.find('.', dialect.size() + 1) == std::string_view::npos) name.remove_prefix(dialect.size() + 1);
  out_.append(name);
}

void Printer::genericOp(OpId op) {
  const Operation& o = module_.op(op);
  appendQuoted(out_, module_.name(op));
  *this << '(';
  operands(op);
  *this << ')';
  auto successors = module_.successors(op);
  for (std::size_t i = 0; i < successors.size(); ++i) *this << (i ? ", " : "["), successor(successors[i]);
  if (!successors.empty()) *this << ']';
  properties(op);
  for (std::uint32_t r = 0; r < o.regionCount; ++r) {
    *this << (r ? ", " : " (");
    region(module_.regionOf(op, r), true, true, true);
  }
  if (o.regionCount) *this << ')';
  discardable(op);
  *this << " : ";
  functionalType(op);
}

// `<{...}>`: what belongs to the operation itself.
void Printer::properties(OpId op) {
  const Operation& o = module_.op(op);
  if (o.kind == OpKind::Unknown) {
    if (AttrId written = module_.properties(op)) *this << " <", attribute(written), *this << '>';
    return;
  }
  auto inherent = opInfo(o.kind).inherent;
  auto entries = context().attr(o.attrs).subs;
  bool any = false;
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    if (!contains(inherent, context().attr(entries[i]).text)) continue;
    *this << (any ? ", " : " <{");
    namedAttribute(entries[i], entries[i + 1]);
    any = true;
  }
  if (any) *this << "}>";
}

void Printer::discardable(OpId op) {
  const Operation& o = module_.op(op);
  filteredDict(o.attrs, o.kind == OpKind::Unknown ? std::span<const std::string_view>() : opInfo(o.kind).inherent, {});
}

void Printer::filteredDict(AttrId dictionary, std::span<const std::string_view> elided, std::string_view keyword) {
  if (!dictionary) return;
  auto entries = context().attr(dictionary).subs;
  bool any = false;
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    if (contains(elided, context().attr(entries[i]).text)) continue;
    if (any) {
      *this << ", ";
    } else {
      *this << keyword << " {";
    }
    namedAttribute(entries[i], entries[i + 1]);
    any = true;
  }
  if (any) *this << '}';
}

void Printer::optionalAttrDict(OpId op, std::span<const std::string_view> elided) { filteredDict(module_.op(op).attrs, elided, {}); }

void Printer::optionalAttrDictWithKeyword(OpId op, std::span<const std::string_view> elided) {
  filteredDict(module_.op(op).attrs, elided, " attributes");
}

void Printer::attrDict(AttrId dictionary) { filteredDict(dictionary, {}, {}); }

void Printer::region(RegionId region, bool entryArguments, bool terminators, bool emptyBlock) {
  marking_ = false;
  *this << "{\n";
  if (module_.entry(region)) recursion_.run([&] { regionBody(region, entryArguments, terminators, emptyBlock); });
  out_.append(indent_, ' ');
  *this << '}';
}

void Printer::regionBody(RegionId region, bool entryArguments, bool terminators, bool emptyBlock) {
  const Region& r = module_.region(region);
  defaultDialects_.push_back(r.op ? defaultDialectIn(module_.op(r.op).kind) : "");
  const Block& entry = module_.block(r.firstBlock);
  if (r.firstBlock != r.lastBlock) predecessorsOf(region);
  block(r.firstBlock, (emptyBlock && !entry.firstOp) || (entryArguments && entry.argCount), terminators);
  for (BlockId b = entry.next; b; b = module_.block(b).next) block(b, true, true);
  defaultDialects_.pop_back();
}

void Printer::block(BlockId block, bool header, bool terminator) {
  if (header) blockHeader(block);
  indent_ += kIndent;
  const Block& b = module_.block(block);
  for (OpId op = b.firstOp; op; op = module_.op(op).next) {
    const Operation& o = module_.op(op);
    if (!terminator && op == b.lastOp && hasTrait(o.kind, kTerminator)) break;
    out_.append(indent_, ' ');
    operation(op);
    *this << '\n';
    flushWhenLarge();
  }
  indent_ -= kIndent;
}

void Printer::blockHeader(BlockId block) {
  const Block& b = module_.block(block);
  out_.append(indent_, ' ');
  successor(block);
  for (std::uint32_t i = 0; i < b.argCount; ++i) {
    ValueId arg = module_.arg(block, i);
    *this << (i ? ", " : "(");
    argument(arg, {}, false);
  }
  if (b.argCount) *this << ')';
  *this << ':';
  if (block != module_.entry(b.region) || module_.block(block).next) predecessors(block);
  *this << '\n';
}

void Printer::predecessorsOf(RegionId region) {
  for (BlockId b = module_.entry(region); b; b = module_.block(b).next) {
    OpId last = module_.terminator(b);
    if (!last) continue;
    for (BlockId to : module_.successors(last)) predecessors_[to.value].push_back(b);
  }
}

void Printer::predecessors(BlockId block) {
  auto found = predecessors_.find(block.value);
  bool entry = block == module_.entry(module_.block(block).region);
  if (found == predecessors_.end()) {
    if (!entry) *this << "  // no predecessors";
    return;
  }
  const auto& from = found->second;
  *this << "  // ";
  if (from.size() > 1) *this << static_cast<std::int64_t>(from.size()) << " preds: ";
  if (from.size() == 1) *this << "pred: ";
  for (std::size_t i = 0; i < from.size(); ++i) *this << (i ? ", " : ""), successor(from[i]);
}

void Printer::argument(ValueId arg, AttrId attrs, bool omitType) {
  marking_ = false;
  operand(arg);
  if (!omitType) *this << ": ", type(module_.type(arg));
  attrDict(attrs);
  if (options_.debugInfo) {
    *this << ' ';
    location(module_.location(arg), false);
  }
}

void Printer::successor(BlockId block) {
  marking_ = false;
  *this << "^bb";
  if (names_) *this << std::int64_t{names_->blockNumber(block)};
}

void Printer::newline() {
  marking_ = false;
  out_.push_back('\n');
  out_.append(indent_, ' ');
}

void Printer::flush() {
  (*sink_)(out_);
  out_.clear();
}

}  // namespace shardlens
