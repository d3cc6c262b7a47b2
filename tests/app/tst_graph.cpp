#include <QElapsedTimer>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include "app/graph/export_graph.h"
#include "app/graph/layered_graph.h"
#include "app/graph/layout_text.h"
#include "app/graph/node_bitmaps.h"
#include "app/theme/theme.h"
#include "tests/app/synthetic_scene.h"

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
  void exports_data();
  void exports();
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

void GraphTest::exports_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"graph.png", "graph.svg", "graph.pdf"}) QTest::newRow(name) << QString::fromLatin1(name);
}

void GraphTest::exports() {
  QFETCH(QString, name);
  QTemporaryDir dir;
  Theme theme;
  Legend legend{QStringLiteral("Mesh  data × model"), {{0, QStringLiteral("data = 2")}, {1, QStringLiteral("model = 4")}}};
  QString folder = qEnvironmentVariable("SHARDLENS_PICTURES", dir.path());
  for (auto look : {Theme::Look::Light, Theme::Look::Dark}) {
    theme.apply(look);
    QString file = folder + (look == Theme::Look::Dark ? QStringLiteral("/dark-") : QStringLiteral("/light-")) + name;
    QCOMPARE(exportGraph(*layerScene(), legend, theme.palette(), file), QString());
    QVERIFY(QFile(file).size() > 1000);
  }
  QVERIFY(!exportGraph(*layerScene(), legend, theme.palette(), QStringLiteral("/nowhere/") + name).isEmpty());
}

void GraphTest::frameOfFiftyThousandNodes() {
  auto scene = gridScene(50000, 200);
  Theme theme;
  QImage image(1600, 1000, QImage::Format_RGB32);
  PaintStyle style;
  style.palette = &theme.palette();
  style.scale = std::min(1600 / scene->bounds.width(), 1000 / scene->bounds.height());
  style.visible = scene->bounds;
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    QElapsedTimer timer;
    timer.start();
    QPainter painter(&image);
    painter.scale(style.scale, style.scale);
    paintScene(painter, *scene, style);
    painter.end();
    best = std::min(best, static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  qInfo("50,000 visible nodes: %.1f ms a frame", best);
  style.scale = 0.8;
  style.visible = QRectF(4000, 4000, 2000, 1250);
  double typical = 1e9;
  NodeBitmaps bitmaps;
  style.bitmaps = &bitmaps;
  for (int run = 0; run < 5; ++run) {
    QElapsedTimer timer;
    timer.start();
    QPainter painter(&image);
    painter.scale(style.scale, style.scale);
    painter.translate(-style.visible.topLeft());
    paintScene(painter, *scene, style);
    painter.end();
    typical = std::min(typical, static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  qInfo("typical zoom: %.1f ms a frame", typical);
  QVERIFY(best < 400);
}

QTEST_MAIN(GraphTest)
#include "tst_graph.moc"
