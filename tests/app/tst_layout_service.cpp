#include <QSignalSpy>
#include <QTest>

#include "app/graph/layout_service.h"

using namespace shardlens::app;

class LayoutServiceTest : public QObject {
  Q_OBJECT
 private slots:
  void plainLayoutStandsInAtOnce();
  void lateHelperIsKilled();
  void missingHelperIsNoTrouble();
  void cancelEndsTheWait();
};

static LayoutInput chain(int nodes) {
  LayoutInput input;
  for (int i = 0; i < nodes; ++i) input.nodes.push_back({200, 44});
  for (std::uint32_t i = 1; i < static_cast<std::uint32_t>(nodes); ++i) input.edges.push_back({i - 1, i, 1});
  return input;
}

void LayoutServiceTest::plainLayoutStandsInAtOnce() {
  LayoutService service({}, {});
  QCOMPARE(service.layout(chain(5)).topLeft.size(), std::size_t{5});
  QVERIFY(!service.busy());
}

void LayoutServiceTest::lateHelperIsKilled() {
  LayoutService service(QStringLiteral("sleep"), {QStringLiteral("1000")});
  QCOMPARE(service.layout(chain(5)).topLeft.size(), std::size_t{5});
  QVERIFY(service.busy());
  QTRY_VERIFY_WITH_TIMEOUT(!service.busy(), 10000);
  QCOMPARE(service.layout(chain(5)).topLeft.size(), std::size_t{5});
  QVERIFY(!service.busy());
}

void LayoutServiceTest::missingHelperIsNoTrouble() {
  LayoutService service(QStringLiteral("/nowhere/helper"), {});
  service.layout(chain(6));
  QTRY_VERIFY(!service.busy());
}

void LayoutServiceTest::cancelEndsTheWait() {
  LayoutService service(QStringLiteral("sleep"), {QStringLiteral("1000")});
  QSignalSpy busy(&service, &LayoutService::busyChanged);
  service.layout(chain(7));
  service.layout(chain(8));
  service.cancel();
  QVERIFY(!service.busy());
  QCOMPARE(busy.last().first().toBool(), false);
}

QTEST_GUILESS_MAIN(LayoutServiceTest)
#include "tst_layout_service.moc"
