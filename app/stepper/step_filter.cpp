#include "app/stepper/step_filter.h"

#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <unordered_map>

#include "app/theme/shown.h"
#include "engine/outline/outline.h"
#include "engine/outline/value_name.h"

namespace shardlens::app {

namespace {

/// Meets a text with operations and axes; each is asked once.
class TextMatcher {
 public:
  TextMatcher(const QString& text, const Snapshot& s, const Moments& moments) : text_(text), s_(s), moments_(moments) {}

  bool matches(const Step& step, const PureFacts& facts) {
    auto [it, fresh] = ops_.try_emplace(step.op.value, false);
    if (fresh) it->second = opMatches(step.op);
    return it->second ||
           std::any_of(facts.gains.begin(), facts.gains.end(), [&](const AxisSource& gain) { return axisMatches(gain.axis.name); });
  }

 private:
  bool contains(const QString& in) const { return in.contains(text_, Qt::CaseInsensitive); }

  bool opMatches(OpId op) const {
    const Plan& plan = moments_.plan();
    if (contains(shown(plan.imported->name(op)))) return true;
    OpId opened = plan.origins->opened(op);
    if (!opened || opened.value >= s_.outline->boxOfOp.size()) return false;
    for (std::uint32_t i = 0; i < s_.module->op(opened).resultCount; ++i)
      if (contains(shown(nameAsUsed(*s_.module, s_.module->result(opened, i))))) return true;
    BoxId box = s_.outline->boxOfOp[opened.value];
    return box && contains(QString::fromStdString(s_.outline->path(box)));
  }

  bool axisMatches(StrId name) {
    auto [it, fresh] = axes_.try_emplace(name.value, false);
    if (fresh) it->second = contains(shown(s_.context().str(name)));
    return it->second;
  }

  const QString& text_;
  const Snapshot& s_;
  const Moments& moments_;
  std::unordered_map<std::uint32_t, bool> ops_, axes_;
};

}  // namespace

std::vector<std::uint32_t> passing(const StepFilter& filter, const Snapshot& snapshot, const Moments& moments, const StepFacts& facts,
                                   const std::atomic<bool>& stop) {
  std::vector<std::uint32_t> out;
  TextMatcher text(filter.text, snapshot, moments);
  for (std::uint32_t i = 0; i < moments.size(); ++i) {
    if ((i & 4095) == 0 && stop.load(std::memory_order_relaxed)) return {};
    if (!matches(filter.query, moments, facts, i)) continue;
    if (!filter.text.isEmpty()) {
      const Step* step = moments.visitAt(i);
      if (!step || !text.matches(*step, facts.of(*step))) continue;
    }
    out.push_back(i);
  }
  return out;
}

StepSieve::~StepSieve() { drop(); }

void StepSieve::drop() {
  if (stop_) stop_->store(true);
  stop_.reset();
}

void StepSieve::ask(const StepFilter& filter, SnapshotPtr snapshot, std::shared_ptr<const Moments> moments,
                    std::shared_ptr<const StepFacts> facts) {
  drop();
  stop_ = std::make_shared<std::atomic<bool>>(false);
  QPointer<StepSieve> self(this);
  QThreadPool::globalInstance()->start(
      [self, filter, snapshot = std::move(snapshot), moments = std::move(moments), facts = std::move(facts), stop = stop_] {
        auto found = std::make_shared<std::vector<std::uint32_t>>(passing(filter, *snapshot, *moments, *facts, *stop));
        if (stop->load() || !self) return;
        QMetaObject::invokeMethod(
            self.data(),
            [self, found, stop] {
              if (!self || stop->load()) return;
              self->stop_.reset();
              emit self->sieved(*found);
            },
            Qt::QueuedConnection);
      });
}

}  // namespace shardlens::app
