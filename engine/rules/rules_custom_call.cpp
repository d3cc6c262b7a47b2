#include "engine/rules/int_lists.h"
#include "engine/rules/op_rules.h"

namespace shardlens {

namespace {

bool has(const RuleView& v, std::uint32_t operands, std::uint32_t results) { return v.operands() == operands && v.results() == results; }

// Sizes of the last two dimensions of a batch of matrices, and where they stand.
struct Matrices {
  explicit Matrices(Span s) : shape(s), row(rank(s) - 2), column(rank(s) - 1) {}
  [[nodiscard]] bool valid() const { return row >= 0; }
  [[nodiscard]] Span batch() const { return shape.first(shape.size() - 2); }
  [[nodiscard]] std::int64_t rows() const { return shape[shape.size() - 2]; }
  [[nodiscard]] std::int64_t columns() const { return shape.back(); }
  Span shape;
  std::int64_t row, column;
};

MaybeRule noRule(const RuleView&) { return std::nullopt; }

// Eigenvectors have both dimensions of the matrix, eigenvalues its columns.
MaybeRule eighRule(const RuleView& v) {
  if (!has(v, 1, 2)) return std::nullopt;
  Matrices a(v.in());
  if (!a.valid()) return std::nullopt;
  return RuleBuilder(v)
      .pointwise(a.batch())
      .factor({a.row}, {a.row, kNoDim}, a.rows())
      .factor({a.column}, {a.column, a.row}, a.columns())
      .build();
}

MaybeRule qrRule(const RuleView& v) {
  if (!has(v, 1, 2)) return std::nullopt;
  Matrices a(v.in());
  if (!a.valid() || rank(v.out(1)) <= a.row) return std::nullopt;
  return RuleBuilder(v)
      .pointwise(a.batch())
      .factor({a.row}, {a.row, kNoDim}, a.rows(), FactorKind::NeedReplication)
      .factor({a.column}, {a.column, kNoDim}, a.columns(), FactorKind::NeedReplication)
      .factor({kNoDim}, {kNoDim, a.row}, v.out(1)[static_cast<std::size_t>(a.row)], FactorKind::NeedReplication)
      .build();
}

MaybeRule householderRule(const RuleView& v) {
  if (!has(v, 2, 1)) return std::nullopt;
  Matrices a(v.in(0));
  if (!a.valid() || rank(v.in(1)) <= a.row) return std::nullopt;
  return RuleBuilder(v)
      .pointwise(a.batch())
      .factor({a.row, kNoDim}, {a.row}, a.rows(), FactorKind::NeedReplication)
      .factor({a.column, kNoDim}, {a.column}, a.columns(), FactorKind::NeedReplication)
      .factor({kNoDim, a.row}, {kNoDim}, v.in(1)[static_cast<std::size_t>(a.row)], FactorKind::NeedReplication)
      .build();
}

// Operands: values, indices and two scalars; results: the kept values and indices.
MaybeRule approxTopKRule(const RuleView& v) {
  if (!has(v, 4, 2) || v.in().size() != v.out().size()) return std::nullopt;
  RuleBuilder builder(v);
  for (std::int64_t dim = 0; dim < rank(v.in()); ++dim) {
    std::int64_t in = v.in()[static_cast<std::size_t>(dim)], out = v.out()[static_cast<std::size_t>(dim)];
    if (in == out) {
      builder.everywhere(dim, in);
      continue;
    }
    builder.factor({dim, dim, kNoDim, kNoDim}, {kNoDim, kNoDim}, in);
    builder.factor({kNoDim, kNoDim, kNoDim, kNoDim}, {dim, dim}, out, FactorKind::NeedReplication, true);
  }
  return builder.build();
}

// The state of a random number generator is whole on every chip and cannot be moved as ui64.
MaybeRule x64CombineRule(const RuleView& v) {
  if (!feedsRandomBits(v)) return pointwiseRule(v);
  return RuleBuilder(v).everywhere(0, v.out()[0], FactorKind::NeedReplication, true).build();
}

struct CallRow {
  std::string_view target;
  RuleFn rule;
};

// Sorted by target.
constexpr CallRow kCalls[] = {
    {"ApproxTopK", approxTopKRule},
    {"Cholesky", pointwiseRule},
    {"CompactWyHelper", pointwiseRule},
    {"Eigh", eighRule},
    {"InspectSharding", pointwiseRule},
    {"InvertDiagBlocksLowerTriangular", pointwiseRule},
    {"InvertDiagBlocksUpperTriangular", pointwiseRule},
    {"LayoutConstraint", pointwiseRule},
    {"MoveToDevice", pointwiseRule},
    {"MoveToHost", pointwiseRule},
    {"PartialReduce", approxTopKRule},
    {"ProductOfElementaryHouseholderReflectors", householderRule},
    {"Qr", qrRule},
    {"QrDecompositionBlock", qrRule},
    {"X64Combine", x64CombineRule},
    {"X64SplitHigh", pointwiseRule},
    {"X64SplitLow", pointwiseRule},
    {"_SPMDInternalOp_MultiPad", pointwiseRule},
    {"_SPMDInternalOp_MultiRotate", pointwiseRule},
    {"_SPMDInternalOp_MultiSlice", pointwiseRule},
    {"_SPMDInternalOp_RotateRight", pointwiseRule},
    {"_SPMDInternalOp_Wrap", pointwiseRule},
    {"annotate_device_placement", pointwiseRule},
    {"mhlo.erf", pointwiseRule},
    {"mhlo.topk", topKRule},
    {"sdy_testonly", noRule},
    {"tpu_custom_call", noRule},
    {"xla.debug.Log", noRule},
    {"xla.megascale.provide_metadata", pointwiseRule},
    {"xla_ffi_python_cpu_callback", noRule},
    {"xla_ffi_python_gpu_callback", noRule},
    {"xla_python_cpu_callback", noRule},
    {"xla_python_gpu_callback", noRule},
};

const CallRow* find(std::string_view target) {
  const auto* row =
      std::lower_bound(std::begin(kCalls), std::end(kCalls), target, [](const CallRow& r, std::string_view t) { return r.target < t; });
  return row != std::end(kCalls) && row->target == target ? row : nullptr;
}

}  // namespace

bool feedsRandomBits(const RuleView& v) {
  if (v.results() == 0 || v.out().empty()) return false;
  for (UseId use = v.m.value(v.m.result(v.op)).firstUse; use; use = v.m.use(use).next) {
    if (v.m.op(v.m.use(use).owner).kind == OpKind::StablehloRngBitGenerator) return true;
  }
  return false;
}

bool knownCustomCall(std::string_view target) { return find(target) != nullptr; }

MaybeRule customCallRule(const RuleView& v) {
  AttrId target = v.attr("call_target_name");
  const CallRow* row = target ? find(v.c().attr(target).text) : nullptr;
  return row ? row->rule(v) : std::nullopt;
}

}  // namespace shardlens
