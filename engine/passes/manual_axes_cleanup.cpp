#include <algorithm>

#include "engine/ir/each_op.h"
#include "engine/passes/passes.h"
#include "engine/sharding/sharding.h"
#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

std::vector<AttrId> borderShardings(const Module& m, OpId op, std::string_view name) {
  AttrId list = m.attribute(op, name);
  if (!list || m.context().kind(list) != AttrKind::SdyShardingPerValue) return {};
  auto subs = m.context().attr(list).subs;
  return {subs.begin(), subs.end()};
}

// The mesh that all shardings name, a mesh without axes counting as any; invalid where they name different ones.
AttrId commonMesh(const Context& c, const std::vector<AttrId>& shardings, const MeshTable& meshes) {
  AttrId common;
  const Mesh* mesh = nullptr;
  auto isEmpty = [](const Mesh& m) { return m.axes.empty() && m.deviceIds.empty(); };
  for (AttrId sharding : shardings) {
    AttrId name = c.attr(sharding).subs[0];
    const Mesh* other = meshes.find(name);
    if (!other) continue;
    if (!mesh || isEmpty(*mesh)) {
      mesh = other;
      common = name;
    } else if (!isEmpty(*other) && *other != *mesh) {
      return {};
    }
  }
  return common;
}

class ManualComputation {
 public:
  ManualComputation(Module& module, OpId op, const MeshTable& meshes)
      : m_(module), c_(module.context()), op_(op), meshes_(meshes), axes_(manualAxesOf(module, op)) {}

  /// False where it has manual axes and operations, but no values to say which mesh they belong to.
  bool clean() {
    std::vector<AttrId> in = borderShardings(m_, op_, "in_shardings"), out = borderShardings(m_, op_, "out_shardings");
    if (in.empty() && out.empty()) return axes_.empty() || bodyIsEmpty();
    std::vector<AttrId> all = in;
    all.insert(all.end(), out.begin(), out.end());
    mesh_ = commonMesh(c_, all, meshes_);
    const Mesh* mesh = mesh_ ? meshes_.find(mesh_) : nullptr;
    if (!mesh) return true;
    sortAxes(*mesh);
    for (std::size_t i = 0; i < in.size() && i < m_.op(op_).operandCount; ++i) {
      complete(in[i], m_.type(m_.operand(op_, static_cast<std::uint32_t>(i))), *mesh);
    }
    for (std::size_t i = 0; i < out.size() && i < m_.op(op_).resultCount; ++i) {
      complete(out[i], m_.type(m_.result(op_, static_cast<std::uint32_t>(i))), *mesh);
    }
    store("in_shardings", in);
    store("out_shardings", out);
    return true;
  }

 private:
  [[nodiscard]] bool bodyIsEmpty() const {
    BlockId body = m_.entry(m_.regionOf(op_));
    return !body || !m_.block(body).firstOp || m_.op(m_.block(body).firstOp).kind == OpKind::SdyReturn;
  }

  void sortAxes(const Mesh& mesh) {
    auto before = [&](StrId a, StrId b) { return mesh.axisIndex(a) < mesh.axisIndex(b); };
    if (std::ranges::is_sorted(axes_, before)) return;
    std::ranges::sort(axes_, before);
    AttrData data = c_.attr(m_.attribute(op_, "manual_axes"));
    std::vector<AttrId> names;
    for (StrId axis : axes_) names.push_back(c_.string(c_.str(axis)));
    data.subs = names;
    m_.setAttribute(op_, "manual_axes", c_.attr(data));
  }

  /// Adds the manual axes that the sharding does not mention to its replicated ones.
  void complete(AttrId& sharding, TypeId type, const Mesh& mesh) {
    if (rankOf(c_, type) < 0 && c_.type(type).kind != TypeKind::UnrankedTensor) return;
    TensorSharding s = decodeSharding(c_, sharding);
    std::vector<AxisRef> mentioned, manual;
    for (const DimSharding& dim : s.dims) mentioned.insert(mentioned.end(), dim.axes.begin(), dim.axes.end());
    mentioned.insert(mentioned.end(), s.replicated.begin(), s.replicated.end());
    mentioned.insert(mentioned.end(), s.unreduced.begin(), s.unreduced.end());
    for (StrId axis : axes_) manual.push_back({axis});
    std::vector<AxisRef> missing = difference(manual, mentioned, mesh);
    if (missing.empty()) return;
    s.replicated.insert(s.replicated.end(), missing.begin(), missing.end());
    sortAndMerge(s.replicated, mesh);
    s.mesh = mesh_;
    sharding = encodeSharding(c_, s);
  }

  void store(std::string_view name, const std::vector<AttrId>& shardings) {
    if (!shardings.empty()) m_.setAttribute(op_, name, encodePerValue(c_, shardings));
  }

  Module& m_;
  Context& c_;
  OpId op_;
  const MeshTable& meshes_;
  std::vector<StrId> axes_;
  AttrId mesh_;
};

bool runManualAxesCleanup(const PassRun& run) {
  Module& m = run.module;
  MeshTable meshes(m);
  bool good = true;
  run.setChanged(false);
  eachOp(m, m.root(), [&](OpId op) {
    if (m.op(op).kind != OpKind::SdyManualComputation) return;
    run.setChanged(true);
    if (ManualComputation(m, op, meshes).clean()) return;
    good = Verifier(m, run.diagnostics)
               .error(op,
                      "op has manual_axes when there are no in/out shardings and the body is not empty. This isn't allowed at this stage, "
                      "please contact the Shardy team or file a bug.");
  });
  return good;
}

}  // namespace

Pass manualAxesCleanupPass() {
  return {"sdy-manual-axes-cleanup",
          "Sorts the manual axes of manual computations and names each in all of their shardings",
          PassLevel::Module,
          {},
          runManualAxesCleanup,
          nullptr,
          Verified::Later};
}

}  // namespace shardlens
