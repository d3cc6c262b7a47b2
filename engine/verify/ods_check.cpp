#include <algorithm>

#include "engine/verify/attr_constraint.h"
#include "engine/verify/ods.h"
#include "engine/verify/type_constraint.h"

namespace shardlens {

namespace {

/// How many of something there must be: exactly `fixed`, or at least that many.
struct Demand {
  std::size_t fixed = 0;
  bool more = false;
};

template <typename Group>
Demand demandOf(const std::vector<Group>& groups) {
  auto variadics = static_cast<std::size_t>(std::ranges::count_if(groups, &Group::variadic));
  return {groups.size() - variadics, variadics > 0};
}

bool isMet(Demand demand, std::size_t found) { return demand.more ? found >= demand.fixed : found == demand.fixed; }

std::string expected(Demand demand, std::string_view what) { return say("expected ", demand.fixed, demand.more ? " or more " : " ", what); }

bool checkRegionCount(const OpCheck& o, const OdsSpec& spec) {
  Demand demand = demandOf(spec.regions);
  if (isMet(demand, o.m.op(o.op).regionCount)) return true;
  if (!demand.more && demand.fixed < 2) return o.failOp(demand.fixed == 0 ? "requires zero regions" : "requires one region");
  return o.failOp(expected(demand, "regions"));
}

bool checkResultCount(const OpCheck& o, const OdsSpec& spec) {
  Demand demand = demandOf(spec.results);
  if (isMet(demand, o.results())) return true;
  if (!demand.more && demand.fixed < 2) return o.failOp(demand.fixed == 0 ? "requires zero results" : "requires one result");
  return o.failOp(expected(demand, "results"));
}

bool checkOperandCount(const OpCheck& o, const OdsSpec& spec) {
  Demand demand = demandOf(spec.operands);
  if (isMet(demand, o.operands())) return true;
  if (!demand.more && demand.fixed < 2) return o.failOp(demand.fixed == 0 ? "requires zero operands" : "requires a single operand");
  return o.failOp(expected(demand, "operands"), ", but found ", o.operands());
}

bool checkAttributes(const OpCheck& o, const OdsSpec& spec) {
  for (const OdsAttr& attr : spec.attributes) {
    if (!attr.optional && !o.attr(attr.name)) return o.failOp("requires attribute '", attr.name, "'");
  }
  for (const OdsAttr& attr : spec.attributes) {
    AttrId value = o.attr(attr.name);
    if (!value || attr.constraint->holds(o.c, value)) continue;
    return o.failOp("attribute '", attr.name, "' failed to satisfy constraint: ", attr.constraint->summary);
  }
  return true;
}

bool checkType(const OpCheck& o, const OdsValue& group, TypeId type, std::string_view what, std::uint32_t i) {
  if (satisfies(o.c, type, *group.type)) return true;
  return o.failOp(what, " #", i, " must be ", group.variadic ? "variadic of " : "", summaryOf(*group.type), ", but got ", o.text(type));
}

bool checkOperandTypes(const OpCheck& o, const OdsSpec& spec) {
  for (std::size_t g = 0; g < spec.operands.size(); ++g) {
    OdsRange range = odsOperands(o, spec, g);
    for (std::uint32_t i = range.first; i < range.first + range.count && i < o.operands(); ++i) {
      if (!checkType(o, spec.operands[g], o.operand(i), "operand", i)) return false;
    }
  }
  return true;
}

bool checkResultTypes(const OpCheck& o, const OdsSpec& spec) {
  for (std::size_t g = 0; g < spec.results.size(); ++g) {
    OdsRange range = odsResults(o, spec, g);
    for (std::uint32_t i = range.first; i < range.first + range.count && i < o.results(); ++i) {
      if (!checkType(o, spec.results[g], o.result(i), "result", i)) return false;
    }
  }
  return true;
}

bool hasOneBlock(const OpCheck& o, std::uint32_t region) {
  BlockId first = o.body(region);
  return first && !o.m.block(first).next;
}

/// Blocks that control goes on to: only branches name any.
std::size_t successorCount(OpKind kind) {
  if (kind == OpKind::CfBranch) return 1;
  return kind == OpKind::CfCondBranch ? 2 : 0;
}

bool checkSuccessorCount(const OpCheck& o) {
  std::size_t wanted = successorCount(o.m.op(o.op).kind), found = o.m.successors(o.op).size();
  if (found == wanted) return true;
  return wanted == 1 ? o.failOp("requires one successor") : o.failOp("requires ", wanted, " successors but found ", found);
}

}  // namespace

bool checkOdsCounts(const OpCheck& o, const OdsSpec& spec) {
  return checkRegionCount(o, spec) && checkResultCount(o, spec) && checkSuccessorCount(o) && checkOperandCount(o, spec);
}

bool checkOdsTraits(const OpCheck& o, const OdsSpec& spec, OdsStage stage) {
  for (const OdsTraitUse& use : spec.traits) {
    if (use.trait->stage == stage && !use.trait->check(o, spec, use.names)) return false;
  }
  return true;
}

bool checkOdsContents(const OpCheck& o, const OdsSpec& spec) {
  for (const OdsTraitUse& use : spec.traits) {
    if (use.trait->checkContents != nullptr && !use.trait->checkContents(o)) return false;
  }
  return true;
}

bool checkOdsConstraints(const OpCheck& o, const OdsSpec& spec) {
  return checkAttributes(o, spec) && checkOperandTypes(o, spec) && checkResultTypes(o, spec) &&
         checkOdsTraits(o, spec, OdsStage::Predicate);
}

std::string attributeError(const Context& c, OpKind kind, std::span<const std::pair<StrId, AttrId>> attrs) {
  for (const OdsAttr& attr : odsSpec(kind).attributes) {
    for (const auto& [name, value] : attrs) {
      if (c.str(name) != attr.name || attr.constraint->holds(c, value)) continue;
      return say("'", opInfo(kind).name, "' op attribute '", attr.name, "' failed to satisfy constraint: ", attr.constraint->summary);
    }
  }
  return {};
}

bool checkOdsRegions(const OpCheck& o, const OdsSpec& spec) {
  for (std::uint32_t i = 0; i < o.m.op(o.op).regionCount; ++i) {
    const OdsRegion& region = spec.regions[std::min<std::size_t>(i, spec.regions.size() - 1)];
    if (!region.oneBlock || hasOneBlock(o, i)) continue;
    return o.failOp("region #", i, " ('", region.name, "') failed to verify constraint: region with 1 blocks");
  }
  return true;
}

}  // namespace shardlens
