#include "engine/verify/sdy_check.h"

namespace shardlens {

namespace {

bool checkOpSharding(Verifier& v, OpId op, AttrId value) {
  if (v.context().kind(value) != AttrKind::SdyShardingPerValue) {
    return v.opError(op, "should have a sharding attribute of type TensorShardingPerValueAttr");
  }
  const Module& m = v.module();
  // Most operations have one result: no list is made for it.
  if (m.op(op).resultCount == 1) {
    TypeId type = m.type(m.result(op));
    return checkShardings(v, op, value, {&type, 1}, "result ");
  }
  return checkShardings(v, op, value, OpCheck(v, op).resultTypes(), "result ");
}

bool checkRule(Verifier& v, OpId op, AttrId value) {
  if (v.context().kind(value) == AttrKind::SdyOpShardingRule) return checkShardingRule(v, op, value);
  return v.opError(op, "should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'");
}

bool checkEdges(Verifier& v, OpId op, AttrId value) {
  if (v.context().kind(value) == AttrKind::SdyPropagationEdges) return checkPropagationEdges(v, op, value);
  return v.opError(op, "should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'");
}

bool checkEdgesPerValue(Verifier& v, OpId op, AttrId value) {
  const Context& c = v.context();
  bool good = c.kind(value) == AttrKind::Array;
  for (AttrId item : good ? c.attr(value).subs : std::span<const AttrId>()) good = good && c.kind(item) == AttrKind::SdyPropagationEdges;
  return good || v.opError(op,
                           "should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named "
                           "'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'");
}

using Check = bool (*)(Verifier&, OpId, AttrId);
struct AttributeWords {
  std::string_view name;
  Check check;
};
constexpr AttributeWords kAttributeWords[] = {
    {"sdy.sharding", checkOpSharding},
    {"sdy.sharding_rule", checkRule},
    {"sdy.propagation_edges", checkEdges},
    {"sdy.result_propagation_edges", checkEdgesPerValue},
    {"sdy.block_arg_propagation_edges", checkEdgesPerValue},
};

bool checkOpAttributes(Verifier& v, OpId op) {
  const Context& c = v.context();
  auto entries = c.attr(v.module().op(op).attrs).subs;
  for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
    std::string_view name = c.attr(entries[i]).text;
    if (!name.starts_with("sdy.")) continue;
    for (const AttributeWords& row : kAttributeWords) {
      if (row.name == name && !row.check(v, op, entries[i + 1])) return false;
    }
  }
  return true;
}

// `sdy.sharding` of arguments or results of a function, in its array of dictionaries.
bool checkFunctionValues(Verifier& v, OpId op, std::string_view array, std::span<const TypeId> types, std::string_view kind) {
  const Context& c = v.context();
  AttrId all = v.module().attribute(op, array);
  if (!all || c.kind(all) != AttrKind::Array) return true;
  auto dictionaries = c.attr(all).subs;
  CheckedPlace at{v, op, kind, CheckedPlace::Index::Number};
  for (at.index = 0; at.index < dictionaries.size() && at.index < types.size(); ++at.index) {
    if (c.kind(dictionaries[at.index]) != AttrKind::Dictionary) continue;
    AttrId sharding = c.get(dictionaries[at.index], "sdy.sharding");
    if (!sharding) continue;
    if (c.kind(sharding) != AttrKind::SdyTensorSharding) return at.fail("should have a sharding attribute of type TensorShardingAttr");
    if (!checkSharding(at, sharding, types[at.index])) return false;
  }
  return true;
}

bool checkFunction(Verifier& v, OpId op) {
  const Context& c = v.context();
  AttrId typeAttr = v.module().attribute(op, "function_type");
  if (!typeAttr || !c.attr(typeAttr).type || c.type(c.attr(typeAttr).type).kind != TypeKind::Function) return true;
  const TypeData& type = c.type(c.attr(typeAttr).type);
  auto inputs = static_cast<std::size_t>(type.ints[0]);
  return checkFunctionValues(v, op, "arg_attrs", type.types.first(inputs), "arg ") &&
         checkFunctionValues(v, op, "res_attrs", type.types.subspan(inputs), "result ");
}

}  // namespace

bool verifySdyAttributes(Verifier& v, OpId op) {
  return checkOpAttributes(v, op) && (v.module().op(op).kind != OpKind::FuncFunc || checkFunction(v, op));
}

}  // namespace shardlens
