#include "engine/session/replanner.h"

#include <algorithm>

#include "engine/session/annotation_differences.h"
#include "engine/session/check_written.h"

namespace shardlens {

namespace {

bool holds(const std::vector<AnnotationKey>& keys, const AnnotationKey& key) { return std::ranges::find(keys, key) != keys.end(); }

/// `was`, but at `keys` as `now`.
std::vector<Annotation> replaced(const std::vector<Annotation>& was, const std::vector<Annotation>& now,
                                 const std::vector<AnnotationKey>& keys) {
  std::vector<Annotation> out;
  out.reserve(was.size() + keys.size());
  std::ranges::copy_if(was, std::back_inserter(out), [&](const Annotation& a) { return !holds(keys, a.key); });
  std::ranges::copy_if(now, std::back_inserter(out), [&](const Annotation& a) { return holds(keys, a.key); });
  std::ranges::sort(out, {}, &Annotation::key);
  return out;
}

}  // namespace

bool Replanner::isConstraint(ValueId value) const {
  OpId def = program_->module->definingOp(value);
  return def && program_->module->op(def).kind == OpKind::SdyShardingConstraint;
}

// False where the import would have to look at the change.
bool Replanner::addChange(Started& from, const Annotation* was, const Annotation* now, Changes* changes) const {
  const AnnotationKey& key = was ? was->key : now->key;
  // A mesh that is written in the sharding itself gets a name in the import.
  const Context& c = program_->module->context();
  AttrId sharding = inForce(now);
  if (sharding && c.kind(c.attr(sharding).subs[0]) != AttrKind::SymbolRef) return false;
  if (key.kind == EditKind::Result) {
    changes->results.push_back({OpId(key.id), key.index, sharding});
    return from.planner->handsOn(OpId(key.id));
  }
  if ((was && was->fixed) || !sameGroups(was, now)) return false;
  ValueId value(key.id);
  bool stays = inForce(was) && sharding;
  if (!stays && (key.kind == EditKind::Constraint || isConstraint(value))) {
    changes->constraints.push_back(key);
    return from.asRead;
  }
  if (key.kind == EditKind::Constraint) value = insertedBehind(from.planner->opened(), value, program_->module->opCount());
  changes->values.push_back({value, sharding});
  return value && from.planner->handsOn(value);
}

bool Replanner::changesFrom(Started& from, const EditState& state, const WrittenProgram& written, Changes* changes) const {
  *changes = {};
  if (state.meshes() != from.state.meshes() || state.renames() != from.state.renames()) return false;
  return differences(from.annotations, written.annotations,
                     [&](const Annotation* was, const Annotation* now) { return addChange(from, was, now, changes); });
}

Replanner::Started* Replanner::follows(const EditState& state, const WrittenProgram& written, Changes* changes) {
  auto from = std::ranges::find_if(started_, [&](const auto& s) {
    return s->state.options() == state.options() && changesFrom(*s, state, written, changes) && changes->constraints.empty();
  });
  if (from == started_.end()) return nullptr;
  std::rotate(started_.begin(), from, from + 1);
  return started_.front().get();
}

// Constraints are operations: what the import and the last run made is taken over around them.
Replanner::Started* Replanner::restructured(const EditState& state, const WrittenProgram& written, Changes* changes) {
  for (const auto& s : started_) {
    if (!s->asRead || s->state.options() != state.options() || !changesFrom(*s, state, written, changes)) continue;
    std::unique_ptr<Planner> planner = s->planner->restructured(written.written);
    if (!planner) continue;
    return keep(std::make_unique<Started>(
        Started{state, replaced(s->annotations, written.annotations, changes->constraints), std::move(planner), false}));
  }
  return nullptr;
}

Replanner::Started* Replanner::withOptions(const EditState& state, const WrittenProgram& written, Changes* changes) {
  for (const auto& s : started_) {
    if (!changesFrom(*s, state, written, changes) || !changes->constraints.empty()) continue;
    return keep(
        std::make_unique<Started>(Started{state, s->annotations, std::make_unique<Planner>(*s->planner, state.options()), s->asRead}));
  }
  return nullptr;
}

std::string Replanner::problemOfChanges(const std::vector<Annotation>& before, const WrittenProgram& written) const {
  const Module& m = *written.written;
  std::string problem;
  differences(before, written.annotations, [&](const Annotation*, const Annotation* now) {
    if (inForce(now)) problem = problemOf(m, carrierOf(m, program_->module->opCount(), now->key));
    return problem.empty();
  });
  return problem;
}

PlanPtr Replanner::plan(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, std::string* problem,
                        Progress* progress) {
  Changes changes;
  Started* from = follows(state, written, &changes);
  *problem = from ? problemOfChanges(from->annotations, written) : problemOf(state, written);
  if (!problem->empty()) return nullptr;
  if (!from) from = restructured(state, written, &changes);
  if (!from) from = withOptions(state, written, &changes);
  if (!from) return start(state, written, diagnostics, progress);
  return from->planner->follow(written.written, changes.values, changes.results, diagnostics, progress);
}

PlanPtr Replanner::start(const EditState& state, const WrittenProgram& written, Diagnostics& diagnostics, Progress* progress) {
  auto fresh =
      std::make_unique<Started>(Started{state, written.annotations, std::make_unique<Planner>(), written.written == written.module});
  PlanPtr made = fresh->planner->start(written.written, state.options(), diagnostics, progress);
  if (made) keep(std::move(fresh));
  return made;
}

// Where there are too many the oldest goes, but not the last that others can be derived from.
Replanner::Started* Replanner::keep(std::unique_ptr<Started> started) {
  constexpr std::size_t kMost = 3;
  started_.insert(started_.begin(), std::move(started));
  if (started_.size() > kMost) {
    auto asRead = std::ranges::count_if(started_, [](const auto& s) { return s->asRead; });
    bool needed = started_.back()->asRead && asRead == 1;
    started_.erase(started_.end() - (needed ? 2 : 1));
  }
  return started_.front().get();
}

}  // namespace shardlens
