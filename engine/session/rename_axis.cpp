#include "engine/session/rename_axis.h"

#include <algorithm>

namespace shardlens {

namespace {

bool holdsAxes(AttrKind kind) {
  switch (kind) {
    case AttrKind::Dictionary:
    case AttrKind::Array:
    case AttrKind::StablehloReplicaGroupMeshAxes:
    case AttrKind::SdyDimSharding:
    case AttrKind::SdyTensorSharding:
    case AttrKind::SdyShardingPerValue:
    case AttrKind::SdyManualAxes:
    case AttrKind::SdyAxisRefList:
    case AttrKind::SdyListOfAxisRefLists:
    case AttrKind::SdyAllToAllParam:
    case AttrKind::SdyAllToAllParamList: return true;
    default: return false;
  }
}

bool isCollective(OpKind kind) { return kind >= OpKind::SdyAllGather && kind <= OpKind::SdyReplicatedToUnreduced; }

}  // namespace

bool AxisRenamer::namesMesh(AttrId attr) const { return c_.kind(attr) == AttrKind::SymbolRef && c_.attr(attr).text == rename_.mesh; }

AttrId AxisRenamer::rewrite(AttrId attr, bool inside) {
  if (!attr) return attr;
  auto& known = known_[inside ? 1 : 0];
  if (auto it = known.find(attr); it != known.end()) return it->second;
  AttrId now = made(attr, inside);
  known.emplace(attr, now);
  return now;
}

AttrId AxisRenamer::made(AttrId attr, bool inside) {
  AttrData data = c_.attr(attr);
  bool name = data.kind == AttrKind::SdyAxisRef || data.kind == AttrKind::StablehloAxisRef;
  if (name) {
    if (!inside || data.text != rename_.from) return attr;
    data.text = rename_.to;
    return c_.attr(data);
  }
  if (!holdsAxes(data.kind)) return attr;
  if (data.kind == AttrKind::SdyTensorSharding || data.kind == AttrKind::StablehloReplicaGroupMeshAxes) inside = namesMesh(data.subs[0]);
  std::vector<AttrId> subs(data.subs.begin(), data.subs.end());
  for (AttrId& sub : subs) {
    if (data.kind == AttrKind::SdyManualAxes)
      sub = inside && c_.attr(sub).text == rename_.from ? c_.string(rename_.to) : sub;
    else
      sub = rewrite(sub, inside);
  }
  if (std::equal(subs.begin(), subs.end(), data.subs.begin())) return attr;
  data.subs = subs;
  return c_.attr(data);
}

// Manual axes and the axes of collectives are of the mesh that the shardings beside them name.
bool AxisRenamer::speaksOfMesh(const Module& m, OpId op) const {
  OpKind kind = m.op(op).kind;
  if (kind != OpKind::SdyManualComputation && !isCollective(kind)) return false;
  for (const char* name : {"in_shardings", "out_shardings", "out_sharding"}) {
    AttrId attr = m.attribute(op, name);
    if (attr && c_.kind(attr) == AttrKind::SdyShardingPerValue) {
      for (AttrId sharding : c_.attr(attr).subs)
        if (namesMesh(c_.attr(sharding).subs[0])) return true;
    } else if (attr && c_.kind(attr) == AttrKind::SdyTensorSharding && namesMesh(c_.attr(attr).subs[0])) {
      return true;
    }
  }
  return false;
}

void AxisRenamer::rewriteAll(Module& m) {
  walk(m, m.root(), [&](OpId op) {
    if (m.op(op).kind == OpKind::SdyMesh) return;
    m.op(op).attrs = rewrite(m.op(op).attrs, speaksOfMesh(m, op));
  });
}

}  // namespace shardlens
