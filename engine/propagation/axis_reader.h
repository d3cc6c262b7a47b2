#pragma once

#include "engine/propagation/projection.h"

namespace shardlens {

/// Reads the axes of a dimension from the major side, where an axis may be taken in parts.
class AxisReader {
 public:
  AxisReader(const AxisList& axes, const Mesh& mesh) : axes_(axes), mesh_(mesh) { load(); }

  [[nodiscard]] bool more() const { return at_ < axes_.size(); }
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// What is left of the current axis; moves on to the next.
  AxisRef takeAll() {
    AxisRef rest = split_ ? AxisRef{axes_[at_].name, preSize_, size_} : AxisRef{axes_[at_].name};
    ++at_;
    load();
    return rest;
  }
  /// The most major part of what is left, of `size`.
  AxisRef takePart(std::int64_t size) {
    AxisRef part{axes_[at_].name, split_ ? preSize_ : 1, size};
    preSize_ = part.preSize * size;
    size_ /= size;
    split_ = true;
    return part;
  }
  /// Appends all that is left.
  void takeRest(AxisList& into) {
    while (more()) addOrMerge(into, takeAll(), mesh_);
  }

 private:
  void load() {
    if (!more()) return;
    split_ = !axes_[at_].isFull();
    preSize_ = axes_[at_].preSize;
    size_ = mesh_.sizeOf(axes_[at_]);
  }
  const AxisList& axes_;
  const Mesh& mesh_;
  std::size_t at_ = 0;
  std::int64_t size_ = 0, preSize_ = 1;
  bool split_ = false;
};

}  // namespace shardlens
