#include <algorithm>

#include "engine/coercion/reshard_inserter.h"

namespace shardlens {

namespace {

// The mesh over which a value is spread when it leaves a single device; invalid where the module has none with axes.
AttrId meshOfMany(const ShardingBook& book) {
  for (const MeshTable::Entry& entry : book.meshes().entries()) {
    if (!entry.mesh.axes.empty()) return book.context().symbol(entry.name);
  }
  return {};
}

bool isRankedTensorValue(const Module& m, ValueId value) { return isRankedTensor(m.context(), m.type(value)); }

}  // namespace

// What goes in is replicated first, then moved to the device; what comes out is replicated over the mesh, then sharded as its users expect.
bool ReshardInserter::singleDevice(OpId op, std::span<const AttrId> results) {
  Context& c = module_.context();
  AttrId device;
  for (AttrId sharding : results) {
    if (!book_.maximal(sharding)) continue;
    if (device && book_[sharding].mesh->deviceIds != book_.meshes().find(device)->deviceIds) {
      return fail(op, "has conflicting single-device result shardings");
    }
    device = book_[sharding].sharding.mesh;
  }
  AttrId many = meshOfMany(book_);
  if (!many) return true;
  AttrId onDevice = replicatedSharding(c, 0, device, true);

  for (std::uint32_t i = 0; i < module_.op(op).operandCount; ++i) {
    ValueId operand = module_.operand(op, i);
    if (!isRankedTensorValue(module_, operand)) continue;
    AttrId everywhere = book_.replicatedFor(operand, many);
    AttrId now = book_.of(operand) ? book_.of(operand) : everywhere;
    AttrId mesh = book_[now].sharding.mesh;
    if (mesh == device && book_.equivalent(now, onDevice)) continue;
    ValueId input = operand;
    Place place = Place::beforeOp(module_, op);
    if (book_.sharded(now) || mesh != many) input = make_.reshard(place, input, everywhere);
    module_.setOperand(module_.operandUse(op, i), make_.reshard(place, input, onDevice));
  }

  Place place = Place::afterOp(module_, op);
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    ValueId result = module_.result(op, i);
    if (!isRankedTensorValue(module_, result)) continue;
    AttrId everywhere = book_.replicatedFor(result, many);
    AttrId target = results[i] && !book_.maximal(results[i]) ? results[i] : everywhere;
    ValueId spread = make_.reshard(place, result, everywhere);
    make_.replaceOtherUses(result, spread);
    if (target != everywhere) make_.replaceOtherUses(spread, make_.reshard(place, spread, target));
  }
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    ValueId result = module_.result(op, i);
    bool token = c.type(module_.type(result)).kind == TypeKind::Token;
    if (isRankedTensorValue(module_, result)) setSharding(module_, result, onDevice);
    if (token) setSharding(module_, result, replicatedSharding(c, 0, many, true));
  }
  return true;
}

}  // namespace shardlens
