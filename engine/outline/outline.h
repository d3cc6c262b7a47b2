#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/module.h"
#include "engine/support/progress.h"

namespace shardlens {

using BoxId = Id<struct BoxTag>;  ///< box of an Outline

/// What a box of the outline stands for. Op and Argument boxes are leaves; the others open.
enum class BoxKind : std::uint8_t {
  Function,  ///< a function; `op` is its func.func
  Phase,     ///< forward, loss, backward, update, made by dataflow and names
  Scope,     ///< a location scope, or one occurrence of it
  Layer,     ///< one layer; mostly a member of a Run
  Run,       ///< `layer x 80`: its children are the members in program order
  Loop,      ///< a while (or other operation whose regions open); `op` is that operation, its children the bodies' own hierarchy
  Call,      ///< a call; `op` is the call and `body` the Function box whose children it shows as its own (it has none itself)
  Role,      ///< parameters, states, constants, helpers ... of what surrounds it
  Pattern,   ///< operations folded by name pattern or repeated structure
  Slice,     ///< operations folded by position alone
  Op,        ///< leaf: one operation with all in its regions
  Argument,  ///< leaf: one block argument
};

/// Lower-case name of `kind`, as in `outline --json`.
std::string_view boxKindName(BoxKind kind);

struct Box {
  std::string name;  ///< shown to people; of a leaf: the last part of its scope name, its operation or the argument's name
  BoxKind kind = BoxKind::Slice;
  bool equalMembers = false;  ///< Run: its members are isomorphic, not only alike by name
  BoxId parent;               ///< invalid for the root, functions reached by calls only, and those of `uncalled` functions' tops
  BoxId body;                 ///< Call: the Function box it shows
  BoxId equalTo;  ///< member of a Run or repeated box: the first box that this one is isomorphic to (itself where it is the first)
  std::uint32_t firstChild = 0;  ///< index into Outline::children
  std::uint32_t childCount = 0;
  std::uint32_t ops = 0;    ///< operations inside (a leaf counts itself and all in its regions; a Call counts what it calls)
  std::uint32_t first = 0;  ///< preorder number of the box
  std::uint32_t last = 0;   ///< one past the largest preorder number inside it: `b` holds `x` when b.first <= x.first < b.last
  OpId op;
  ValueId value;  ///< Argument: the block argument
};

/// A hierarchy of boxes over a module's operations: every box is convex (no path leaves and re-enters it).
struct Outline {
  std::vector<Box> boxes;        ///< by BoxId
  std::vector<BoxId> children;   ///< child lists of all boxes, each contiguous
  BoxId root;                    ///< Function box of the public function (its children are the first level)
  std::vector<BoxId> functions;  ///< Function boxes of all functions, the root among them
  std::vector<BoxId> boxOfOp;    ///< by OpId: the leaf (or Loop, Call) that stands for the operation; invalid for functions and the module
  std::vector<BoxId>
      boxOfValue;    ///< by ValueId: leaf of an argument, else the box of the defining operation; a Loop for its region's arguments
  std::string note;  ///< what could not be told ("no location names: forward and backward are not told apart"); empty when all was

  [[nodiscard]] const Box& box(BoxId id) const { return boxes[id.value]; }
  /// Children of `id`; for a Call those of the function it shows.
  [[nodiscard]] std::span<const BoxId> childrenOf(BoxId id) const;
  [[nodiscard]] bool holds(BoxId outer, BoxId inner) const {
    return box(outer).first <= box(inner).first && box(inner).first < box(outer).last;
  }
  /// The child of `outer` that is or holds `inner`; invalid where `outer` does not hold it.
  [[nodiscard]] BoxId childToward(BoxId outer, BoxId inner) const;
  /// Names from the root's function down, joined by `/`.
  [[nodiscard]] std::string path(BoxId id) const;
  /// Sets ops, first and last of every box from parents and children; the maker calls it last.
  void number(const Module& module);
};

/// Makes the hierarchy; null when cancelled.
std::shared_ptr<const Outline> makeOutline(const Module& module, Progress* progress = nullptr);

/// Dataflow between two children of one box: `count` uses of values made in `from` by `to`; `value` is one of them.
struct BoxEdge {
  BoxId from, to;
  std::uint32_t count = 0;
  ValueId value;
};

/// Dataflow that crosses the border of a box: `inside` is its child, `outside` the child of their lowest common box that holds the far end.
struct BorderEdge {
  BoxId inside, outside;
  bool incoming = false;  ///< the value comes from outside
  std::uint32_t count = 0;
  ValueId value;
};

struct LevelEdges {
  std::vector<BoxEdge> edges;  ///< ordered by (from, to)
  std::vector<BorderEdge> border;
};

/// Dataflow of the level inside `box`, from the module's operands and uses.
LevelEdges levelEdges(const Module& module, const Outline& outline, BoxId box);

/// Name that the opened text gives the value, without `%` and `:n`; empty where it has none.
std::string_view nameInText(const Module& module, ValueId value);
/// Stable, human path of a value: the outline's path of its leaf, `#n` where the level has more of that name
/// (`main/forward/layer_3/dot_general#2`).
std::string valuePath(const Module& module, const Outline& outline, ValueId value);
/// Value that `path` names: as `valuePath` gives it, or `function/%name` by the name in the opened text; invalid where none.
ValueId findValue(const Module& module, const Outline& outline, std::string_view path);

}  // namespace shardlens
