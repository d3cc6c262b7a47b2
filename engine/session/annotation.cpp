#include "engine/session/annotation.h"

#include <algorithm>

#include "engine/propagation/func_attrs.h"

namespace shardlens {

namespace {

constexpr std::string_view kSharding = "sdy.sharding";

bool needsItsSharding(OpKind kind) { return kind == OpKind::SdyManualComputation; }

/// Looks at every operation once; equal dictionaries of attributes are asked once whether they hold shardings.
class AnnotationFinder {
 public:
  explicit AnnotationFinder(const Module& module) : m_(module), has_(module.context().attrCount(), 0) {}

  std::vector<Annotation> find() {
    walk(m_, m_.root(), [&](OpId op) { look(op); });
    std::sort(found_.begin(), found_.end(), [](const Annotation& a, const Annotation& b) { return a.key < b.key; });
    return std::move(found_);
  }

 private:
  void look(OpId op) {
    switch (m_.op(op).kind) {
      case OpKind::FuncFunc: return function(op);
      case OpKind::SdyShardingGroup: return group(op);
      case OpKind::SdyManualComputation:
      case OpKind::SdyNamedComputation: return computation(op);
      case OpKind::SdyShardingConstraint:
      case OpKind::SdyDataFlowEdge: return results(op);
      default:
        if (holdsSharding(m_.op(op).attrs)) results(op);
    }
  }
  bool holdsSharding(AttrId dictionary) {
    char& known = has_[dictionary.value];
    if (!known) known = m_.context().get(dictionary, kSharding) ? 2 : 1;
    return known == 2;
  }
  void add(ValueId value, bool fixed) {
    if (!value || shardableValue(m_, value) != value) return;
    if (AttrId sharding = shardingOf(m_, value))
      found_.push_back({{EditKind::Sharding, value.value, 0}, sharding, {}, true, false, fixed, {}});
  }
  void results(OpId op) {
    bool fixed = needsItsSharding(m_.op(op).kind);
    for (std::uint32_t i = 0; i < m_.op(op).resultCount; ++i) add(m_.result(op, i), fixed);
  }
  void computation(OpId op) {
    results(op);
    BlockId body = m_.op(op).regionCount ? m_.entry(m_.regionOf(op)) : BlockId();
    for (std::uint32_t a = 0; body && a < m_.block(body).argCount; ++a) add(m_.arg(body, a), needsItsSharding(m_.op(op).kind));
  }
  void function(OpId op) {
    FuncAttrs arguments(m_, op, FuncAttrs::Of::Arguments), results(m_, op, FuncAttrs::Of::Results);
    BlockId body = m_.op(op).regionCount ? m_.entry(m_.regionOf(op)) : BlockId();
    for (std::uint32_t a = 0; body && a < std::min<std::size_t>(m_.block(body).argCount, arguments.size()); ++a)
      if (AttrId sharding = ofKind(arguments.get(a, kSharding)))
        found_.push_back({{EditKind::Sharding, m_.arg(body, a).value, 0}, sharding, {}, true, false, false, {}});
    for (std::uint32_t r = 0; r < results.size(); ++r)
      if (AttrId sharding = ofKind(results.get(r, kSharding)))
        found_.push_back({{EditKind::Result, op.value, r}, sharding, {}, true, false, false, {}});
  }
  [[nodiscard]] AttrId ofKind(AttrId sharding) const {
    return sharding && m_.context().kind(sharding) == AttrKind::SdyTensorSharding ? sharding : AttrId();
  }
  void group(OpId op) {
    AttrId id = m_.attribute(op, "group_id");
    if (!id || m_.op(op).operandCount != 1) return;
    AnnotationKey key{EditKind::Group, m_.operand(op, 0).value, 0};
    auto known = std::find_if(found_.begin(), found_.end(), [&](const Annotation& a) { return a.key == key; });
    if (known == found_.end()) known = found_.insert(found_.end(), {key, {}, {}, true, false, false, {}});
    known->groups.push_back(m_.context().attr(id).ints[0]);
  }

  const Module& m_;
  std::vector<char> has_;
  std::vector<Annotation> found_;
};

}  // namespace

std::vector<Annotation> annotationsOf(const Module& module) { return AnnotationFinder(module).find(); }

std::string pathOf(const Module& m, const Outline& outline, const AnnotationKey& key) {
  if (key.kind != EditKind::Result) return valuePath(m, outline, ValueId(key.id));
  AttrId name = m.attribute(OpId(key.id), "sym_name");
  return (name ? std::string(m.context().attr(name).text) : std::string()) + "#" + std::to_string(key.index);
}

std::vector<TypeId> resultTypesOf(const Module& m, OpId func) {
  const Context& c = m.context();
  AttrId type = m.attribute(func, "function_type");
  if (!type || !c.attr(type).type) return {};
  const TypeData& function = c.type(c.attr(type).type);
  return {function.types.begin() + static_cast<std::ptrdiff_t>(function.ints[0]), function.types.end()};
}

TypeId typeOf(const Module& m, const AnnotationKey& key) {
  if (key.kind != EditKind::Result) return m.type(ValueId(key.id));
  std::vector<TypeId> results = resultTypesOf(m, OpId(key.id));
  return key.index < results.size() ? results[key.index] : TypeId();
}

}  // namespace shardlens
