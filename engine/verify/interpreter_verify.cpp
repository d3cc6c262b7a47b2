// `interpreter.run_parallel` of StableHLO's tests: a grid of functions that run side by side, and what feeds them.
#include "engine/verify/op_checks.h"

namespace shardlens {

namespace {

/// The type of the function that `symbol` names in the module around; null after an error where there is none.
const TypeData* typeOfProgram(const OpCheck& o, AttrId symbol) {
  std::string_view name = o.c.attr(symbol).text;
  OpId found = o.v.symbol(o.m.parentOp(o.op), name);
  AttrId type = found && o.m.op(found).kind == OpKind::FuncFunc ? o.m.attribute(found, "function_type") : AttrId();
  if (type && o.c.kind(type) == AttrKind::Type && o.c.type(o.c.attr(type).type).kind == TypeKind::Function)
    return &o.c.type(o.c.attr(type).type);
  o.fail("Function ", o.v.text(o.c.string(name)), " not found");
  return nullptr;
}

bool isShapedKind(TypeKind kind) {
  return kind == TypeKind::RankedTensor || kind == TypeKind::UnrankedTensor || kind == TypeKind::MemRef ||
         kind == TypeKind::UnrankedMemRef || kind == TypeKind::Vector;
}

bool checkInfeed(const OpCheck& o) {
  AttrId infeed = o.attr("infeed");
  if (!infeed) return true;
  if (o.c.attr(infeed).subs.empty()) return o.fail("infeed attribute is optional or should not be empty");
  for (AttrId symbol : o.c.attr(infeed).subs) {
    const TypeData* type = typeOfProgram(o, symbol);
    if (type == nullptr) return false;
    auto results = type->types.subspan(static_cast<std::size_t>(type->ints[0]));
    std::string name = o.v.text(o.c.string(o.c.attr(symbol).text));
    if (results.size() != 1) return o.fail("Function ", name, " should return 1 tensor but returns ", results.size());
    if (!isShapedKind(o.c.type(results[0]).kind))
      return o.fail("Function ", name, " should return a tensor type, but instead returns ", o.text(results[0]));
  }
  return true;
}

bool checkSum(const OpCheck& o, std::string_view what, std::size_t has, std::size_t wanted) {
  if (has == wanted) return true;
  return o.fail("Number of ", what, " (", has, ") should match the sum of the number of ", what, " of all programs (", wanted, ")");
}

bool verifyRunParallel(Verifier& v, OpId op) {
  OpCheck o(v, op);
  auto replicas = o.c.attr(o.attr("programs")).subs;
  if (replicas.empty() || o.c.attr(replicas[0]).subs.empty()) return o.fail("`programs` attribute cannot be empty");
  std::size_t partitions = o.c.attr(replicas[0]).subs.size(), inputs = 0, results = 0;
  for (AttrId replica : replicas) {
    auto programs = o.c.attr(replica).subs;
    if (programs.size() != partitions) {
      return o.fail("Sizes of second dimension of `programs` should all match ", partitions, " but got ", programs.size());
    }
    for (AttrId program : programs) {
      const TypeData* type = typeOfProgram(o, program);
      if (type == nullptr) return false;
      auto taken = static_cast<std::size_t>(type->ints[0]);
      inputs += taken;
      results += type->types.size() - taken;
    }
  }
  return checkSum(o, "inputs", o.operands(), inputs) && checkSum(o, "results", o.results(), results) && checkInfeed(o);
}

}  // namespace

OpChecks interpreterChecks(OpKind kind) {
  return kind == OpKind::InterpreterRunParallel ? OpChecks{.verify = verifyRunParallel, .readsConstants = true} : OpChecks{};
}

}  // namespace shardlens
