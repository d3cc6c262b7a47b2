#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/report/explanation.h"

namespace shardlens {

namespace {

using Json = nlohmann::ordered_json;

std::string lineText(const LineColumn& at) { return at.line ? fmt::format("  line {}", at.line) : std::string(); }

void chainLines(const ExplainedChain& chain, bool named, std::string& out) {
  if (named) out += fmt::format("  part {}\n", chain.axis);
  for (const ExplainedLink& l : chain.links) {
    out += fmt::format("  step {:<6} {:<28} {} dim {} <- {} dim {}\n", l.step, l.op, l.to.name, l.toDim, l.from.name, l.fromDim);
    out += fmt::format("  {:11} {}{}", "", l.direction, l.factor.empty() ? "" : fmt::format(", factor {} ({})", l.factor, l.factorKind));
    if (l.opPriority >= 0) out += fmt::format(", op priority {}", l.opPriority);
    out += fmt::format(", user priority {}, {}", l.userPriority, l.strategy);
    if (l.others) out += fmt::format(", {} more tensors had it", l.others);
    out += lineText(l.at) + "\n";
    if (!l.call.empty()) out += fmt::format("  {:11} in {}\n", "", l.call);
  }
  if (chain.annotation) {
    out += fmt::format("  {}: {} {} {}{}\n", chain.end, chain.annotation->what, chain.annotation->place.name, chain.annotation->sharding,
                       lineText(chain.annotation->place.at));
  } else {
    out += fmt::format("  {}\n", chain.end);
  }
}

void axisLines(const ExplainedAxis& axis, std::string& out) {
  out += fmt::format("\ndimension {}: {}\n", axis.dim, axis.axis);
  for (const ExplainedChain& chain : axis.chains) chainLines(chain, axis.chains.size() > 1, out);
  if (!axis.asked) return;
  for (const ExplainedAnnotation& a : axis.alsoFrom)
    out += fmt::format("  also from: {} {} {}{}\n", a.what, a.place.name, a.sharding, lineText(a.place.at));
  if (axis.manual) {
    out += "  a manual axis: it stays as long as the computation is manual\n";
  } else if (!axis.complete) {
    out += "  other annotations, not all of which were looked for, would give it too\n";
  } else if (axis.alsoFrom.empty()) {
    out += "  without it the axis is gone\n";
  } else {
    out += "  without all of these the axis is gone\n";
  }
}

}  // namespace

std::string explanationText(const Explanation& e) {
  std::string out = fmt::format("{} : {}{}\n", e.place.path, e.type, lineText(e.place.at));
  out += fmt::format("sharding {}{}\n", e.sharding.empty() ? "none" : e.sharding, e.written ? "  (annotated)" : "");
  for (const ExplainedBorder& b : e.borders) out += fmt::format("at the border, as {}, {}: {}\n", b.place, b.sharding, b.why);
  for (const ExplainedAxis& axis : e.axes) axisLines(axis, out);
  if (e.askedAxis.empty() && e.axes.empty()) out += "no axis on any dimension\n";
  if (e.obstacles.empty()) return out;
  out += fmt::format("\nwhy not {} on dimension {}\n", e.askedAxis, e.askedDim);
  for (const ExplainedObstacle& o : e.obstacles) {
    out += fmt::format("  {:<18} {}{}\n", o.code, o.text, lineText(o.opAt));
    if (!o.needs.empty()) out += fmt::format("  {:<18} needs {}\n", "", o.needs);
    if (o.way.size() > 1) {
      out += fmt::format("  {:<18} on the way", "");
      for (const ExplainedPlace& place : o.way) out += fmt::format(" <- {}", place.name);
      if (!o.holder.name.empty()) out += fmt::format(" <- {}", o.holder.name);
      out += "\n";
    }
    if (o.step >= 0) out += fmt::format("  {:<18} what is in the way came in step {}\n", "", o.step);
  }
  if (!e.remedies.empty()) out += "\nwhat would have to change\n";
  for (const ExplainedRemedy& r : e.remedies) {
    out += fmt::format("  {}{}\n", r.text, !r.tried ? "" : r.helps ? ": then it comes" : ": that alone is not enough");
    for (const ExplainedAnnotation& a : r.rewrites)
      out += fmt::format("    {} {}{}\n", a.place.name, a.sharding.empty() ? "no sharding" : a.sharding, lineText(a.place.at));
  }
  return out;
}

namespace {

void put(Json& out, const LineColumn& at) {
  if (!at.line) return;
  out["line"] = at.line;
  out["column"] = at.column;
}

Json placeJson(const ExplainedPlace& place) {
  Json out;
  out["name"] = place.name;
  if (!place.path.empty()) out["path"] = place.path;
  put(out, place.at);
  return out;
}

Json annotationJson(const ExplainedAnnotation& a) {
  Json out = placeJson(a.place);
  out["what"] = a.what;
  out["sharding"] = a.sharding;
  return out;
}

Json linkJson(const ExplainedLink& l) {
  Json out;
  out["step"] = l.step;
  out["op"] = l.op;
  put(out, l.at);
  if (!l.call.empty()) out["call"] = l.call;
  out["axis"] = l.axis;
  out["direction"] = l.direction;
  if (!l.factor.empty()) out["factor"] = l.factor, out["factor_kind"] = l.factorKind;
  out["from"] = placeJson(l.from);
  out["from"]["dim"] = l.fromDim;
  out["to"] = placeJson(l.to);
  out["to"]["dim"] = l.toDim;
  out["user_priority"] = l.userPriority;
  if (l.opPriority >= 0) out["op_priority"] = l.opPriority;
  out["strategy"] = l.strategy;
  out["other_sources"] = l.others;
  return out;
}

Json axisJson(const ExplainedAxis& axis) {
  Json out;
  out["dim"] = axis.dim;
  out["axis"] = axis.axis;
  out["chains"] = Json::array();
  for (const ExplainedChain& chain : axis.chains) {
    Json one;
    one["axis"] = chain.axis;
    one["links"] = Json::array();
    for (const ExplainedLink& l : chain.links) one["links"].push_back(linkJson(l));
    one["end"] = chain.end;
    if (chain.annotation) one["annotation"] = annotationJson(*chain.annotation);
    out["chains"].push_back(std::move(one));
  }
  if (!axis.asked) return out;
  out["also_from"] = Json::array();
  for (const ExplainedAnnotation& a : axis.alsoFrom) out["also_from"].push_back(annotationJson(a));
  out["complete"] = axis.complete;
  out["manual"] = axis.manual;
  return out;
}

Json obstacleJson(const ExplainedObstacle& o) {
  Json out;
  out["kind"] = o.code;
  out["text"] = o.text;
  if (!o.needs.empty()) out["needs"] = o.needs;
  if (!o.op.empty()) out["op"] = o.op;
  put(out, o.opAt);
  if (!o.at.name.empty()) out["at"] = placeJson(o.at);
  if (!o.holder.name.empty()) out["holder"] = placeJson(o.holder);
  if (!o.rival.name.empty()) out["rival"] = placeJson(o.rival);
  if (o.step >= 0) out["step"] = o.step;
  out["way"] = Json::array();
  for (const ExplainedPlace& place : o.way) out["way"].push_back(placeJson(place));
  return out;
}

}  // namespace

std::string explanationJson(const Explanation& e) {
  Json out = placeJson(e.place);
  out["type"] = e.type;
  out["sharding"] = e.sharding.empty() ? Json() : Json(e.sharding);
  out["written"] = e.written ? annotationJson(*e.written) : Json();
  out["border"] = Json::array();
  for (const ExplainedBorder& b : e.borders) out["border"].push_back({{"place", b.place}, {"sharding", b.sharding}, {"why", b.why}});
  out["axes"] = Json::array();
  for (const ExplainedAxis& axis : e.axes) out["axes"].push_back(axisJson(axis));
  if (!e.askedAxis.empty()) {
    out["asked"] = {{"axis", e.askedAxis}, {"dim", e.askedDim}};
    out["obstacles"] = Json::array();
    for (const ExplainedObstacle& o : e.obstacles) out["obstacles"].push_back(obstacleJson(o));
    out["remedies"] = Json::array();
    for (const ExplainedRemedy& r : e.remedies) {
      Json one;
      one["text"] = r.text;
      one["rewrites"] = Json::array();
      for (const ExplainedAnnotation& a : r.rewrites) one["rewrites"].push_back(annotationJson(a));
      if (r.tried) one["helps"] = r.helps;
      out["remedies"].push_back(std::move(one));
    }
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace shardlens
