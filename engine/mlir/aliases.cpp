// What the reference does to find aliases is a print that writes nothing: every attribute, type and location that print would write is
// visited in the same order, once, and those with an alias name take part in the numbering. Most programs have aliases for locations only,
// so operations without regions and without attributes that may hold an alias are passed over.
#include "engine/mlir/aliases.h"

#include <algorithm>

#include "engine/mlir/dialect_of.h"
#include "engine/mlir/location_kinds.h"
#include "engine/mlir/op_parser.h"
#include "engine/mlir/op_printer.h"
#include "engine/mlir/print_text.h"
#include "engine/support/deep_stack.h"

namespace shardlens {

namespace {

constexpr std::size_t kLongestPlainTuple = 16;  ///< members; longer tuples get an alias

std::string_view aliasWord(const AttrData& attr) {
  switch (attr.kind) {
    case AttrKind::AffineMap: return "map";
    case AttrKind::IntegerSet: return "set";
    case AttrKind::DistinctAttr: return "distinct";
    case AttrKind::Dialect: return attr.text.starts_with("sparse_tensor.encoding<") ? "sparse" : "";
    default: return isLocation(attr.kind) ? "loc" : "";
  }
}

std::string_view aliasWord(const TypeData& type) {
  return type.kind == TypeKind::Tuple && type.types.size() > kLongestPlainTuple ? "tuple" : "";
}

/// Answers whether an attribute or type has an alias or may hold something that has one.
class AliasFilter {
 public:
  explicit AliasFilter(const Context& context) : c_(context) {}

  bool holds(AttrId attr) {
    if (attr.value >= attrs_.size()) attrs_.resize(std::max<std::size_t>(attr.value + 1, c_.attrCount()), Answer::Open);
    if (attrs_[attr.value] == Answer::Open) {
      bool found = false;
      recursion_.run([&] { found = search(c_.attr(attr)); });
      attrs_[attr.value] = found ? Answer::Yes : Answer::No;
    }
    return attrs_[attr.value] == Answer::Yes;
  }

  bool holds(TypeId type) {
    const TypeData& d = c_.type(type);
    return !aliasWord(d).empty() || (d.attr && holds(d.attr)) || std::ranges::any_of(d.types, [this](TypeId t) { return holds(t); });
  }

  /// Whether any type of the context does.
  bool anyType() {
    for (std::uint32_t i = 0; i < c_.typeCount(); ++i) {
      if (holds(TypeId(i))) return true;
    }
    return false;
  }

  /// Whether any attribute beside locations does.
  bool anyAttribute() {
    for (std::uint32_t i = 0; i < c_.attrCount(); ++i) {
      if (!isLocation(c_.kind(AttrId(i))) && holds(AttrId(i))) return true;
    }
    return false;
  }

 private:
  bool search(const AttrData& d) {
    return !aliasWord(d).empty() || (d.type && holds(d.type)) || std::ranges::any_of(d.subs, [this](AttrId a) { return holds(a); });
  }
  enum class Answer : std::uint8_t { Open, No, Yes };
  const Context& c_;
  DeepRecursion recursion_;
  std::vector<Answer> attrs_;
};

class AliasCollector final : public OpPrinter {
 public:
  AliasCollector(const Module& module, bool locations, bool genericForm)
      : module_(module), filter_(module.context()), locations_(locations), generic_(genericForm), types_(filter_.anyType()) {}

  [[nodiscard]] bool needed() { return locations_ || types_ || filter_.anyAttribute(); }
  void operation(OpId op);
  Aliases finish();

  [[nodiscard]] const Module& module() const override { return module_; }
  std::string& out() override { return unread_.clear(), unread_; }
  void operand(ValueId) override {}
  void type(TypeId type) override { visit(type); }
  void attribute(AttrId attr) override { visit(attr, deferrable_, false); }
  void attributeWithoutType(AttrId attr) override { visit(attr, deferrable_, true); }
  void strippedAttribute(AttrId attr) override { visit(attr, deferrable_, false); }
  void string(std::string_view) override {}
  void keywordOrString(std::string_view) override {}
  void symbol(std::string_view) override {}
  void optionalAttrDict(OpId op, std::span<const std::string_view> elided) override { entries(module_.op(op).attrs, elided); }
  void optionalAttrDictWithKeyword(OpId op, std::span<const std::string_view> elided) override { entries(module_.op(op).attrs, elided); }
  void attrDict(AttrId dictionary) override {
    if (dictionary) entries(dictionary, {});
  }
  void region(RegionId region, bool entryArguments, bool terminators, bool emptyBlock) override;
  void argument(ValueId arg, AttrId attrs, bool omitType) override;
  void genericOp(OpId op) override;
  void successor(BlockId) override {}
  void optionalLocation(AttrId loc) override { visit(loc, false, false); }
  void newline() override {}

 private:
  struct Entry {
    AttrId attr;
    TypeId type;
    std::string_view word;
    std::uint32_t depth = 0;
    bool deferred = false;
    std::vector<std::uint32_t> children = {};
  };
  void visit(AttrId attr, bool deferrable, bool elideType);
  void visit(TypeId type);
  bool known(std::vector<std::uint32_t>& index, std::uint32_t id, bool deferrable);
  template <typename Nested>
  void add(Entry entry, std::vector<std::uint32_t>& index, std::uint32_t id, Nested&& nested);
  void note(std::uint32_t entry);
  void nested(const AttrData& data, AttrId attr, bool elideType);
  void forbidDeferral(std::uint32_t entry);
  void entries(AttrId dictionary, std::span<const std::string_view> elided);
  void block(BlockId block, bool arguments, bool terminator);

  const Module& module_;
  AliasFilter filter_;
  bool locations_, generic_, types_;
  bool deferrable_ = false;                     ///< of what is nested in the attribute being visited
  std::vector<Entry> entries_;                  ///< in the order of first visits
  std::vector<std::uint32_t> byAttr_, byType_;  ///< one more than the place in `entries_`
  std::uint32_t parent_ = 0;                    ///< likewise; 0 outside attributes
  std::string unread_;
  DeepRecursion recursion_;
};

void AliasCollector::operation(OpId op) {
  if (locations_) visit(module_.location(op), true, false);
  const Operation& o = module_.op(op);
  if (o.regionCount == 0 && !types_ && !filter_.holds(o.attrs) && o.kind != OpKind::Unknown) return;
  auto print = generic_ || o.kind == OpKind::Unknown ? nullptr : assemblyOf(o.kind).print;
  if (print) {
    print(*this, op);
  } else {
    genericOp(op);
  }
}

void AliasCollector::genericOp(OpId op) {
  const Operation& o = module_.op(op);
  for (std::uint32_t r = 0; r < o.regionCount; ++r) region(module_.regionOf(op, r), true, true, false);
  if (types_) operandTypes(op), resultTypes(op);
  entries(o.attrs, {});
}

void AliasCollector::entries(AttrId dictionary, std::span<const std::string_view> elided) {
  if (!filter_.holds(dictionary)) return;
  auto items = context().attr(dictionary).subs;
  for (std::size_t i = 0; i < items.size(); i += 2) {
    if (std::ranges::find(elided, context().attr(items[i]).text) == elided.end()) visit(items[i + 1], false, false);
  }
}

void AliasCollector::region(RegionId region, bool entryArguments, bool terminators, bool) {
  for (BlockId b = module_.entry(region); b; b = module_.block(b).next) {
    bool entry = b == module_.entry(region);
    recursion_.run([&] { block(b, !entry || entryArguments, !entry || terminators); });
  }
}

void AliasCollector::block(BlockId block, bool arguments, bool terminator) {
  const Block& b = module_.block(block);
  for (std::uint32_t i = 0; arguments && i < b.argCount; ++i) argument(module_.arg(block, i), {}, false);
  for (OpId op = b.firstOp; op; op = module_.op(op).next) {
    if (!terminator && op == b.lastOp && hasTrait(module_.op(op).kind, kTerminator)) break;
    operation(op);
  }
}

void AliasCollector::argument(ValueId arg, AttrId, bool) {
  visit(module_.type(arg));
  if (locations_) visit(module_.location(arg), false, false);
}

void AliasCollector::visit(AttrId attr, bool deferrable, bool elideType) {
  if (!attr || !filter_.holds(attr) || known(byAttr_, attr.value, deferrable)) return;
  const AttrData& d = context().attr(attr);
  bool outer = deferrable_;
  deferrable_ = deferrable;
  add({attr, {}, aliasWord(d), 0, deferrable}, byAttr_, attr.value, [&] { nested(d, attr, elideType); });
  deferrable_ = outer;
}

void AliasCollector::visit(TypeId type) {
  if (!types_ || !type || !filter_.holds(type) || known(byType_, type.value, false)) return;
  const TypeData& d = context().type(type);
  add({{}, type, aliasWord(d), 0, false}, byType_, type.value, [&] {
    for (TypeId t : d.types) visit(t);
    if (d.attr) visit(d.attr, deferrable_, false);
  });
}

bool AliasCollector::known(std::vector<std::uint32_t>& index, std::uint32_t id, bool deferrable) {
  if (id >= index.size()) index.resize(id + 1 + id / 2);
  if (index[id] == 0) return false;
  if (!deferrable) forbidDeferral(index[id] - 1);
  note(index[id] - 1);
  return true;
}

template <typename Nested>
void AliasCollector::add(Entry entry, std::vector<std::uint32_t>& index, std::uint32_t id, Nested&& nested) {
  auto place = static_cast<std::uint32_t>(entries_.size());
  entry.depth = entry.word.empty() ? 0 : 1;
  entries_.push_back(std::move(entry));
  index[id] = place + 1;
  std::uint32_t outer = parent_;
  parent_ = place + 1;
  recursion_.run(nested);
  parent_ = outer;
  note(place);
}

/// Tells the attribute around `entry` of it: what holds an alias is defined behind it.
void AliasCollector::note(std::uint32_t entry) {
  if (parent_ == 0) return;
  Entry& outer = entries_[parent_ - 1];
  outer.children.push_back(entry);
  if (std::uint32_t depth = entries_[entry].depth) outer.depth = std::max(outer.depth, depth + 1);
}

void AliasCollector::forbidDeferral(std::uint32_t entry) {
  if (!entries_[entry].deferred) return;
  entries_[entry].deferred = false;
  for (std::uint32_t child : entries_[entry].children) forbidDeferral(child);
}

void AliasCollector::nested(const AttrData& d, AttrId attr, bool elideType) {
  if (const DialectText* dialect = dialectOfAttribute(d.kind)) {
    dialect->printAttribute(*this, attr);
    return;
  }
  if (d.kind == AttrKind::Type) return visit(d.type);
  for (std::size_t i = 0; i < d.subs.size(); ++i) {
    bool unwritten = d.kind == AttrKind::LocName && context().kind(d.subs[i]) == AttrKind::LocUnknown;
    if (!unwritten) visit(d.subs[i], deferrable_, false);
  }
  if (d.type && !elideType) visit(d.type);
}

Aliases AliasCollector::finish() {
  std::vector<const Entry*> named;
  for (const Entry& e : entries_) {
    if (!e.word.empty()) named.push_back(&e);
  }
  std::ranges::stable_sort(named, [](const Entry* a, const Entry* b) {
    if (a->depth != b->depth) return a->depth < b->depth;
    if (a->type.valid() != b->type.valid()) return a->type.valid();
    return a->word < b->word;
  });
  std::vector<std::pair<std::string_view, std::uint32_t>> counts;
  Aliases made;
  for (const Entry* e : named) {
    auto count = std::ranges::find(counts, e->word, &std::pair<std::string_view, std::uint32_t>::first);
    if (count == counts.end()) count = counts.insert(counts.end(), {e->word, 0});
    made.add({e->attr, e->type, e->word, count->second++, e->deferred});
  }
  return made;
}

}  // namespace

void Aliases::append(std::string& out, const Alias& alias) {
  out.push_back(alias.type ? '!' : '#');
  out.append(alias.word);
  if (alias.suffix) appendNumber(out, std::uint64_t{alias.suffix});
}

void Aliases::add(const Alias& alias) {
  auto& index = alias.type ? byType_ : byAttr_;
  std::uint32_t id = alias.type ? alias.type.value : alias.attr.value;
  if (id >= index.size()) index.resize(id + 1 + id / 2);
  all_.push_back(alias);
  index[id] = static_cast<std::uint32_t>(all_.size());
}

Aliases collectAliases(const Module& module, OpId root, bool locations, bool genericForm) {
  AliasCollector collector(module, locations, genericForm);
  if (!collector.needed()) return {};
  collector.operation(root);
  return collector.finish();
}

}  // namespace shardlens
