// How the program starts: options that pose the window, and what it does where there is no display.
#include <QImage>
#include <QProcess>

#include "app/window/pose.h"
#include "tests/app/window_fixture.h"

using namespace shardlens;
using namespace shardlens::app;

class StartTest : public QObject {
  Q_OBJECT
 private slots:
  void opensTheBoxesThatAreAskedFor();
  void saysWhichBoxIsNotThere();
  void saysThatThereIsNoDisplay();
  void writesThePictureWithoutADisplay();
};

static const QByteArray kLayered = R"(func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32> loc("jit(f)/jit(main)/first/tanh")
  %1 = stablehlo.sine %0 : tensor<8xf32> loc("jit(f)/jit(main)/first/sin")
  %2 = stablehlo.cosine %1 : tensor<8xf32> loc("jit(f)/jit(main)/second/cos")
  %3 = stablehlo.negate %2 : tensor<8xf32> loc("jit(f)/jit(main)/second/neg")
  return %3 : tensor<8xf32>
}
)";

static int nodesOf(const Scene& scene, NodeKind kind) {
  return static_cast<int>(std::count_if(scene.nodes.begin(), scene.nodes.end(), [&](const SceneNode& n) { return n.kind == kind; }));
}

/// Poses the window of `f` as the arguments say; why not, where that is not possible.
static QString posed(WindowFixture& f, const QStringList& options) {
  Pose pose;
  QString problem;
  if (!readPose(QStringList{f.write("layers.mlir", kLayered), "--screenshot", f.dir.filePath("out.png")} + options, &pose, &problem))
    return problem;
  Poser poser(*f.window, pose);
  QSignalSpy done(&poser, &Poser::done);
  poser.start();
  return done.wait(20000) ? done.front().front().toString() : QStringLiteral("never done");
}

void StartTest::opensTheBoxesThatAreAskedFor() {
  WindowFixture shut, open;
  for (WindowFixture* f : {&shut, &open}) f->window->resize(500, 320);  // no room in which boxes open by themselves
  QCOMPARE(posed(shut, {}), QString());
  shut.window->graph().model().closeAll();
  int folded = nodesOf(*shut.window->graph().model().scene(), NodeKind::Folded);
  QVERIFY(folded >= 2);
  QCOMPARE(posed(open, {"--expand", "main/first", "--expand", "main/second"}), QString());
  const Scene& scene = *open.window->graph().model().scene();
  QCOMPARE(nodesOf(scene, NodeKind::Opened), 2);
  QCOMPARE(nodesOf(scene, NodeKind::Folded), folded - 2);
}

void StartTest::saysWhichBoxIsNotThere() {
  WindowFixture f;
  QCOMPARE(posed(f, {"--expand", "main/nosuch"}), QStringLiteral("there is no box main/nosuch"));
}

/// Runs the program where neither a display nor a platform is named.
static int runWithoutDisplay(const QStringList& arguments, QByteArray* said) {
  QProcess program;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(QLatin1String(name));
  program.setProcessEnvironment(environment);
  program.start(QStringLiteral(SHARDLENS_WINDOW), arguments);
  if (!program.waitForFinished(60000) || program.exitStatus() != QProcess::NormalExit) return -1;
  *said = program.readAllStandardError();
  return program.exitCode();
}

void StartTest::saysThatThereIsNoDisplay() {
  WindowFixture f;
  QByteArray said;
  QCOMPARE(runWithoutDisplay({f.write("a.mlir", kProgram)}, &said), 1);
  QCOMPARE(said, QByteArray("shardlens: no display here; --screenshot FILE writes a picture without one\n"));
}

void StartTest::writesThePictureWithoutADisplay() {
  WindowFixture f;
  QByteArray said;
  QString picture = f.dir.filePath("out.png");
  QCOMPARE(runWithoutDisplay({f.write("a.mlir", kProgram), "--size", "1300x800", "--screenshot", picture}, &said), 0);
  QCOMPARE(QImage(picture).size(), QSize(1300, 800));
}

QTEST_MAIN(StartTest)
#include "tst_start.moc"
