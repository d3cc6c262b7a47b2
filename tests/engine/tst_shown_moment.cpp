#include <QTest>

#include <cmath>
#include <random>

#include "engine/session/box_shares.h"
#include "engine/session/pipeline.h"
#include "engine/session/shown_moment.h"
#include "engine/session/snapshot_maker.h"

using namespace shardlens;

class ShownMomentTest : public QObject {
  Q_OBJECT
 private slots:
  void snapshotsAreThoseOfTheMoment();
};

// Wherever one jumps, shardings are those of the replay and the boxes' shares what all shardings at once make of them.
void ShownMomentTest::snapshotsAreThoseOfTheMoment() {
  Diagnostics diagnostics;
  std::shared_ptr<const Program> program =
      openProgram(SHARDLENS_TEST_DATA "/../resources/programs/llama_2l_train_fsdp_tp.mlir", diagnostics, nullptr);
  QVERIFY(program);
  EditRefusal refusal;
  SnapshotPtr base = SnapshotMaker(program).make({}, nullptr, &refusal, nullptr);
  QVERIFY(base && base->plan->complete);
  auto moments = std::make_shared<Moments>(base->plan);
  auto facts = std::make_shared<StepFacts>(*moments);
  MomentMaker maker(base, moments, facts);
  std::mt19937 random(7);
  for (int i = 0; i < 30; ++i) {
    std::size_t done = i == 0 ? 0 : i == 1 ? moments->size() : random() % (moments->size() + 1);
    maker.replay().jump(done);
    SnapshotPtr then = maker.make();
    QVERIFY(then->moment && then->moment->done == done);
    QVERIFY(then->shardings == maker.replay().opened());
    if (done == moments->size()) QVERIFY(std::equal(base->shardings.begin(), base->shardings.end(), then->shardings.begin()));
    std::vector<BoxShares> shares = boxShares(*then->module, *then->outline, then->shardings, *then->meshes);
    for (std::size_t b = 0; b < shares.size(); ++b)
      for (std::size_t a = 0; a < BoxShares::kAxes; ++a) QVERIFY(std::abs(shares[b].share[a] - then->shares[b].share[a]) < 1e-3F);
  }
}

QTEST_APPLESS_MAIN(ShownMomentTest)
#include "tst_shown_moment.moc"
