#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace shardlens::app {

/// A mesh axis as shown: its colour comes from the index in the mesh, its shade counts parts of a split axis.
struct ChipLook {
  int axis = -1;
  int shade = 0;
  QString text;
};

struct DimLook {
  QString size;
  std::vector<ChipLook> chips;
  bool open = false;
};

/// What a node shows, ready to be painted.
struct NodeLook {
  QString title;  ///< of a box its name; of an operation its scope and name
  QString ident;  ///< top right: `%1204`, `argument`
  QString note;   ///< bottom right: `annotated`, where propagation ended
  QString info;   ///< of a box: `722 ops`
  QString dtype;
  std::vector<DimLook> dims;
  std::vector<ChipLook> partial;
  std::vector<std::pair<int, float>> bar;  ///< of a box: axis and its share of the bytes inside, in mesh order
  int tone = -1;                           ///< where nodes are coloured by when they were sharded: its colour and mark
  QString mark;
  bool ended = false;  ///< `note` says where propagation ended
};

// Sizes of the parts of a node, in scene units (pixels at 100 %).
inline constexpr double kNodeHeight = 70, kBareNodeHeight = 32, kBoxHeight = 44, kNodePad = 16, kTitleBase = 19, kDimsTop = 29,
                        kCellHeight = 18, kChipHeight = 14;
inline constexpr double kGroupTop = 40, kGroupSide = 28, kGroupBottom = 22;

/// Width that `dim` takes.
double dimWidth(const DimLook& dim);
/// Room that the node of an operation or argument needs.
double leafWidth(const NodeLook& look);
/// Room that a folded box needs.
double boxWidth(const NodeLook& look);
/// Width of a text in the font of edge stubs.
double stubWidth(const QString& text);

}  // namespace shardlens::app
