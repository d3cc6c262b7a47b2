#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/snapshot.h"

namespace shardlens::test {

/// Edits of all kinds of whatever a program has: any value of any region, function results, meshes, annotations.
class AnyEdits {
 public:
  AnyEdits(const Snapshot& s, unsigned seed) : random_(seed) {
    const Module& m = *s.module;
    for (std::uint32_t v = 0; v < m.valueCount(); ++v)
      values_.emplace_back(valuePath(m, *s.outline, ValueId(v)), std::max<std::int64_t>(rankOf(m.context(), m.type(ValueId(v))), 0));
    walk(m, m.root(), [&](OpId op) {
      if (m.op(op).kind != OpKind::FuncFunc) return;
      std::vector<TypeId> types = resultTypesOf(m, op);
      for (std::size_t r = 0; r < types.size(); ++r)
        results_.emplace_back(std::string(m.context().attr(m.attribute(op, "sym_name")).text) + "#" + std::to_string(r),
                              std::max<std::int64_t>(rankOf(m.context(), types[r]), 0));
    });
    MeshTable table(m);
    for (const MeshTable::Entry& entry : table.entries()) {
      meshes_.push_back({std::string(entry.name), {}});
      for (const MeshAxis& axis : entry.mesh.axes) meshes_.back().second.emplace_back(m.context().str(axis.name), axis.size);
    }
  }
  /// From now on only shardings and constraints, of what is constrained and of few other values, again and again.
  void aroundConstraints(const Snapshot& s) {
    const Module& m = *s.module;
    std::vector<std::pair<std::string, std::int64_t>> near;
    for (std::uint32_t v = 0; v < m.valueCount(); ++v) {
      OpId def = m.definingOp(ValueId(v));
      if (!def || m.op(def).kind != OpKind::SdyShardingConstraint) continue;
      near.push_back(values_[v]);
      near.push_back(values_[m.operand(def, 0).value]);
    }
    for (int i = 0; i < 4; ++i) near.push_back(values_[below(values_.size())]);
    values_ = near;
    narrow_ = true;
  }
  Edit next(const std::vector<Edit>& edits) {
    const auto& [path, rank] = values_[below(values_.size())];
    if (narrow_) return {path, below(8) ? sharding(rank) : "", below(3) ? EditKind::Sharding : EditKind::Constraint};
    switch (below(14)) {
      case 0: return {path, ""};
      case 1:
      case 2: {
        const auto& [result, ofRank] = results_[below(results_.size())];
        return {result, below(4) ? sharding(ofRank) : "", EditKind::Result};
      }
      case 3:
      case 4: return {path, below(4) ? sharding(rank) : "", EditKind::Constraint};
      case 5: return {path, below(3) ? std::to_string(below(3)) : "", EditKind::Group};
      case 6: return meshes_.empty() ? Edit{path, ""} : meshEdit();
      case 7: return {"", printOptions(options()), EditKind::Options};
      case 8:
      case 9:
        if (edits.empty()) return {path, "sharding off", EditKind::Switch};
        {
          const Edit& of = edits[below(edits.size())];
          return {of.path, std::string(editKindName(of.kind)) + (below(2) ? " off" : " on"), EditKind::Switch};
        }
      default: return {path, sharding(rank)};
    }
  }
  bool undo() { return below(5) == 0; }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  PlanOptions options() {
    PlanOptions options;
    options.strategy = static_cast<FactorStrategy>(below(3));
    options.opPriorities = below(2), options.userPriorities = below(2), options.conservative = below(2);
    return options;
  }
  Edit meshEdit() {
    auto& [name, axes] = meshes_[below(meshes_.size())];
    if (axes.empty()) return {name, "[\"only\"=2]", EditKind::Mesh};
    if (below(3) == 0) {
      std::string& old = axes[below(axes.size())].first;
      Edit rename{name, "\"" + old + "\" -> \"" + old + "x\"", EditKind::AxisName};
      old += "x";  // a name that is in force in some of the later edits
      return rename;
    }
    if (below(2)) std::shuffle(axes.begin(), axes.end(), random_);
    if (below(2)) axes[below(axes.size())].second *= below(2) ? 2 : 3;
    std::string text;
    std::int64_t count = 1;
    for (const auto& [axis, size] : axes) text += (text.empty() ? "[\"" : ", \"") + axis + "\"=" + std::to_string(size), count *= size;
    text += "]";
    if (below(3) == 0 && count < 64) {
      for (std::int64_t i = 0; i < count; ++i) text += (i ? ", " : ", device_ids=[") + std::to_string(count - 1 - i);
      text += "]";
    }
    return {name, text, EditKind::Mesh};
  }
  std::string sharding(std::int64_t rank) {
    if (meshes_.empty()) return "[]";
    const auto& [mesh, axes] = meshes_[below(4) ? 0 : below(meshes_.size())];
    std::vector<std::string> left;
    for (const auto& [axis, size] : axes) left.push_back("\"" + axis + "\"" + (size % 2 == 0 && size > 2 && below(4) == 0 ? ":(1)2" : ""));
    std::shuffle(left.begin(), left.end(), random_);
    auto take = [&] {
      std::string axis = left.back();
      left.pop_back();
      return axis;
    };
    std::string text = "#sdy.sharding<@" + mesh + ", [";
    for (std::int64_t d = 0; d < rank; ++d) {
      bool has = !left.empty() && below(2);
      text += (d ? ", {" : "{") + (has ? take() : "") + (below(2) ? has ? ", ?" : "?" : "") + "}";
      if (has && below(5) == 0) text += "p" + std::to_string(below(3));
    }
    text += "]";
    if (!left.empty() && below(6) == 0) text += ", replicated={" + take() + "}";
    if (!left.empty() && below(8) == 0) text += ", unreduced={" + take() + "}";
    return text + ">";
  }

  std::mt19937 random_;
  bool narrow_ = false;
  std::vector<std::pair<std::string, std::int64_t>> values_, results_;
  std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::int64_t>>>> meshes_;
};

}  // namespace shardlens::test
