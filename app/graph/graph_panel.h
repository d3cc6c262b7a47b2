#pragma once

#include <QWidget>

#include "app/graph/graph_model.h"
#include "app/graph/graph_view.h"

class QLabel;
class QHBoxLayout;
class QToolButton;

namespace shardlens::app {

class ElidedLabel;

/// The graph with its breadcrumbs and zoom.
class GraphPanel : public QWidget {
  Q_OBJECT
 public:
  GraphPanel(const Theme& theme, LayoutService& layouts, QWidget* parent = nullptr);

  [[nodiscard]] GraphModel& model() { return model_; }
  [[nodiscard]] GraphView& view() { return *view_; }
  /// Lights up the box or the leaf of the value; opens what is around it and scrolls there when `reveal`.
  void select(ValueId value, BoxId box, bool reveal);
  /// Functions that are called several times are seen through these calls, as long as they are not seen through others; empty: through
  /// those of what is selected.
  void lookThrough(std::vector<OpId> calls) { calls_ = std::move(calls); }
  /// Lights up the innermost node in sight that is or holds the box; opens nothing.
  void showNearest(BoxId box);
  void toggle(NodeKey key);
  /// What a person wants the colours to say; who knows the steps gives the model its tones.
  void colourBy(ColourBy by);
  [[nodiscard]] ColourBy wantedColours() const { return wanted_; }
  void setTones(TonesPtr tones);
  /// Whether the picture is final: no better layout is on its way.
  [[nodiscard]] bool settled() const { return !model_.layouts().busy(); }

 signals:
  void picked(shardlens::ValueId value, shardlens::BoxId box);
  void coloursAsked(shardlens::app::ColourBy by);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] std::size_t roomFor(const std::vector<GraphModel::Crumb>& crumbs) const;
  [[nodiscard]] bool holdsBox(const SceneNode& node, BoxId box) const;
  QToolButton* makeColourButton();
  void showCrumbs();
  void giveRoomToNote();
  void sceneChanged(bool sameProgram);

  GraphModel model_;
  GraphView* view_;
  QWidget* head_;  ///< the way and the note
  QHBoxLayout* crumbs_;
  QLabel *busy_, *zoom_;
  ElidedLabel* note_;
  QToolButton *cancel_, *colour_;
  ColourBy wanted_ = ColourBy::Sharding;
  NodeKey anchor_ = 0;
  std::vector<OpId> calls_;
};

}  // namespace shardlens::app
