#include "engine/report/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/mlir/mlir.h"
#include "engine/outline/value_name.h"
#include "engine/plan/calls_around.h"

namespace shardlens {

namespace {

const char* kindText(FactorKind kind) {
  switch (kind) {
    case FactorKind::Reduction: return "reduction";
    case FactorKind::NeedReplication: return "need-replication";
    case FactorKind::Permutation: return "permutation";
    case FactorKind::PassThrough: break;
  }
  return "pass-through";
}

const char* whatText(Written::Kind kind) {
  switch (kind) {
    case Written::Kind::Argument: return "argument";
    case Written::Kind::Result: return "operation";
    case Written::Kind::FuncResult: return "result";
    case Written::Kind::Constraint: return "constraint";
    case Written::Kind::ComputationIn: return "in_shardings";
    case Written::Kind::ComputationOut: return "out_shardings";
  }
  return "";
}

std::string endText(const WhyEnd& end) {
  switch (end.kind) {
    case WhyEnd::Kind::Written: return "written";
    case WhyEnd::Kind::Opened: return "written, in force from its user priority on";
    case WhyEnd::Kind::Border: return "a manual axis at the border of a manual computation";
    case WhyEnd::Kind::Imported: return "given by the passes before propagation";
  }
  return {};
}

}  // namespace

LineColumn Explainer::lineOf(OpId opened) const {
  const Module& m = *index_.plan().opened;
  if (!opened || !m.source() || m.op(opened).source == kNoOffset) return {};
  return m.source()->position(m.start(opened));
}

ExplainedPlace Explainer::placeOf(ValueId value) const {
  ExplainedPlace place;
  const Module& m = *index_.plan().opened;
  place.value = value;
  if (!value) return place;
  std::string name = nameAsUsed(m, value);
  place.path = valuePath(m, outline_, value);
  place.name = name.empty() ? place.path : name;
  OpId op = m.definingOp(value);
  Offset at = op ? m.start(op) : m.value(value).source;
  if (at != kNoOffset && m.source()) place.at = m.source()->position(at);
  return place;
}

ExplainedPlace Explainer::placeOf(const TensorPlace& place) const {
  if (place.slot) {
    ExplainedPlace named = placeOf(index_.openedAt(place));
    if (named.name.empty()) named.name = "a value that the import made";
    return named;
  }
  ExplainedPlace named;
  if (!place.func) return named;
  OpId func = index_.plan().origins->opened(place.func);
  AttrId symbol = index_.module().attribute(place.func, "sym_name");
  named.func = symbol ? index_.module().context().attr(symbol).text : std::string_view();
  named.result = place.result;
  named.name = fmt::format("result {} of @{}", named.result, named.func);
  named.value = index_.openedAt(place);
  named.at = lineOf(func);
  return named;
}

std::string Explainer::shardingText(AttrId sharding) const {
  return sharding ? printAttribute(index_.module().context(), sharding) : std::string();
}

ExplainedAnnotation Explainer::annotation(const Written& w) const { return annotation(w, w.sharding); }

ExplainedAnnotation Explainer::annotation(const Written& w, AttrId sharding) const {
  ExplainedAnnotation out;
  const Module& m = *index_.plan().opened;
  if (w.kind == Written::Kind::FuncResult) {
    AttrId symbol = m.attribute(w.op, "sym_name");
    out.place.func = symbol ? m.context().attr(symbol).text : std::string_view();
    out.place.result = static_cast<std::uint32_t>(w.index);
    out.place.name = fmt::format("result {} of @{}", out.place.result, out.place.func);
    out.place.at = lineOf(w.op);
  } else {
    out.place = placeOf(w.value);
  }
  out.what = whatText(w.kind);
  out.sharding = shardingText(asInText(m, w, sharding));
  out.inside = shardingText(sharding);
  return out;
}

// What an edge or a function stands for in the opened program.
std::string Explainer::opText(OpId imported) const {
  if (!imported) return {};
  const Module& m = index_.module();
  OpId opened = index_.plan().origins->opened(imported);
  auto named = [&](OpId op) {
    if (m.op(op).kind == OpKind::SdyNamedComputation) {
      OpId from = index_.plan().origins->opened(op);
      if (from && index_.plan().opened->op(from).kind == OpKind::FuncCall) return std::string("func.call");
    }
    return std::string(m.name(op));
  };
  switch (m.op(imported).kind) {
    case OpKind::SdyDataFlowEdge: {
      OpId owner = index_.flow().edgeOwnerOp(imported);
      return owner ? "edge of " + named(owner) : opened ? std::string(index_.plan().opened->name(opened)) : "data-flow edge";
    }
    case OpKind::SdyFuncDataFlowEdge: return "edge of func.call";
    case OpKind::FuncFunc: return "func.return";
    default: return std::string(m.name(imported));
  }
}

ExplainedLink Explainer::link(const WhyLink& l) const {
  const Trace& trace = index_.plan().trace;
  const Step& step = trace.steps[l.step];
  ExplainedLink out;
  out.step = trace.firstNumber + l.step;
  out.index = l.step;
  out.op = l.group ? "sdy.sharding_group" : opText(l.op);
  out.opened = index_.plan().origins->opened(l.op);
  if (l.op) out.call = pathThrough(outline_, callsAround(index_.plan(), l.op), {});
  out.at = lineOf(out.opened);
  out.axis = axisText(index_.module().context(), l.axis);
  if (l.factor >= 0) out.factor = factorSymbol(l.factor), out.factorKind = kindText(l.factorKind);
  out.direction = l.group ? "group" : l.fromResult == l.toResult ? "sideways" : l.toResult ? "forward" : "backward";
  out.from = placeOf(l.from), out.to = placeOf(l.to);
  out.fromDim = l.fromDim, out.toDim = l.toDim, out.others = l.others;
  out.userPriority = step.userPriority;
  out.opPriority = step.opPriority;
  out.strategy = step.round == 1 ? "aggressive" : "basic";
  return out;
}

ExplainedChain Explainer::chain(const WhyChain& c) const {
  ExplainedChain out;
  out.axis = axisText(index_.module().context(), c.axis);
  for (const WhyLink& l : c.links) out.links.push_back(link(l));
  out.end = endText(c.end);
  out.endKind = c.end.kind;
  if (c.end.written) out.annotation = annotation(*c.end.written);
  return out;
}

ExplainedAxis Explainer::axis(const WhyAxis& why) const {
  ExplainedAxis out;
  out.dim = why.dim;
  out.axis = axisText(index_.module().context(), why.axis);
  out.ref = why.axis;
  for (const WhyChain& c : why.chains) out.chains.push_back(chain(c));
  return out;
}

Explanation Explainer::begin(ValueId value) const {
  Explanation out;
  const Plan& plan = index_.plan();
  out.place = placeOf(value);
  out.type = printType(plan.opened->context(), plan.opened->type(value));
  AttrId sharding = plan.shardingOf(value);
  out.sharding = shardingText(sharding);
  if (std::optional<Written> written = writtenOn(*plan.opened, value)) out.written = annotation(*written);
  for (const AtBorder& b : atBorder(plan, value)) out.borders.push_back(border(b));
  return out;
}

ExplainedBorder Explainer::border(const AtBorder& b) const {
  ExplainedBorder out;
  out.place = fmt::format("{} {}", b.result ? "result" : "argument", b.index);
  out.sharding = shardingText(b.outside);
  for (const AtBorder::Loss& loss : b.losses) {
    if (!out.why.empty()) out.why += "; ";
    out.why += loss.uneven ? fmt::format("dimension {} of size {} does not divide into {} parts", loss.dim, loss.size, loss.parts)
                           : fmt::format("dimension {} is open and holds a part of an axis, which does not leave the program", loss.dim);
  }
  out.facts = b;
  return out;
}

Explanation Explainer::why(ValueId value) const {
  Explanation out = begin(value);
  for (const WhyAxis& why : whySharded(index_, value)) out.axes.push_back(axis(why));
  return out;
}

Explanation Explainer::explain(ValueId value, std::size_t dim, const AxisRef& asked, Progress* progress, unsigned mostRuns) const {
  Explanation out = begin(value);
  out.askedAxis = axisText(index_.module().context(), asked);
  out.askedDim = dim;
  WhyAxis why = whyAxis(index_, value, dim, asked);
  if (!why.chains.empty()) {
    ExplainedAxis found = axis(why);
    WhySupport support = whySupport(index_, value, dim, asked, mostRuns, progress);
    for (const Written& w : support.annotations) {
      bool told =
          std::any_of(why.chains.begin(), why.chains.end(), [&](const WhyChain& c) { return c.end.written && *c.end.written == w; });
      if (!told) found.alsoFrom.push_back(annotation(w));
    }
    found.asked = true, found.complete = support.complete, found.manual = support.manual;
    out.axes.push_back(std::move(found));
    AttrId sharding = why.place.valid() ? index_.at(why.place, index_.end()) : AttrId();
    const Mesh* mesh = index_.meshOf(sharding);
    bool whole = mesh && dim < index_.decodedAt(why.place, index_.end()).dims.size() &&
                 missingFrom(index_.decodedAt(why.place, index_.end()).dims[dim].axes, pieceOf(asked, *mesh), *mesh).empty();
    if (whole) return out;
  }
  addWhyNot(out, value, dim, asked, progress, mostRuns);
  return out;
}

void Explainer::addWhyNot(Explanation& out, ValueId value, std::size_t dim, const AxisRef& asked, Progress* progress,
                          unsigned mostRuns) const {
  WhyNot answer = whyNot(index_, value, dim, asked);
  for (const Obstacle& o : answer.obstacles) out.obstacles.push_back(obstacle(o));
  auto add = [&](const Remedy& r, bool tried, bool helping) {
    out.remedies.push_back(remedy(r));
    out.remedies.back().tried = tried, out.remedies.back().helps = helping;
  };
  auto cancelled = [&] { return progress && progress->cancelled(); };
  bool enough = false;
  std::vector<Remedy> own;
  for (const Remedy& r : answer.remedies) {
    if (r.kind == Remedy::Kind::Annotate) {
      own.push_back(r);
      continue;
    }
    bool helping = !cancelled() && helps(index_, r, value, dim, asked, progress);
    enough = enough || helping;
    add(r, !cancelled(), helping);
  }
  constexpr unsigned kMostTurns = 16;
  if (!enough && !cancelled() && !out.remedies.empty()) {
    std::optional<Remedy> together = remedyByTurns(index_, value, dim, asked, std::min(mostRuns, kMostTurns), progress);
    if (together) add(*together, true, true);
  }
  for (const Remedy& r : own) {
    bool helping = !cancelled() && helps(index_, r, value, dim, asked, progress);
    // Where it would not do, or the program would not be right with it, it is no remedy.
    if (helping || cancelled()) add(r, !cancelled(), helping);
  }
}

ExplainedRemedy Explainer::remedy(const Remedy& r) const {
  ExplainedRemedy out;
  out.kind = r.kind;
  for (const auto& [written, sharding] : r.rewrites) out.rewrites.push_back(annotation(written, sharding));
  const ExplainedAnnotation& first = out.rewrites.front();
  std::string more = out.rewrites.size() > 1 ? fmt::format(" and of {} more", out.rewrites.size() - 1) : std::string();
  switch (r.kind) {
    case Remedy::Kind::Open: out.text = fmt::format("open the dimension in the annotation of {}", first.place.name); break;
    case Remedy::Kind::Free: out.text = fmt::format("free the axis in the annotation of {}", first.place.name); break;
    case Remedy::Kind::Prefer: out.text = fmt::format("give the annotation of {}{} a later priority", first.place.name, more); break;
    case Remedy::Kind::TakeAway:
      out.text = fmt::format("take what is in the way out of the annotation of {}{}", first.place.name, more);
      break;
    case Remedy::Kind::Together: out.text = fmt::format("change the annotation of {}{}", first.place.name, more); break;
    case Remedy::Kind::Annotate: out.text = fmt::format("annotate {}", first.place.name); break;
  }
  return out;
}

std::optional<AxisRef> readAxis(const Module& m, std::string_view text, std::string* problem) {
  std::string name(text.substr(0, text.find(':')));
  std::erase(name, '"');
  AxisRef axis;
  const MeshAxis* known = nullptr;
  MeshTable meshes(m);
  StrId id = m.context().str(name);
  std::string all;
  for (const MeshTable::Entry& entry : meshes.entries()) {
    for (const MeshAxis& a : entry.mesh.axes) {
      all += fmt::format("{}{}", all.empty() ? "" : ", ", m.context().str(a.name));
      if (a.name == id && !known) known = &a;
    }
  }
  if (!known) {
    *problem = fmt::format("no mesh has an axis \"{}\" (axes: {})", name, all.empty() ? "none" : all);
    return std::nullopt;
  }
  axis.name = id;
  std::size_t part = text.find(":(");
  if (part == std::string_view::npos) return axis;
  const char *at = text.data() + part + 2, *end = text.data() + text.size();
  auto pre = std::from_chars(at, end, axis.preSize);
  auto size = pre.ec == std::errc() && pre.ptr != end && *pre.ptr == ')' ? std::from_chars(pre.ptr + 1, end, axis.size) : pre;
  bool fits = size.ec == std::errc() && size.ptr == end && axis.preSize > 0 && axis.size > 1 && axis.preSize <= known->size &&
              axis.size <= known->size && known->size % (axis.preSize * axis.size) == 0;
  if (!fits) {
    *problem = fmt::format("{} is not a part of \"{}\", which has size {}; a part is written like {}:(1)2", text, name, known->size, name);
    return std::nullopt;
  }
  if (axis.size == known->size) axis = {id};
  return axis;
}

}  // namespace shardlens
