#include "app/window/why_service.h"

#include <array>
#include <mutex>
#include <optional>

#include "app/window/session_bridge.h"

namespace shardlens::app {

/// What the window and the worker share. The explainer is the worker's own; it stays while the snapshot does.
struct WhyService::State {
  std::mutex asking, working;
  std::array<std::optional<WhyQuestion>, 2> open;  ///< all chains, one axis
  WhyService* owner = nullptr;
  Progress* answering = nullptr;  ///< of the question about one axis that is being answered
  SnapshotPtr snapshot;
  std::unique_ptr<Explainer> explainer;

  std::optional<WhyQuestion> next() {
    std::lock_guard lock(asking);
    for (std::optional<WhyQuestion>& question : open)
      if (question) return std::exchange(question, std::nullopt);
    return std::nullopt;
  }
  void setAnswering(Progress* progress) {
    std::lock_guard lock(asking);
    answering = progress;
  }
  // The step table remembers what it decodes, one thread at a time: the worker has a copy.
  const Explainer& explainerOf(const SnapshotPtr& now) {
    if (snapshot == now && explainer) return *explainer;
    auto plan = std::make_shared<Plan>(*now->plan);
    plan->trace.table = now->plan->trace.table->frozen(*now->plan->imported);
    snapshot = now;
    explainer = std::make_unique<Explainer>(plan, *now->outline);
    return *explainer;
  }
  std::shared_ptr<const Explanation> answer(const SnapshotPtr& now, const WhyQuestion& question, Progress& progress) {
    if (!now->plan || !now->plan->complete) return std::make_shared<Explanation>();
    const Explainer& e = explainerOf(now);
    ValueId value = now->standing(question.value);
    if (question.dim < 0) return std::make_shared<Explanation>(e.why(value));
    std::string problem;
    std::optional<AxisRef> axis = readAxis(*now->module, question.axis, &problem);
    if (!axis) return std::make_shared<Explanation>();
    // Of a large program not all that would give an axis is looked for: a person waits.
    constexpr std::size_t kLarge = 20000;
    constexpr unsigned kFew = 8;
    unsigned runs = now->module->opCount() > kLarge ? kFew : Explainer::kMostRuns;
    return std::make_shared<Explanation>(e.explain(value, static_cast<std::size_t>(question.dim), *axis, &progress, runs));
  }
};

WhyService::WhyService(SessionBridge& session, QObject* parent) : QObject(parent), session_(session), state_(std::make_shared<State>()) {
  state_->owner = this;
}

WhyService::~WhyService() {
  std::lock_guard lock(state_->asking);
  state_->owner = nullptr;
}

void WhyService::ask(const WhyQuestion& question) {
  {
    std::lock_guard lock(state_->asking);
    state_->open[question.dim < 0 ? 0 : 1] = question;
    if (state_->answering) state_->answering->cancel();
  }
  send();
}

void WhyService::send() {
  session_.explain([state = state_](const SnapshotPtr& snapshot, Progress& progress) {
    std::lock_guard working(state->working);
    while (std::optional<WhyQuestion> question = state->next()) {
      if (question->snapshot != snapshot->number) continue;
      state->setAnswering(question->dim < 0 ? nullptr : &progress);
      auto explanation = state->answer(snapshot, *question, progress);
      state->setAnswering(nullptr);
      if (progress.cancelled()) return;
      std::lock_guard lock(state->asking);
      if (!state->owner) return;
      QMetaObject::invokeMethod(
          state->owner, [owner = state->owner, q = *question, explanation] { emit owner->answered(q, explanation); }, Qt::QueuedConnection);
    }
  });
}

}  // namespace shardlens::app
