#include "engine/coercion/made_ops.h"

namespace shardlens {

ValueId LayoutOps::make(const Place& place, OpKind kind, ValueId input, Attributes attributes) {
  OpId def = module_.definingOp(input);
  TypeId type = module_.type(input);
  Module::NewOp made;
  made.kind = kind;
  made.attrs = module_.context().dict(std::move(attributes));
  made.loc = def ? module_.op(def).loc : module_.value(input).loc;
  made.source = def ? module_.op(def).source : module_.value(input).source;
  made.operands = {&input, 1};
  made.results = {&type, 1};
  OpId op = module_.create(made);
  if (place.before) {
    module_.insertBefore(place.before, op);
  } else {
    module_.append(place.block, op);
  }
  return module_.result(op);
}

AttrId LayoutOps::axisList(const std::vector<AxisRef>& axes) {
  std::vector<AttrId> subs;
  subs.reserve(axes.size());
  for (const AxisRef& axis : axes) subs.push_back(encodeAxisRef(module_.context(), axis));
  return module_.context().attr({.kind = AttrKind::SdyAxisRefList, .subs = subs});
}

ValueId LayoutOps::reshard(const Place& place, ValueId input, AttrId sharding) {
  return make(place, OpKind::SdyReshard, input, {{module_.context().str("sharding"), sharding}});
}

ValueId LayoutOps::allReduce(const Place& place, ValueId input, const std::vector<AxisRef>& axes, ReductionOp reduction, AttrId sharding) {
  Context& c = module_.context();
  AttrId kind = c.integer(c.integer(32U), static_cast<std::int64_t>(reduction));
  return make(place, OpKind::SdyAllReduce, input,
              {{c.str("out_sharding"), sharding}, {c.str("reduction_axes"), axisList(axes)}, {c.str("reduction_op"), kind}});
}

ValueId LayoutOps::replicatedToUnreduced(const Place& place, ValueId input, const std::vector<AxisRef>& axes, AttrId sharding) {
  Context& c = module_.context();
  return make(place, OpKind::SdyReplicatedToUnreduced, input, {{c.str("axes"), axisList(axes)}, {c.str("out_sharding"), sharding}});
}

ValueId LayoutOps::shardedToUnreduced(const Place& place, ValueId input, const std::vector<std::vector<AxisRef>>& axes, AttrId sharding) {
  Context& c = module_.context();
  std::vector<AttrId> lists;
  lists.reserve(axes.size());
  for (const auto& list : axes) lists.push_back(axisList(list));
  AttrId all = c.attr({.kind = AttrKind::SdyListOfAxisRefLists, .subs = lists});
  return make(place, OpKind::SdyShardedToUnreduced, input, {{c.str("axes"), all}, {c.str("out_sharding"), sharding}});
}

void LayoutOps::replaceOtherUses(ValueId from, ValueId to) {
  OpId own = module_.definingOp(to);
  for (UseId use = module_.value(from).firstUse; use;) {
    UseId following = module_.use(use).next;
    if (module_.use(use).owner != own) module_.setOperand(use, to);
    use = following;
  }
}

}  // namespace shardlens
