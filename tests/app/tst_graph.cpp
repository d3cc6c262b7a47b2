#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include "app/graph/export_graph.h"
#include "app/graph/graph_view.h"
#include "app/graph/layered_graph.h"
#include "app/graph/layout_text.h"
#include "app/graph/node_bitmaps.h"
#include "app/theme/theme.h"
#include "tests/app/synthetic_scene.h"

#include <ctime>
#include <sstream>

using namespace shardlens;
using namespace shardlens::app;

class GraphTest : public QObject {
  Q_OBJECT
 private slots:
  void spreadKeepsItemsApartAndNearTheirWish();
  void rowsFollowEdges();
  void nodesOfALevelDoNotOverlap();
  void layoutIsTheSameEveryTime();
  void inputAndOutputSurviveThePipe();
  void picksInnermostNode();
  void quickPaintingLooksTheSame();
  void zoomedPicturesAreMadeAnew();
  void aHugeBoxShowsItsTitle();
  void exports_data();
  void exports();
  void partialIsHatchedInSvg();
  void frameOfFiftyThousandNodes();
};

void GraphTest::spreadKeepsItemsApartAndNearTheirWish() {
  std::vector<double> placed = spread({0, 0, 10}, {1, 1, 1}, {4, 4});
  QCOMPARE(placed, (std::vector<double>{-2, 2, 10}));
}

static LayoutInput ladder(int nodes) {
  LayoutInput input;
  for (int i = 0; i < nodes; ++i) input.nodes.push_back({200.0 + (i * 37) % 120, i % 3 ? 70.0 : 44.0});
  for (std::uint32_t i = 1; i < static_cast<std::uint32_t>(nodes); ++i) {
    input.edges.push_back({i / 2, i, 1});
    if (i > 5) input.edges.push_back({i - 5, i, 1});
  }
  return input;
}

void GraphTest::rowsFollowEdges() {
  LayoutInput input = ladder(40);
  LayoutOutput out = layeredLayout(input);
  for (const LayoutEdge& edge : input.edges) QVERIFY(out.topLeft[edge.from].y + input.nodes[edge.from].height < out.topLeft[edge.to].y);
}

void GraphTest::nodesOfALevelDoNotOverlap() {
  LayoutInput input = ladder(60);
  LayoutOutput out = layeredLayout(input);
  for (std::size_t a = 0; a < input.nodes.size(); ++a) {
    QRectF ra(out.topLeft[a].x, out.topLeft[a].y, input.nodes[a].width, input.nodes[a].height);
    QVERIFY(ra.left() > -0.01 && ra.right() < out.width + 0.01 && ra.bottom() < out.height + 0.01);
    for (std::size_t b = a + 1; b < input.nodes.size(); ++b)
      QVERIFY(!ra.intersects(QRectF(out.topLeft[b].x, out.topLeft[b].y, input.nodes[b].width, input.nodes[b].height)));
  }
}

void GraphTest::layoutIsTheSameEveryTime() {
  LayoutOutput a = layeredLayout(ladder(50)), b = layeredLayout(ladder(50));
  for (std::size_t i = 0; i < a.topLeft.size(); ++i) QVERIFY(a.topLeft[i].x == b.topLeft[i].x && a.topLeft[i].y == b.topLeft[i].y);
  QCOMPARE(ladder(50).key(), ladder(50).key());
  QVERIFY(ladder(50).key() != ladder(51).key());
}

void GraphTest::inputAndOutputSurviveThePipe() {
  LayoutInput input = ladder(12);
  std::stringstream request, answer;
  writeInput(request, input);
  QCOMPARE(runLayoutHelper(request, answer), 0);
  LayoutOutput out;
  QVERIFY(readOutput(answer, &out));
  QCOMPARE(out.topLeft.size(), input.nodes.size());
  QCOMPARE(out.routes.size(), input.edges.size());
  std::stringstream garbage("12 hello");
  QVERIFY(!readInput(garbage, &input));
}

void GraphTest::picksInnermostNode() {
  auto scene = layerScene();
  QCOMPARE(scene->nodeAt(scene->nodes[2].rect.center()), 2);
  QCOMPARE(scene->nodeAt(scene->bounds.topLeft() - QPointF(50, 50)), -1);
}

// With pictures and strokes of its own the view paints what an export does, but for the shades of single pixels.
void GraphTest::quickPaintingLooksTheSame() {
  auto scene = layerScene();
  Theme theme;
  auto painted = [&](NodeBitmaps* bitmaps) {
    QImage image(scene->bounds.size().toSize(), QImage::Format_RGB32);
    PaintStyle style;
    style.palette = &theme.palette();
    style.visible = scene->bounds;
    style.bitmaps = bitmaps;
    QPainter painter(&image);
    painter.fillRect(image.rect(), theme.palette().canvas);
    painter.translate(-scene->bounds.topLeft());
    paintScene(painter, *scene, style);
    return image;
  };
  NodeBitmaps bitmaps;
  QImage plain = painted(nullptr), quick = painted(&bitmaps), again = painted(&bitmaps);
  QCOMPARE(quick, again);
  int unlike = 0;
  for (int y = 0; y < plain.height(); ++y)
    for (int x = 0; x < plain.width(); ++x) unlike += std::abs(qGray(plain.pixel(x, y)) - qGray(quick.pixel(x, y))) > 48;
  QVERIFY2(unlike < plain.width() * plain.height() / 100, qPrintable(QString::number(unlike)));
  QImage blank(plain.size(), QImage::Format_RGB32);
  blank.fill(theme.palette().canvas);
  QVERIFY(plain != blank);
}

// At another zoom pictures stand scaled for some frames; then all is as if it had been painted at that zoom from the start.
void GraphTest::zoomedPicturesAreMadeAnew() {
  auto scene = gridScene(100, 10);
  Theme theme;
  PaintStyle style;
  style.palette = &theme.palette();
  style.visible = scene->bounds;
  auto frame = [&](NodeBitmaps& bitmaps, double scale) {
    style.scale = scale;
    style.bitmaps = &bitmaps;
    QImage image((scene->bounds.size() * scale).toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.fillRect(image.rect(), theme.palette().canvas);
    painter.scale(scale, scale);
    painter.translate(-scene->bounds.topLeft());
    paintScene(painter, *scene, style);
    return image;
  };
  NodeBitmaps bitmaps, fresh;
  frame(bitmaps, 0.8);
  QVERIFY(!bitmaps.scaled());
  QImage last = frame(bitmaps, 0.9);
  QVERIFY(bitmaps.scaled());
  int frames = 0;
  for (; bitmaps.scaled() && frames < 20; ++frames) last = frame(bitmaps, 0.9);
  QVERIFY(frames > 1 && frames < 20);
  QCOMPARE(last, frame(fresh, 0.9));
}

void GraphTest::aHugeBoxShowsItsTitle() {
  auto scene = gridScene(4000, 40);
  SceneNode box;
  box.key = 5;
  box.kind = NodeKind::Opened;
  box.rect = scene->bounds.adjusted(-30, -40, 30, 30);
  scene->nodes.push_back(box);
  scene->index();
  Theme theme;
  GraphView view(theme);
  view.resize(800, 600);
  view.setScene(scene, {});
  view.centerOn(5);
  QVERIFY(view.scale() > 0.5);
  QVERIFY(view.visibleArea().contains(QRectF(box.rect.topLeft(), QSizeF(200, 30))));
  view.centerOn(10);
  QVERIFY(view.visibleArea().contains(scene->nodes[0].rect));
}

void GraphTest::exports_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"graph.png", "graph.svg", "graph.pdf"}) QTest::newRow(name) << QString::fromLatin1(name);
}

void GraphTest::exports() {
  QFETCH(QString, name);
  QTemporaryDir dir;
  Theme theme;
  Legend legend{QStringLiteral("Mesh  data × model"), {{0, QStringLiteral("data = 2")}, {1, QStringLiteral("model = 4")}}, {}};
  QString folder = qEnvironmentVariable("SHARDLENS_PICTURES", dir.path());
  for (auto look : {Theme::Look::Light, Theme::Look::Dark}) {
    theme.apply(look);
    QString file = folder + (look == Theme::Look::Dark ? QStringLiteral("/dark-") : QStringLiteral("/light-")) + name;
    QCOMPARE(exportGraph(*layerScene(), legend, theme.palette(), file), QString());
    QVERIFY(QFile(file).size() > 1000);
  }
  QVERIFY(!exportGraph(*layerScene(), legend, theme.palette(), QStringLiteral("/nowhere/") + name).isEmpty());
  QFile kept(folder + QStringLiteral("/kept-") + name);
  QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("as it was") > 0);
  kept.close();
  const std::atomic<bool> stop = true;
  QCOMPARE(exportGraph(*layerScene(), legend, theme.palette(), kept.fileName(), &stop), QString());
  QVERIFY(kept.open(QIODevice::ReadOnly));
  QCOMPARE(kept.readAll(), QByteArray("as it was"));
  QVERIFY(kept.remove());
}

// In SVG each stripe is a line of the axis' colour.
void GraphTest::partialIsHatchedInSvg() {
  QTemporaryDir dir;
  Theme theme;
  auto scene = layerScene();
  QByteArray stripes = "stroke=\"" + theme.palette().axis(1).name().toLatin1() + '"';
  auto written = [&] {
    QFile file(dir.filePath(QStringLiteral("graph.svg")));
    bool fine = exportGraph(*scene, {}, theme.palette(), file.fileName()).isEmpty() && file.open(QIODevice::ReadOnly);
    return fine ? file.readAll() : QByteArray();
  };
  QByteArray hatched = written();
  QVERIFY(hatched.contains(stripes));
  for (SceneNode& node : scene->nodes) node.look.partial.clear();
  QByteArray plain = written();
  QVERIFY(!plain.isEmpty() && !plain.contains(stripes));
}

/// Least milliseconds of the processor that a call of `paint` took; others on the machine do not count.
template <typename Paint>
static double least(int runs, Paint&& paint) {
  double best = 1e9;
  for (int run = 0; run < runs; ++run) {
    std::clock_t start = std::clock();
    paint(run);
    best = std::min(best, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

void GraphTest::frameOfFiftyThousandNodes() {
  auto scene = gridScene(50000, 200);
  Theme theme;
  QImage image(1600, 1000, QImage::Format_RGB32);
  NodeBitmaps bitmaps;
  PaintStyle style;
  style.palette = &theme.palette();
  style.bitmaps = &bitmaps;
  auto frame = [&] {
    QPainter painter(&image);
    painter.fillRect(image.rect(), theme.palette().canvas);
    painter.scale(style.scale, style.scale);
    painter.translate(-style.visible.topLeft());
    paintScene(painter, *scene, style);
  };
  style.scale = std::min(1600 / scene->bounds.width(), 1000 / scene->bounds.height());
  style.visible = QRectF(scene->bounds.topLeft(), QSizeF(1600, 1000) / style.scale);
  double all = least(10, [&](int) { frame(); });
  qInfo("50,000 visible nodes: %.1f ms a frame", all);
  style.scale = 0.8;
  style.visible = QRectF(4000, 4000, 2000, 1250);
  double typical = least(20, [&](int run) {
    style.visible.moveLeft(4000 + run);
    frame();
  });
  qInfo("typical zoom, moving: %.1f ms a frame", typical);
  double fresh = least(10, [&](int run) {
    style.scale = 0.81 + 0.01 * run;
    frame();
  });
  qInfo("typical zoom, zooming: %.1f ms a frame", fresh);
  QVERIFY(all < 400);
}

QTEST_MAIN(GraphTest)
#include "tst_graph.moc"
