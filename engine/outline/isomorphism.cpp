#include "engine/outline/box_tree.h"
#include "engine/support/hash.h"

namespace shardlens {

namespace {

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

}  // namespace

Isomorphism::Isomorphism(const Module& module, const BoxTree& tree)
    : module_(module),
      tree_(tree),
      constants_(module.valueCount(), kUnknown),
      stamp_(module.valueCount(), 0),
      number_(module.valueCount(), 0) {}

std::uint64_t Isomorphism::opShape(OpId op) const {
  const Operation& o = module_.op(op);
  std::uint64_t h = hashMix(static_cast<std::uint64_t>(o.kind), std::uint64_t{o.name.value} << 32 | o.attrs.value);
  h = hashMix(h, std::uint64_t{o.operandCount} << 32 | o.resultCount << 8 | o.regionCount);
  for (std::uint32_t r = 0; r < o.resultCount; ++r) h = hashMix(h, module_.type(module_.result(op, r)).value);
  return h;
}

// Equal layers share constants, which stand with the first of them: what constants make counts by what it is, not by where it stands.
std::uint64_t Isomorphism::constantHash(ValueId value) {
  std::uint64_t& known = constants_[value.value];
  if (known != kUnknown) return known;
  known = 0;
  OpId op = module_.definingOp(value);
  if (!op || module_.op(op).regionCount > 0 || !hasTrait(module_.op(op).kind, kPure)) return 0;
  std::uint64_t h = hashMix(opShape(op), module_.indexOf(value));
  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    std::uint64_t operand = constantHash(module_.operand(op, i));
    if (operand == 0) return 0;
    h = hashMix(h, operand);
  }
  return constants_[value.value] = h >> 1 | 1;
}

bool Isomorphism::makesConstant(OpId op) { return module_.op(op).resultCount > 0 && constantHash(module_.result(op)) != 0; }

void Isomorphism::addOp(OpId op) {
  if (makesConstant(op)) return;
  hash_ = hashMix(hash_, opShape(op));
  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    ValueId v = module_.operand(op, i);
    if (!v) continue;
    if (std::uint64_t constant = constantHash(v)) {
      hash_ = hashMix(hash_, constant);
      continue;
    }
    bool known = stamp_[v.value] == round_;
    if (!known) {
      stamp_[v.value] = round_;
      number_[v.value] = nextNumber_++;
      hash_ = hashMix(hash_, module_.type(v).value);
    }
    hash_ = hashMix(hash_, number_[v.value]);
  }
  for (std::uint32_t r = 0; r < module_.op(op).resultCount; ++r) {
    stamp_[module_.result(op, r).value] = round_;
    number_[module_.result(op, r).value] = nextNumber_++;
  }
}

void Isomorphism::addLeaf(std::uint32_t box) {
  const auto& node = tree_[box];
  if (node.op && node.children.empty()) {
    walk(module_, node.op, [this](OpId inner) { addOp(inner); });
  } else if (node.op) {
    addOp(node.op);
  }
  for (std::uint32_t child : node.children) {
    if (tree_[child].kind != BoxKind::Argument) addLeaf(child);
  }
}

std::uint64_t Isomorphism::exact(std::uint32_t box) {
  ++round_;
  nextNumber_ = 0;
  hash_ = 0;
  addLeaf(box);
  return hash_;
}

std::uint64_t Isomorphism::shape(std::uint32_t box) {
  if (shapes_.size() < tree_.size()) shapes_.resize(tree_.size(), 0);
  if (shapes_[box]) return shapes_[box];
  const auto& node = tree_[box];
  std::uint64_t h = node.op ? opShape(node.op) : hashMix(static_cast<std::uint64_t>(node.kind), node.children.size());
  for (std::uint32_t child : node.children) {
    if (tree_[child].kind != BoxKind::Argument) h = hashMix(h, shape(child));
  }
  return shapes_[box] = h | 1;
}

}  // namespace shardlens
