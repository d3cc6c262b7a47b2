#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

namespace {

std::vector<const ResourceEntry*> entriesOf(const Module& module, bool external) {
  std::vector<const ResourceEntry*> found;
  for (const ResourceEntry& entry : module.resources()) {
    if (entry.external == external) found.push_back(&entry);
  }
  return found;
}

}  // namespace

// `{-# dialect_resources: {builtin: {key: "0x..."}} #-}`, the entries of a dialect together.
void Printer::resources() {
  bool any = false;
  for (bool external : {false, true}) {
    auto entries = entriesOf(module_, external);
    if (entries.empty()) continue;
    *this << (any ? ",\n" : "\n{-#\n") << (external ? "  external_resources: {\n" : "  dialect_resources: {\n");
    for (std::size_t i = 0; i < entries.size(); ++i) {
      bool first = i == 0 || entries[i]->dialect != entries[i - 1]->dialect;
      bool last = i + 1 == entries.size() || entries[i + 1]->dialect != entries[i]->dialect;
      if (first) *this << (i ? ",\n    " : "    "), appendKeywordOrString(out_, entries[i]->dialect), *this << ": {\n";
      *this << "      ";
      appendKeywordOrString(out_, entries[i]->key);
      *this << ": " << entries[i]->value << (last ? "\n    }" : ",\n");
      flushWhenLarge();
    }
    *this << "\n  }";
    any = true;
  }
  if (any) *this << "\n#-}\n";
}

}  // namespace shardlens
