#include "app/source/place_index.h"

#include <algorithm>

namespace shardlens::app {

PlaceIndex::PlaceIndex(SnapshotPtr snapshot) : snapshot_(std::move(snapshot)) {
  const Module& module = *snapshot_->module;
  ops_.reserve(module.opCount());
  walk(module, module.root(), [&](OpId op) {
    if (module.op(op).source != kNoOffset) ops_.push_back({module.op(op).source, op});
  });
  std::stable_sort(ops_.begin(), ops_.end(), [](const Place& a, const Place& b) { return a.at < b.at; });
  for (std::uint32_t v = 0; v < module.valueCount(); ++v)
    if (module.isArgument(ValueId(v)) && module.value(ValueId(v)).source != kNoOffset)
      arguments_.emplace_back(module.value(ValueId(v)).source, v);
  std::sort(arguments_.begin(), arguments_.end());
}

OpId PlaceIndex::opAt(Offset at) const {
  auto after = std::upper_bound(ops_.begin(), ops_.end(), at, [](Offset a, const Place& p) { return a < p.at; });
  return after == ops_.begin() ? OpId() : (after - 1)->op;
}

ValueId PlaceIndex::operandNamed(OpId op, std::string_view name) const {
  const Module& module = *snapshot_->module;
  for (std::uint32_t i = 0; op && i < module.op(op).operandCount; ++i)
    if (nameInText(module, module.operand(op, i)) == name) return module.operand(op, i);
  return {};
}

ValueId PlaceIndex::valueAt(Offset at, std::string_view name) const {
  const Module& module = *snapshot_->module;
  if (name.starts_with('%')) {
    auto argument = std::lower_bound(arguments_.begin(), arguments_.end(), std::pair(at, ValueId()),
                                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (argument != arguments_.end() && argument->first == at) return argument->second;
    if (ValueId value = operandNamed(opAt(at), name.substr(1))) return value;
  }
  OpId op = opAt(at);
  return op && module.op(op).resultCount > 0 ? module.result(op) : ValueId();
}

Offset PlaceIndex::placeOf(ValueId value) const {
  const Module& module = *snapshot_->module;
  if (!value) return kNoOffset;
  if (Offset at = module.value(value).source; at != kNoOffset) return at;
  OpId op = module.definingOp(value);
  return op ? module.op(op).source : kNoOffset;
}

Offset PlaceIndex::definition(Offset at, std::string_view name) const {
  if (name.starts_with('%')) return placeOf(valueAt(at, name));
  const Module& module = *snapshot_->module;
  if (name.starts_with('@')) {
    for (const Place& place : ops_) {
      AttrId symbol = module.attribute(place.op, "sym_name");
      if (symbol && module.context().attr(symbol).text == name.substr(1)) return place.at;
    }
    return kNoOffset;
  }
  std::string wanted = std::string(name) + " =";
  std::string_view text = snapshot_->source->text();
  for (auto found = text.find(wanted); found != std::string_view::npos; found = text.find(wanted, found + 1))
    if (found == 0 || text[found - 1] == '\n') return static_cast<Offset>(found);
  return kNoOffset;
}

}  // namespace shardlens::app
