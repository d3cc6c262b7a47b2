#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

// `loc(...)`, with an alias inside where there is one.
void Printer::location(AttrId loc, bool allowAlias) {
  *this << "loc(";
  locationBody(loc, allowAlias);
  *this << ')';
}

void Printer::locationBody(AttrId loc, bool allowAlias) {
  recursion_.run([&] { locationInFull(loc, allowAlias); });
}

void Printer::locationInFull(AttrId loc, bool allowAlias) {
  if (allowAlias) {
    if (const Alias* alias = aliases_.find(loc)) return Aliases::append(out_, *alias);
  }
  const AttrData& d = context().attr(loc);
  switch (d.kind) {
    case AttrKind::LocFile: return fileLocation(d);
    case AttrKind::LocFused: return fusedLocation(d);
    case AttrKind::LocName:
      appendQuoted(out_, d.text);
      if (context().kind(d.subs[0]) != AttrKind::LocUnknown) *this << '(', locationBody(d.subs[0], true), *this << ')';
      return;
    case AttrKind::LocCallSite:
      *this << "callsite(";
      locationBody(d.subs[0], true);
      *this << " at ";
      locationBody(d.subs[1], true);
      *this << ')';
      return;
    default: *this << "unknown"; return;
  }
}

// A range is `line:column to line:column`; the second line is left out where it is the first.
void Printer::fileLocation(const AttrData& d) {
  appendQuoted(out_, d.text);
  *this << ':' << d.ints[0] << ':' << d.ints[1];
  if (d.ints.size() < 4 || (d.ints[2] == d.ints[0] && d.ints[3] == d.ints[1])) return;
  *this << " to ";
  if (d.ints[2] != d.ints[0]) *this << d.ints[2];
  *this << ':' << d.ints[3];
}

void Printer::fusedLocation(const AttrData& d) {
  auto parts = d.subs;
  *this << "fused";
  if (d.sub == 1) {
    *this << '<';
    attribute(parts[0]);
    *this << '>';
    parts = parts.subspan(1);
  }
  *this << '[';
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i) *this << ", ";
    locationBody(parts[i], true);
  }
  *this << ']';
}

void Printer::optionalLocation(AttrId loc) {
  if (!options_.debugInfo) return;
  marking_ = false;
  *this << ' ';
  location(loc);
}

}  // namespace shardlens
