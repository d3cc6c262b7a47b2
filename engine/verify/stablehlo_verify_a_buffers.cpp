// Custom calls that make, pin and unpin buffers, and what every custom call owes to its buffers.
#include <algorithm>
#include <set>

#include "engine/verify/stablehlo_verify_a.h"

namespace shardlens::verify_a {

namespace {

using Dims = std::span<const std::int64_t>;
using Path = std::vector<std::int64_t>;

bool isBuffer(const OpCheck& o, TypeId type) { return o.c.type(type).kind == TypeKind::MemRef; }

bool checkCreateBuffer(const OpCheck& o) {
  if (o.operands() != 0) return o.failOp("CreateBuffer custom_call shouldn't have any inputs");
  if (o.results() != 1) return o.failOp("CreateBuffer custom_call should have one result");
  return isBuffer(o, o.result()) || o.failOp("CreateBuffer custom_call should have a memref result");
}

/// Pin takes a tensor and gives a buffer, Unpin the other way round.
bool checkPin(const OpCheck& o, std::string_view name, bool pins) {
  std::string_view from = pins ? "tensor" : "memref", to = pins ? "memref" : "tensor";
  auto isOf = [&](TypeId type, bool buffer) { return buffer ? isBuffer(o, type) : isTensor(o.c, type); };
  if (o.operands() != 1) return o.failOp(name, " custom_call should have one input");
  if (!isOf(o.operand(0), !pins)) return o.failOp(name, " custom_call should have a ", from, " input");
  if (o.results() != 1) return o.failOp(name, " custom_call should have one output");
  if (!isOf(o.result(), pins)) return o.failOp(name, " custom_call should have a ", to, " output");
  if (compatibleShapes(o.c, o.operand(0), o.result()) && o.element(o.operand(0)) == o.element(o.result())) return true;
  return o.failOp(name, " custom_call should have compatible input and output types");
}

std::string pathText(Dims path) { return say("[", path, "]"); }

/// Parts of operands and outputs that are buffers and stand in an alias.
struct AliasedBuffers {
  std::set<Path> outputs;
  std::set<std::pair<std::int64_t, Path>> operands;
};

TypeId partAt(const OpCheck& o, TypeId type, Dims path) {
  for (std::int64_t i : path) type = o.c.type(type).types[static_cast<std::size_t>(i)];
  return type;
}

AliasedBuffers aliasedBuffers(const OpCheck& o) {
  AliasedBuffers found;
  AttrId aliases = o.attr("output_operand_aliases");
  if (!aliases) return found;
  for (AttrId alias : o.c.attr(aliases).subs) {
    Dims rest = o.c.attr(alias).ints;
    Dims output = takeList(rest);
    std::int64_t operand = rest[0];
    rest = rest.subspan(1);
    Dims path = takeList(rest);
    if (!isBuffer(o, partAt(o, o.operand(static_cast<std::uint32_t>(operand)), path))) continue;
    if (!found.outputs.emplace(output.begin(), output.end()).second) {
      o.failOp("buffer output ", pathText(output), " is used in output_operand_alias more than once");
    }
    if (!found.operands.emplace(operand, Path(path.begin(), path.end())).second) {
      o.failOp("buffer operand ", operand, pathText(path), " is used in output_operand_alias more than once");
    }
  }
  return found;
}

bool checkOutputs(const OpCheck& o, const AliasedBuffers& aliased, TypeId type, Path& path) {
  if (o.c.type(type).kind != TypeKind::Tuple) {
    if (!isBuffer(o, type) || aliased.outputs.contains(path)) return true;
    return o.failOp("buffer output ", pathText(path), " is not used in output_operand_alias");
  }
  auto members = o.c.type(type).types;
  for (std::size_t i = 0; i < members.size(); ++i) {
    path.push_back(static_cast<std::int64_t>(i));
    if (!checkOutputs(o, aliased, members[i], path)) return false;
    path.pop_back();
  }
  return true;
}

}  // namespace

bool checkKnownCustomCall(const OpCheck& o) {
  std::string_view target = o.c.attr(o.attr("call_target_name")).text;
  if (target == "CreateBuffer") return checkCreateBuffer(o);
  if (target == "Pin") return checkPin(o, target, true);
  if (target == "Unpin") return checkPin(o, target, false);
  AliasedBuffers aliased = aliasedBuffers(o);
  Path path;
  return checkOutputs(o, aliased, o.results() == 1 ? o.result() : o.c.tuple(o.resultTypes()), path);
}

}  // namespace shardlens::verify_a
