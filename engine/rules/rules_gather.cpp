#include <algorithm>

#include "engine/rules/int_lists.h"
#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

// What a gather and a scatter share: slices of `input` at places that `indices` names, laid out in `slices`.
struct SlicedAccess {
  std::span<const std::int64_t> input, slices, indices;
  std::span<const std::int64_t> offsetDims, collapsed, inputBatching, indicesBatching;
  std::int64_t indexVectorDim = 0;
};

// Splits the numbers of a StablehloGather or StablehloScatter attribute: lists, each after its length, then the index vector dimension.
SlicedAccess accessOf(const Context& c, AttrId numbers) {
  SlicedAccess access;
  auto ints = c.attr(numbers).ints;
  std::size_t at = 0;
  for (auto* list : {&access.offsetDims, &access.collapsed, &access.inputBatching, &access.indicesBatching}) {
    auto count = static_cast<std::size_t>(ints[at]);
    *list = ints.subspan(at + 1, count);
    at += 1 + count;
  }
  at += 1 + static_cast<std::size_t>(ints[at]);  // the start index map tells nothing about factors
  access.indexVectorDim = ints[at];
  return access;
}

// Adds a factor that lies on one dimension of the input, the indices and the slices (kNoDim: not on that one).
struct AccessFactors {
  RuleBuilder& builder;
  std::size_t inputs;  ///< of a scatter; 0: a gather

  void add(std::int64_t inputDim, std::int64_t indicesDim, std::int64_t slicesDim, std::int64_t size, FactorKind kind,
           bool blocked = false) {
    if (inputs == 0) {
      builder.factor({inputDim, indicesDim}, {slicesDim}, size, kind, blocked);
      return;
    }
    Dims operands(inputs, inputDim);
    operands.push_back(indicesDim);
    operands.insert(operands.end(), inputs, slicesDim);
    builder.factor(operands, Dims(inputs, inputDim), size, kind, blocked);
  }
};

void addOffsetDim(AccessFactors& f, std::int64_t inputDim, std::int64_t slicesDim, std::int64_t inputSize, std::int64_t sliceSize) {
  if (inputSize == sliceSize) {
    f.add(inputDim, kNoDim, slicesDim, inputSize, FactorKind::PassThrough);
  } else if (f.inputs == 0 && sliceSize != 1) {
    f.add(inputDim, kNoDim, slicesDim, inputSize, FactorKind::NeedReplication, true);
  } else {
    // A gather of single elements from a sharded dimension leaves partial results to be summed up.
    f.add(inputDim, kNoDim, kNoDim, inputSize, f.inputs ? FactorKind::NeedReplication : FactorKind::Reduction);
    f.add(kNoDim, kNoDim, slicesDim, sliceSize, FactorKind::NeedReplication);
  }
}

void addFactors(AccessFactors& f, const SlicedAccess& a, FactorKind implicitBatch) {
  std::int64_t inputDim = 0, batchPosition = 0;
  for (std::int64_t slicesDim = 0; slicesDim < static_cast<std::int64_t>(a.slices.size()); ++slicesDim) {
    std::int64_t sliceSize = a.slices[static_cast<std::size_t>(slicesDim)];
    if (holds(a.offsetDims, slicesDim)) {
      while (holds(a.collapsed, inputDim) || holds(a.inputBatching, inputDim)) ++inputDim;
      if (inputDim >= static_cast<std::int64_t>(a.input.size())) continue;
      addOffsetDim(f, inputDim, slicesDim, a.input[static_cast<std::size_t>(inputDim)], sliceSize);
      ++inputDim;
      continue;
    }
    std::int64_t indicesDim = batchPosition < a.indexVectorDim ? batchPosition : batchPosition + 1;
    ++batchPosition;
    auto explicitBatch = std::find(a.indicesBatching.begin(), a.indicesBatching.end(), indicesDim);
    bool isExplicit = explicitBatch != a.indicesBatching.end();
    std::int64_t batchDim = isExplicit ? a.inputBatching[static_cast<std::size_t>(explicitBatch - a.indicesBatching.begin())] : kNoDim;
    f.add(batchDim, indicesDim, slicesDim, sliceSize, isExplicit ? FactorKind::PassThrough : implicitBatch);
  }
}

void addCollapsedAndIndexVector(AccessFactors& f, const SlicedAccess& a) {
  for (std::int64_t dim : a.collapsed) {
    std::int64_t size = a.input[static_cast<std::size_t>(dim)];
    FactorKind gathered = size == 1 ? FactorKind::NeedReplication : FactorKind::Reduction;
    f.add(dim, kNoDim, kNoDim, size, f.inputs ? FactorKind::PassThrough : gathered);
  }
  if (a.indexVectorDim < static_cast<std::int64_t>(a.indices.size())) {
    f.add(kNoDim, a.indexVectorDim, kNoDim, a.indices[static_cast<std::size_t>(a.indexVectorDim)], FactorKind::NeedReplication);
  }
}

bool isReduction(const RuleView& v, OpKind kind, TypeId type) {
  switch (kind) {
    case OpKind::StablehloAdd:
    case OpKind::StablehloMultiply:
    case OpKind::StablehloMaximum:
    case OpKind::StablehloMinimum: return true;
    case OpKind::StablehloAnd:
    case OpKind::StablehloOr: return isInteger(v.c(), elementOf(v.c(), type), 1);
    default: return false;
  }
}

// `value` combines region arguments `first` and `second` with `combiner` (set by the first one asked).
bool combines(const RuleView& v, ValueId value, ValueId first, ValueId second, OpKind& combiner) {
  OpId op = v.m.definingOp(value);
  if (!op || v.m.op(op).operandCount != 2 || !isRankedTensor(v.c(), v.m.type(value))) return false;
  OpKind kind = v.m.op(op).kind;
  if (!isReduction(v, kind, v.m.type(value)) || (combiner != OpKind::Unknown && combiner != kind)) return false;
  combiner = kind;
  ValueId lhs = v.m.operand(op, 0), rhs = v.m.operand(op, 1);
  return (lhs == first && rhs == second) || (lhs == second && rhs == first);
}

}  // namespace

// True when the updates of one place can be combined in any order and grouping by one operation that a collective knows.
bool reducesUpdates(const RuleView& v) {
  std::uint32_t inputs = (v.operands() - 1) / 2;
  BlockId block = v.m.op(v.op).regionCount ? v.m.entry(v.m.regionOf(v.op)) : BlockId();
  if (!block || v.m.block(block).argCount != 2 * inputs) return false;
  OpId end = v.m.terminator(block);
  if (!end || v.m.op(end).kind != OpKind::StablehloReturn || v.m.op(end).operandCount != inputs) return false;
  OpKind combiner = OpKind::Unknown;
  for (std::uint32_t i = 0; i < inputs; ++i) {
    if (!combines(v, v.m.operand(end, i), v.m.arg(block, i), v.m.arg(block, i + inputs), combiner)) return false;
  }
  return inputs > 0;
}

bool allStartsConstant(const RuleView& v) {
  for (std::uint32_t i = 2; i < v.operands(); ++i) {
    OpKind def = v.definedBy(i);
    if (def == OpKind::Unknown || !(def == OpKind::SdyConstant || hasTrait(def, kConstantLike))) return false;
  }
  return true;
}

MaybeRule dynamicSliceRule(const RuleView& v) {
  return RuleBuilder(v).pointwiseMismatch(v.in(), v.out(), FactorKind::NeedReplication, true).build();
}

// The operand stays sharded where it is updated: each chip takes what falls into its part of a whole update.
MaybeRule dynamicUpdateSliceRule(const RuleView& v) {
  RuleBuilder builder(v);
  auto operand = v.in(0), update = v.in(1);
  FactorKind updateKind = allStartsConstant(v) ? FactorKind::PassThrough : FactorKind::NeedReplication;
  for (std::size_t d = 0; d < operand.size() && d < update.size(); ++d) {
    auto dim = static_cast<std::int64_t>(d);
    if (operand[d] == update[d]) {
      builder.everywhere(dim, operand[d]);
      continue;
    }
    builder.factor({dim, kNoDim}, {dim}, operand[d]);
    builder.factor({kNoDim, dim}, {kNoDim}, update[d], updateKind);
  }
  return builder.build();
}

MaybeRule gatherRule(const RuleView& v) {
  AttrId numbers = v.attr("dimension_numbers");
  if (!numbers || v.c().kind(numbers) != AttrKind::StablehloGather) return std::nullopt;
  SlicedAccess access = accessOf(v.c(), numbers);
  access.input = v.in(0), access.indices = v.in(1), access.slices = v.out();
  RuleBuilder builder(v);
  AccessFactors factors{builder, 0};
  addFactors(factors, access, FactorKind::PassThrough);
  addCollapsedAndIndexVector(factors, access);
  return builder.build();
}

MaybeRule scatterRule(const RuleView& v) {
  AttrId numbers = v.attr("scatter_dimension_numbers");
  if (!numbers || v.c().kind(numbers) != AttrKind::StablehloScatter || v.operands() < 3) return std::nullopt;
  std::uint32_t inputs = (v.operands() - 1) / 2;
  SlicedAccess access = accessOf(v.c(), numbers);
  access.input = v.in(0), access.indices = v.in(inputs), access.slices = v.in(inputs + 1);
  RuleBuilder builder(v);
  AccessFactors factors{builder, inputs};
  addFactors(factors, access, reducesUpdates(v) ? FactorKind::Reduction : FactorKind::NeedReplication);
  addCollapsedAndIndexVector(factors, access);
  return builder.build();
}

}  // namespace shardlens
