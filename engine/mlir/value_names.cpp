#include "engine/mlir/value_names.h"

#include <algorithm>
#include <charconv>

#include "engine/mlir/mlir.h"
#include "engine/mlir/print_text.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

/// How many of a chlo.scan's block arguments are inputs; the others are carried.
std::uint32_t scanInputCount(const Module& module, OpId scan) {
  AttrId sizes = module.attribute(scan, "operandSegmentSizes");
  auto counts = sizes ? module.context().attr(sizes).ints : std::span<const std::int64_t>();
  return counts.empty() ? 0 : static_cast<std::uint32_t>(counts[0]);
}

constexpr std::string_view kNormGrad[] = {"grad_operand", "grad_scale", "grad_offset"};
constexpr std::string_view kNormTraining[] = {"output", "batch_mean", "batch_var"};
constexpr std::string_view kRandomBits[] = {"output_state", "output"};
constexpr std::string_view kTopK[] = {"values", "indices"};

/// Names of the results of operations that have several and name each of them; empty for all others.
std::span<const std::string_view> resultNames(OpKind kind) {
  switch (kind) {
    case OpKind::StablehloBatchNormGrad: return kNormGrad;
    case OpKind::StablehloBatchNormTraining: return kNormTraining;
    case OpKind::StablehloRngBitGenerator: return kRandomBits;
    case OpKind::ChloTopK:
    case OpKind::MhloTopk: return kTopK;
    default: return {};
  }
}

bool isWidthOne(const Context& c, TypeId type) { return c.type(type).kind == TypeKind::Integer && c.type(type).ints[0] == 1; }

}  // namespace

ValueNames::ValueNames(const Module& module, OpId root, bool suggested)
    : module_(module), suggested_(suggested), ids_(module.valueCount(), kNone), blocks_(module.blockCount(), 0) {
  std::vector<Pending> pending;
  for (std::uint32_t r = 0; r < module.op(root).regionCount; ++r) pending.push_back({module.regionOf(root, r), {}, 0});
  numberResults(root);
  while (!pending.empty()) {
    Pending p = pending.back();
    pending.pop_back();
    if (suggested) next_ = p.counters;  // generic form numbers values of all regions apart
    leaveScope(p.scope);
    numberRegion(p.region, pending);
  }
}

void ValueNames::numberRegion(RegionId region, std::vector<Pending>& pending) {
  if (suggested_) suggestArguments(region);
  std::vector<OpId> withRegions;
  std::uint32_t number = 0;
  for (BlockId b = module_.region(region).firstBlock; b; b = module_.block(b).next) {
    blocks_[b.value] = number++;
    numberBlock(b, number == 1, withRegions);
  }
  auto scope = static_cast<std::uint32_t>(scope_.size());
  for (OpId op : withRegions) {
    for (std::uint32_t r = 0; r < module_.op(op).regionCount; ++r) pending.push_back({module_.regionOf(op, r), next_, scope});
  }
}

void ValueNames::suggestArguments(RegionId region) {
  OpId op = module_.region(region).op;
  BlockId entry = module_.entry(region);
  OpKind kind = op ? module_.op(op).kind : OpKind::Unknown;
  if (!entry || (kind != OpKind::StablehloWhile && kind != OpKind::ChloScan)) return;
  std::uint32_t inputs = kind == OpKind::ChloScan ? scanInputCount(module_, op) : 0;
  for (std::uint32_t i = 0; i < module_.block(entry).argCount; ++i) {
    setName(module_.arg(entry, i), kind == OpKind::StablehloWhile ? "iterArg" : i < inputs ? "input" : "carry");
  }
}

void ValueNames::numberBlock(BlockId block, bool entry, std::vector<OpId>& withRegions) {
  const Block& b = module_.block(block);
  for (std::uint32_t i = 0; i < b.argCount; ++i) {
    ValueId arg = module_.arg(block, i);
    if (ids_[arg.value] != kNone) continue;
    if (!entry) {
      ids_[arg.value] = next_.value++;
      continue;
    }
    char name[16] = "arg";
    auto end = std::to_chars(name + 3, name + sizeof name, next_.argument++).ptr;
    setName(arg, {name, static_cast<std::size_t>(end - name)});
  }
  for (OpId op = b.firstOp; op; op = module_.op(op).next) {
    numberResults(op);
    if (module_.op(op).regionCount) withRegions.push_back(op);
  }
}

void ValueNames::numberResults(OpId op) {
  const Operation& o = module_.op(op);
  if (o.resultCount == 0) return;
  if (suggested_ && o.kind == OpKind::StablehloConstant) {
    TypeId element = elementOf(module_.context(), module_.type(o.firstResult));
    setName(o.firstResult, isInteger(module_.context(), element) ? "c" : "cst");
  } else if (std::string_view name = suggested_ ? suggestion(op) : std::string_view(); !name.empty()) {
    setName(o.firstResult, name);
  } else if (std::uint32_t count = separateResults(op)) {
    auto names = resultNames(o.kind);
    for (std::uint32_t i = 0; i < count; ++i) setName(ValueId(o.firstResult.value + i), names[i]);
  } else {
    ids_[o.firstResult.value] = next_.value++ | (o.resultCount > 1 ? kGroup : 0);
  }
}

std::uint32_t ValueNames::separateResults(OpId op) const {
  const Operation& o = module_.op(op);
  return suggested_ && o.resultCount > 1 && resultNames(o.kind).size() == o.resultCount ? o.resultCount : 0;
}

/// The word that an operation of one result suggests for it; empty where it suggests none.
std::string_view ValueNames::suggestion(OpId op) {
  switch (module_.op(op).kind) {
    case OpKind::FuncConstant: return "f";
    case OpKind::ArithConstant: return constantName(module_.attribute(op, "value"));
    case OpKind::TensorCast: return "cast";
    case OpKind::TensorDim: return "dim";
    case OpKind::TensorExtract: return "extracted";
    case OpKind::TensorInsert: return "inserted";
    case OpKind::TensorFromElements: return "from_elements";
    default: return {};
  }
}

// `true`, `c5` of an index, `c-5_i32`; all others are `cst`.
std::string_view ValueNames::constantName(AttrId value) {
  const Context& c = module_.context();
  if (!value) return "cst";
  const AttrData& data = c.attr(value);
  bool boolean = data.kind == AttrKind::Bool || (data.kind == AttrKind::Integer && isWidthOne(c, data.type));
  if (boolean) return data.ints[0] != 0 ? "true" : "false";
  if (data.kind != AttrKind::Integer) return "cst";
  const TypeData& type = c.type(data.type);
  constantName_ = "c";
  appendInteger(constantName_, {reinterpret_cast<const std::uint64_t*>(data.ints.data()), data.ints.size()}, type);
  if (type.kind == TypeKind::Integer) constantName_.append("_").append(printType(c, data.type));
  longest_ = std::max(longest_, constantName_.size() + 32);
  return constantName_;
}

void ValueNames::setName(ValueId value, std::string_view name) {
  std::uint32_t index = 0;
  if (!use(name, &index)) {
    std::string probe(name);
    probe.push_back('_');
    do {
      probe.resize(name.size() + 1);
      appendNumber(probe, std::uint64_t{next_.conflict++});
    } while (!use(probe, &index));
  }
  ids_[value.value] = kNamed | index;
}

/// Takes `name` for this scope and those inside; false where it is taken already.
bool ValueNames::use(std::string_view name, std::uint32_t* index) {
  *index = table_.findOrAdd(
      hashText(name), [&](std::uint32_t i) { return text(i) == name; },
      [&] {
        names_.push_back({static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(name.size()), false});
        texts_.append(name);
        return static_cast<std::uint32_t>(names_.size() - 1);
      });
  if (names_[*index].inUse) return false;
  names_[*index].inUse = true;
  scope_.push_back(*index);
  return true;
}

void ValueNames::leaveScope(std::uint32_t size) {
  while (scope_.size() > size) {
    names_[scope_.back()].inUse = false;
    scope_.pop_back();
  }
}

std::string_view ValueNames::text(std::uint32_t name) const {
  return std::string_view(texts_).substr(names_[name].from, names_[name].length);
}

// A suggested name has the number of a conflict behind it at most.
char* ValueNames::writeId(char* to, std::uint32_t id) const {
  *to++ = '%';
  if (!(id & kNamed)) return std::to_chars(to, to + 16, id).ptr;
  std::string_view name = text(id & ~kNamed);
  return std::copy(name.begin(), name.end(), to);
}

char* ValueNames::writeGroup(char* to, ValueId first) const {
  std::uint32_t id = first.value < ids_.size() ? ids_[first.value] : kNone;
  if (id != kNone) return writeId(to, id & ~kGroup);
  constexpr std::string_view kUnknown = "<<UNKNOWN SSA VALUE>>";
  return std::copy(kUnknown.begin(), kUnknown.end(), to);
}

// All but members of groups, whose later ones have no number of their own, are done with one look.
char* ValueNames::write(char* to, ValueId value) const {
  if (value.value < ids_.size() && !(ids_[value.value] & kGroup)) return writeId(to, ids_[value.value]);
  if (!value) {
    constexpr std::string_view kNull = "<<NULL VALUE>>";
    return std::copy(kNull.begin(), kNull.end(), to);
  }
  OpId def = module_.definingOp(value);
  if (!def || module_.op(def).resultCount == 1) return writeGroup(to, value);
  to = writeGroup(to, module_.op(def).firstResult);
  *to++ = '#';
  return std::to_chars(to, to + 16, module_.indexOf(value)).ptr;
}

void ValueNames::appendGroup(std::string& out, ValueId first) const {
  std::size_t from = out.size();
  out.resize(from + longest_);
  out.resize(static_cast<std::size_t>(writeGroup(out.data() + from, first) - out.data()));
}

void ValueNames::append(std::string& out, ValueId value) const {
  std::size_t from = out.size();
  out.resize(from + longest_);
  out.resize(static_cast<std::size_t>(write(out.data() + from, value) - out.data()));
}

}  // namespace shardlens
