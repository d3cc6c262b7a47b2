// Manual and named computations: their borders against their bodies.
#include <algorithm>

#include "engine/sharding/product.h"
#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

using Types = std::vector<TypeId>;

bool isManual(const AxisRef& axis, const std::vector<StrId>& manual) {
  return std::find(manual.begin(), manual.end(), axis.name) != manual.end();
}

/// One border of a manual computation: its operands, or its results.
struct Border {
  OpCheck o;
  std::string_view kind;  // "operand", "result"
  std::vector<StrId> manual;
  Types outer, inner;
  AttrId shardings;
};

bool checkManualFirst(const Border& b, std::size_t value, std::size_t dim, const std::vector<AxisRef>& axes) {
  for (std::size_t i = 1; i < axes.size(); ++i) {
    if (!isManual(axes[i], b.manual) || isManual(axes[i - 1], b.manual)) continue;
    return b.o.failOp(b.kind, " sharding at index ", value,
                      " must have all manual axes come before free axes in its dimension sharding at index ", dim, ". Saw manual axis ",
                      axisText(b.o.c, axes[i]), " after free axis ", axisText(b.o.c, axes[i - 1]));
  }
  return true;
}

// The size of a dimension inside.
bool manualSize(const Border& b, std::int64_t size, const DimSharding& dim, const Mesh& mesh, std::int64_t* inside) {
  std::int64_t by = 1;
  for (const AxisRef& axis : dim.axes) by = product(by, isManual(axis, b.manual) ? mesh.sizeOf(axis) : 1);
  *inside = size == kDynamic || by <= 0 ? size : size / by;
  if (size == kDynamic || (by > 0 && size % by == 0)) return true;
  return b.o.failOp(b.kind, " dimension size ", size, " is not divisible by the manual axes size ", by);
}

bool checkLocalType(const Border& b, std::size_t value, const TensorSharding& sharding, const Mesh& mesh) {
  Context& c = b.o.c;
  auto sizes = b.o.dims(b.outer[value]);
  std::vector<std::int64_t> local(std::min(sizes.size(), sharding.dims.size()));
  for (std::size_t d = 0; d < local.size(); ++d) {
    if (!manualSize(b, sizes[d], sharding.dims[d], mesh, &local[d])) return false;
  }
  TypeId expected = c.tensor(local, elementOf(c, b.outer[value]));
  if (expected == b.inner[value]) return true;
  return b.o.failOp(b.kind, " shape, corresponding sharding, and region ", b.kind, " shape at index ", value,
                    " must match. Expected local shape ", b.o.text(expected), ", actual local shape ", b.o.text(b.inner[value]));
}

bool checkBorder(const Border& b) {
  auto shardings = b.o.c.attr(b.shardings).subs;
  if (b.outer.empty() && b.inner.empty() && shardings.empty()) return true;
  std::string before = say(b.kind, " ");
  if (!checkShardings(b.o.v, b.o.op, b.shardings, b.outer, before)) return false;
  if (b.outer.size() != b.inner.size()) {
    return b.o.failOp("number of op ", b.kind, "s and region ", b.kind, "s must match. Op has ", b.outer.size(), " op ", b.kind, "s and ",
                      b.inner.size(), " region ", b.kind, "s");
  }
  for (std::size_t i = 0; i < b.outer.size() && i < shardings.size(); ++i) {
    TensorSharding sharding = decodeSharding(b.o.c, shardings[i]);
    for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
      if (!checkManualFirst(b, i, d, sharding.dims[d].axes)) return false;
    }
    const Mesh* mesh = meshFor(b.o.v, b.o.op, sharding.mesh);
    if (mesh && b.o.rank(b.outer[i]) >= 0 && !checkLocalType(b, i, sharding, *mesh)) return false;
  }
  return true;
}

bool checkManualMesh(const OpCheck& o, const std::vector<StrId>& manual) {
  std::vector<AttrId> shardings;
  for (std::string_view name : {"in_shardings", "out_shardings"}) {
    auto more = o.c.attr(o.attr(name)).subs;
    shardings.insert(shardings.end(), more.begin(), more.end());
  }
  if (shardings.empty()) return true;
  const Mesh* mesh = commonMesh(o.v, o.op, shardings);
  if (!mesh && !manual.empty()) return o.failOp("all in and out shardings must be bound to the same mesh or an empty mesh.");
  for (StrId axis : manual) {
    if (mesh && mesh->axisIndex(axis) < 0) return o.failOp("unknown manual axis: \"", o.c.str(axis), "\"");
  }
  return true;
}

}  // namespace

bool verifySdyManualComputation(Verifier& v, OpId op) {
  for (StrId axis : manualAxesOf(v.module(), op)) {
    if (OpId owner = manualOwner(v.module(), op, axis)) return failBoundAxis({v, op, ""}, v.context().str(axis), owner);
  }
  return true;
}

bool verifySdyManualSymbols(Verifier& v, OpId op) {
  OpCheck o(v, op);
  auto manual = manualAxesOf(v.module(), op);
  BlockId body = o.body(0);
  Types arguments = body ? o.argumentTypes(body) : Types();
  Types returned = body ? o.returnTypes(body) : Types();
  return checkBorder({o, "operand", manual, o.operandTypes(), arguments, o.attr("in_shardings")}) &&
         checkBorder({o, "result", manual, o.resultTypes(), returned, o.attr("out_shardings")}) && checkManualMesh(o, manual);
}

bool verifySdyNamedSymbols(Verifier& v, OpId op) {
  OpCheck o(v, op);
  BlockId body = o.body(0);
  Types arguments = body ? o.argumentTypes(body) : Types();
  if (arguments.size() != o.operands()) {
    return o.fail("number of block arguments must match the number of operands: ", arguments.size(), " != ", o.operands());
  }
  for (std::uint32_t i = 0; i < o.operands(); ++i) {
    if (arguments[i] == o.operand(i)) continue;
    return o.fail("expected the type of the ", i,
                  "'th block argument to match the type of the corresponding operand: ", o.text(arguments[i]), " vs ",
                  o.text(o.operand(i)));
  }
  AttrId in = o.attr("in_shardings");
  AttrId out = o.attr("out_shardings");
  return (!in || checkShardings(v, op, in, o.operandTypes(), "in_shardings ")) &&
         (!out || checkShardings(v, op, out, o.resultTypes(), "out_shardings "));
}

}  // namespace shardlens
