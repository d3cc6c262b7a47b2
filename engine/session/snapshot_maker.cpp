#include "engine/session/snapshot_maker.h"

#include <algorithm>
#include <chrono>

namespace shardlens {

namespace {

double milliseconds() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Diagnostic troubleOf(const Program& program, const Annotation& a) {
  const Module& m = *program.module;
  ValueId value = a.key.value();
  Offset at = value ? m.value(value).source : m.op(OpId(a.key.id)).source;
  LineColumn place = at == kNoOffset || !m.source() ? LineColumn() : m.source()->position(at);
  return {Severity::Warning,
          m.source() ? m.source()->name() : std::string(),
          place,
          "the " + std::string(editKindName(a.key.kind)) + " of " + pathOf(m, *program.outline, a.key) + " is left out: " + a.trouble,
          {}};
}

}  // namespace

std::optional<EditState> SnapshotMaker::fold(const std::vector<Edit>& edits, EditRefusal* refusal) const {
  EditState state(*program_->base);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    std::string why = state.apply(edits[i]);
    if (why.empty()) continue;
    *refusal = {i, std::move(why)};
    return std::nullopt;
  }
  return state;
}

std::vector<LeftOut> SnapshotMaker::leftOut(const Module& written) {
  const Module& m = *program_->module;
  if (&written == &m) return {};
  if (!constraints_) {
    constraints_.emplace();
    walk(m, m.root(), [&](OpId op) {
      if (m.op(op).kind == OpKind::SdyShardingConstraint) constraints_->push_back(op);
    });
  }
  std::vector<LeftOut> out;
  for (OpId op : *constraints_)
    if (written.erased(op)) out.push_back({m.result(op), m.operand(op, 0)});
  return out;
}

void SnapshotMaker::fill(Snapshot& s, const EditState& state, const Snapshot* before) {
  const Plan& plan = *s.plan;
  s.meshes = state.meshesChanged() ? std::make_shared<MeshTable>(*s.module) : program_->meshes;
  s.rules = program_->rules;
  if (state.options().conservative) {
    if (!conservativeRules_) conservativeRules_ = allRules(*program_->module, true);
    s.rules = conservativeRules_;
  }
  std::size_t count = program_->module->valueCount();
  s.shardings.resize(count);
  for (std::uint32_t v = 0; v < count; ++v) s.shardings[v] = plan.shardingOf(ValueId(v));
  for (const LeftOut& out : s.leftOut) s.shardings[out.result.value] = s.shardings[out.input.value];
  bool otherSizes = before && !sameMeshes(*before, s);
  for (std::uint32_t v = 0; before && v < count; ++v) {
    ValueId value(v);
    if (s.shardings[v] != before->shardingOf(value) || (otherSizes && chipShape(*before, value) != chipShape(s, value)))
      s.changed.push_back(value);
  }
  if (!shares_) shares_.emplace(*program_->module, *program_->outline);
  s.shares = before && s.changed.empty() && before->meshes == s.meshes ? before->shares : shares_->make(s.shardings, s.meshes);
}

std::shared_ptr<Snapshot> SnapshotMaker::make(const std::vector<Edit>& edits, const Snapshot* before, EditRefusal* refusal,
                                              Progress* progress) {
  *refusal = {};
  double begin = milliseconds();
  std::optional<EditState> state = fold(edits, refusal);
  if (!state) return nullptr;
  WrittenProgram written = writeEdits(*state);
  Diagnostics diagnostics;
  auto snapshot = std::make_shared<Snapshot>();
  std::size_t last = edits.empty() ? 0 : edits.size() - 1;
  std::string problem;
  snapshot->plan = replanner_.plan(*state, written, diagnostics, &problem, progress);
  if (!problem.empty()) *refusal = {last, std::move(problem)};
  if (!snapshot->plan) return nullptr;
  if (before && before->plan->complete && !snapshot->plan->complete) {
    *refusal = {last, diagnostics.all().empty() ? "propagation would refuse the program" : diagnostics.all().back().message};
    return nullptr;
  }
  snapshot->source = program_->source;
  snapshot->module = written.module;
  snapshot->written = written.written;
  snapshot->leftOut = leftOut(*written.written);
  snapshot->outline = program_->outline;
  snapshot->rootEdges = program_->rootEdges;
  snapshot->diagnostics = program_->diagnostics;
  for (const Annotation& a : written.annotations)
    if (a.on && !a.trouble.empty()) snapshot->diagnostics.push_back(troubleOf(*program_, a));
  const std::vector<std::string>& said = program_->saidByDialects;
  std::copy_if(diagnostics.all().begin(), diagnostics.all().end(), std::back_inserter(snapshot->diagnostics),
               [&](const Diagnostic& d) { return std::find(said.begin(), said.end(), d.message) == said.end(); });
  snapshot->annotations = std::make_shared<const std::vector<Annotation>>(std::move(written.annotations));
  snapshot->edits = edits;
  snapshot->timings = program_->timings;
  fill(*snapshot, *state, before);
  snapshot->timings.propagate = milliseconds() - begin;
  return snapshot;
}

}  // namespace shardlens
