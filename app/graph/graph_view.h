#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <unordered_set>

#include "app/graph/node_bitmaps.h"
#include "app/graph/paint.h"
#include "app/theme/theme.h"

namespace shardlens::app {

/// Shows a scene: pans, zooms, picks nodes, draws legend and minimap over it. It never waits for a layout.
class GraphView : public QWidget {
  Q_OBJECT
 public:
  explicit GraphView(const Theme& theme, QWidget* parent = nullptr);

  void setScene(std::shared_ptr<const Scene> scene, const Legend& legend);
  [[nodiscard]] const Scene& scene() const { return *scene_; }
  [[nodiscard]] const std::shared_ptr<const Scene>& scenePtr() const { return scene_; }
  void setSelected(NodeKey key);
  [[nodiscard]] NodeKey selected() const { return selected_; }
  /// Boxes that a search found; null: nothing is searched for.
  void setMatches(std::shared_ptr<const std::unordered_set<std::uint32_t>> boxes);
  /// A line over the picture that says that it shows something else than the plan's end; empty: none.
  void setBanner(const QString& text);
  /// What stands in the middle while there is nothing to draw.
  void setInvitation(const QString& text);
  /// Lets the values' nodes flash once.
  void flash(std::unordered_set<std::uint32_t> values);

  [[nodiscard]] double scale() const { return scale_; }
  void zoomTo(double scale, QPointF anchor);
  void zoomBy(double factor);
  void fit();
  /// Shows the selected node as large as it can be read well.
  void zoomToSelected();
  /// Shows the whole where that can be read, else its beginning.
  void showBeginning();
  /// Whether the picture stands as `showBeginning` left it.
  [[nodiscard]] bool atBeginning() const { return atBeginning_; }
  /// Scene units that can be shown at once and still be read.
  [[nodiscard]] QSizeF readableRoom() const;
  /// Brings the node into view, and near enough to be read.
  void centerOn(NodeKey key);
  /// Moves so that the node stays where it was on screen after the scene changed.
  void keepInPlace(NodeKey key, const Scene& before);
  [[nodiscard]] QRectF visibleArea() const;

 signals:
  void clicked(shardlens::app::NodeKey key);
  void toggled(shardlens::app::NodeKey key);
  void jumped(shardlens::BoxId target, shardlens::ValueId value);
  void scaleChanged(double scale);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QPointF toScene(QPointF p) const { return origin_ + p / scale_; }
  [[nodiscard]] QPointF toView(QPointF p) const { return (p - origin_) * scale_; }
  [[nodiscard]] PaintStyle style();
  void showTopOf(const QRectF& box);
  void moveBy(QPointF pixels);
  void clampOrigin();
  void follow(const QRectF& rect);
  void selectNext(int dx, int dy);
  void hover(QPointF at);
  void paintInvitation(QPainter& painter) const;
  void paintBanner(QPainter& painter) const;
  // Minimap.
  [[nodiscard]] QRectF minimapRect() const;
  [[nodiscard]] bool minimapShown() const;
  [[nodiscard]] QTransform minimapTransform() const;
  void paintMinimap(QPainter& painter);
  void drawMinimap();
  void jumpInMinimap(QPointF at);

  const Theme& theme_;
  std::shared_ptr<const Scene> scene_ = std::make_shared<Scene>();
  Legend legend_;
  double scale_ = 1;
  QPointF origin_;
  NodeKey selected_ = 0, hovered_ = 0;
  std::shared_ptr<const std::unordered_set<std::uint32_t>> matches_;
  std::unordered_set<std::uint32_t> flashing_;
  double flash_ = 0;
  QString banner_, invitation_;
  QTimer flashTimer_;
  QPixmap minimap_;
  NodeBitmaps bitmaps_;
  bool atBeginning_ = false, focusShown_ = false, panning_ = false, inMinimap_ = false, moved_ = false;
  QPointF pressedAt_, lastAt_;
};

}  // namespace shardlens::app
