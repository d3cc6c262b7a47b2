#include <algorithm>

#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

void Printer::resource(std::string_view key) {
  resources_.try_emplace(key, resources_.size());
  *this << "dense_resource<", appendKeywordOrString(out_, key), *this << '>';
}

// Of dialects' entries those that the text refers to, in the order in which it does.
std::vector<const ResourceEntry*> Printer::resourceEntries(bool external) const {
  std::vector<const ResourceEntry*> found;
  for (const ResourceEntry& entry : module_.resources())
    if (entry.external == external && (external || resources_.contains(entry.key))) found.push_back(&entry);
  if (external) return found;
  std::ranges::stable_sort(found, {},
                           [&](const ResourceEntry* e) { return std::pair(std::string_view(e->dialect), resources_.at(e->key)); });
  return found;
}

// `{-# dialect_resources: {builtin: {key: "0x..."}} #-}`, the entries of a dialect together.
void Printer::resources() {
  bool any = false;
  for (bool external : {false, true}) {
    auto entries = resourceEntries(external);
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
