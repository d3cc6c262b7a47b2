#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

/// The first place in a file that a location holds: names and call sites are looked through, fused ones from the left.
const AttrData* fileOf(const Context& c, AttrId location) {
  const AttrData& d = c.attr(location);
  if (d.kind == AttrKind::LocFile) return &d;
  std::size_t first = d.kind == AttrKind::LocFused && d.sub == 1 ? 1 : 0;
  for (std::size_t i = first; i < d.subs.size(); ++i) {
    if (const AttrData* found = fileOf(c, d.subs[i])) return found;
  }
  return nullptr;
}

Diagnostic at(const Context& c, AttrId location, Severity severity, std::string message) {
  Diagnostic made{severity, {}, {}, std::move(message), {}};
  if (const AttrData* file = location ? fileOf(c, location) : nullptr) {
    made.file = std::string(file->text);
    made.at = {static_cast<std::uint32_t>(file->ints[0]), static_cast<std::uint32_t>(file->ints[1])};
  }
  return made;
}

}  // namespace

bool Verifier::errorAt(AttrId location, std::string message) {
  diagnostics_.add(at(context(), location, Severity::Error, std::move(message)));
  return false;
}

bool Verifier::error(OpId op, std::string message) {
  errorAt(module_.location(op), std::move(message));
  const SourcePtr& text = module_.source();
  if (!text || module_.op(op).source == kNoOffset) return false;
  // Locations that programs bring along tell of the sources that they were made from, or of nothing.
  Diagnostic& error = diagnostics_.all().back();
  LineColumn place = text->position(module_.op(op).source);
  if (error.file.empty()) {
    error.file = text->name();
    error.at = place;
  } else if (error.file != text->name()) {
    error.notes.push_back({Severity::Note, text->name(), place, std::string(kStandsHere), {}});
  }
  return false;
}

bool Verifier::opError(OpId op, std::string message) {
  return error(op, "'" + std::string(module_.name(op)) + "' op " + std::move(message));
}

void Verifier::note(AttrId location, std::string message) {
  if (diagnostics_.all().empty()) return;
  diagnostics_.all().back().notes.push_back(at(context(), location, Severity::Note, std::move(message)));
}

}  // namespace shardlens
