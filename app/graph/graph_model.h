#pragma once

#include <QObject>

#include <memory>
#include <span>

#include "app/graph/scene_builder.h"
#include "app/graph/tones.h"

namespace shardlens::app {

/// What the graph shows: a snapshot, the boxes that are open, and the picture of both. Views repaint on `sceneChanged`.
class GraphModel : public QObject {
  Q_OBJECT
 public:
  explicit GraphModel(LayoutService& layouts, QObject* parent = nullptr);

  /// Shows `snapshot`; with `keep`, what is open stays open (the same program after an edit).
  void show(SnapshotPtr snapshot, bool keep);
  [[nodiscard]] const SnapshotPtr& snapshot() const { return snapshot_; }
  /// Lets the nodes show the shardings of `then`, a moment of the snapshot or the snapshot itself. Nothing moves: the layout stays that of
  /// the end.
  void showMoment(SnapshotPtr then);
  /// Colours the nodes by `tones`, those of the snapshot; null: by their shardings.
  void setTones(TonesPtr tones);
  [[nodiscard]] ColourBy colouring() const { return tones_ ? tones_->by() : ColourBy::Sharding; }
  [[nodiscard]] std::shared_ptr<const Scene> scene() const { return scene_; }
  [[nodiscard]] Legend legend() const;
  [[nodiscard]] LayoutService& layouts() const { return layouts_; }

  void toggle(NodeKey key);
  void setOpen(NodeKey key, bool open);
  /// Opens everything around `box`, so that it can be seen; its key, or 0 where it stands nowhere below the root. A function that is called
  /// several times is opened at that of its calls which is one of `calls`, else at the first.
  NodeKey reveal(BoxId box, std::span<const OpId> calls = {});
  void closeAll();
  /// Opens boxes of the first levels, in program order, as long as the whole keeps within `room` (in scene units). Until a person opens or
  /// closes one, those are closed again that a better layout leaves no room for.
  void openWhile(QSizeF room);
  /// Names and keys from the root to the node, for breadcrumbs.
  struct Crumb {
    QString name;
    NodeKey key = 0;
    BoxId box;
  };
  [[nodiscard]] std::vector<Crumb> crumbs(NodeKey key) const;
  /// Calls through which a node is seen, the outermost first.
  [[nodiscard]] std::vector<OpId> callsOn(NodeKey key) const;

  [[nodiscard]] const OpenState& openState() const { return state_; }

 signals:
  void sceneChanged(bool sameProgram);
  void looksChanged();

 private:
  void rebuild(bool sameProgram);
  void build();
  void finish(bool sameProgram);
  void showImproved();
  void relook(const Snapshot& before);
  void retone();
  [[nodiscard]] std::vector<BoxId> way(BoxId box, std::span<const OpId> calls) const;

  LayoutService& layouts_;
  std::unique_ptr<LevelCache> levels_;
  SnapshotPtr snapshot_, moment_;
  TonesPtr tones_;
  OpenState state_;
  std::vector<NodeKey> openedFirst_;  ///< by itself, the latest last
  QSizeF room_;                       ///< that these are to keep within
  std::shared_ptr<Scene> scene_ = std::make_shared<Scene>();
};

}  // namespace shardlens::app
