#include "engine/propagation/func_attrs.h"

#include <algorithm>

namespace shardlens {

namespace {

std::size_t countOf(const Module& m, OpId func, FuncAttrs::Of of) {
  const Context& c = m.context();
  AttrId attr = m.attribute(func, "function_type");
  if (!attr || !c.attr(attr).type) return 0;
  const TypeData& type = c.type(c.attr(attr).type);
  auto inputs = static_cast<std::size_t>(type.ints[0]);
  return of == FuncAttrs::Of::Arguments ? inputs : type.types.size() - inputs;
}

}  // namespace

FuncAttrs::FuncAttrs(const Module& m, OpId func, Of of)
    : c_(m.context()),
      func_(func),
      name_(of == Of::Arguments ? "arg_attrs" : "res_attrs"),
      entries_(countOf(m, func, of), m.context().emptyDict()) {
  AttrId array = m.attribute(func, name_);
  if (!array) return;
  auto written = c_.attr(array).subs;
  std::copy_n(written.begin(), std::min(written.size(), entries_.size()), entries_.begin());
}

AttrId FuncAttrs::get(std::uint32_t index, std::string_view name) const {
  return index < entries_.size() ? c_.get(entries_[index], name) : AttrId();
}

void FuncAttrs::set(std::uint32_t index, std::string_view name, AttrId value) {
  if (index >= entries_.size()) return;
  AttrId now = c_.with(entries_[index], name, value);
  changed_ = changed_ || now != entries_[index];
  entries_[index] = now;
}

void FuncAttrs::store(Module& m) {
  if (!changed_) return;
  bool empty = std::all_of(entries_.begin(), entries_.end(), [&](AttrId e) { return e == c_.emptyDict(); });
  m.setAttribute(func_, name_, empty ? AttrId() : c_.array(entries_));
  changed_ = false;
}

}  // namespace shardlens
