#pragma once

#include "engine/session/box_bytes.h"

namespace shardlens {

/// Makes the shares of the axes in every box, again and again while shardings change.
///
/// Only boxes with values that changed since the last time, and those around them, are summed anew, in the same order as all of them
/// would be: the result is the same to the last bit.
class BoxShareMaker {
 public:
  BoxShareMaker(const Module& module, const Outline& outline);
  /// `meshes` must stay as it is from one call to the next; another one means that all shares are new.
  const std::vector<BoxShares>& make(const std::vector<AttrId>& shardings, std::shared_ptr<const MeshTable> meshes);

 private:
  using Split = std::array<float, BoxShares::kAxes>;

  void listMembers(const Module& module);
  void listChildren();
  /// Marks a box and those around it.
  void touch(BoxId box);
  void sumOwn(std::uint32_t box, AxisLists& axes);
  void sumAll(std::uint32_t box);

  Context& context_;
  const Outline& outline_;
  std::vector<std::uint32_t> firstMember_, members_;  ///< values of each box, ascending
  std::vector<double> bytes_;                         ///< by value
  std::vector<double> total_;                         ///< by box, all that is inside counted
  std::vector<std::uint32_t> inside_;                 ///< boxes, each behind all that are inside it
  std::vector<std::uint32_t> lastChild_, before_;     ///< of each box: its last child and its neighbour before it, in preorder; kNone: none
  std::vector<Split> own_, all_;                      ///< bytes that each axis splits, by box: of its own values, and of all inside
  std::vector<char> touched_;                         ///< by box
  std::shared_ptr<const MeshTable> meshes_;
  std::vector<AttrId> shardings_;
  std::vector<BoxShares> shares_;
};

/// Shares of the axes for every box, from the shardings of its values.
std::vector<BoxShares> boxShares(const Module& module, const Outline& outline, const std::vector<AttrId>& shardings,
                                 const MeshTable& meshes);

}  // namespace shardlens
