#include <algorithm>

#include "engine/outline/outline.h"

namespace shardlens {

namespace {

constexpr std::size_t kWidest = 40;

/// Folds every function by the position of its operations.
class Folder {
 public:
  explicit Folder(const Module& module) : module_(module) {
    out_.boxOfOp.resize(module.opCount());
    out_.boxOfValue.resize(module.valueCount());
  }

  std::shared_ptr<const Outline> fold() {
    BlockId top = module_.entry(module_.regionOf(module_.root()));
    for (OpId op = module_.block(top).firstOp; op; op = module_.op(op).next)
      if (module_.op(op).kind == OpKind::FuncFunc) addFunction(op);
    if (out_.functions.empty()) out_.functions.push_back(add(BoxKind::Function, "module", {}));
    if (!out_.root) out_.root = out_.functions.front();
    out_.number(module_);
    return std::make_shared<Outline>(std::move(out_));
  }

 private:
  BoxId add(BoxKind kind, std::string name, OpId op) {
    Box box;
    box.kind = kind;
    box.name = std::move(name);
    box.op = op;
    out_.boxes.push_back(std::move(box));
    return BoxId(out_.boxes.size() - 1);
  }

  void setChildren(BoxId parent, std::span<const BoxId> list) {
    Box& box = out_.boxes[parent.value];
    box.firstChild = static_cast<std::uint32_t>(out_.children.size());
    box.childCount = static_cast<std::uint32_t>(list.size());
    for (BoxId child : list) out_.boxes[child.value].parent = parent;
    out_.children.insert(out_.children.end(), list.begin(), list.end());
  }

  void addFunction(OpId op) {
    const Context& c = module_.context();
    BoxId function = add(BoxKind::Function, std::string(c.attr(module_.attribute(op, "sym_name")).text), op);
    out_.functions.push_back(function);
    if (!out_.root && c.attr(module_.attribute(op, "sym_name")).text == "main") out_.root = function;
    std::vector<BoxId> leaves;
    BlockId body = module_.entry(module_.regionOf(op));
    if (body) addLeaves(body, leaves);
    while (leaves.size() > kWidest) leaves = slices(leaves);
    setChildren(function, leaves);
  }

  void addLeaves(BlockId body, std::vector<BoxId>& leaves) {
    for (std::uint32_t i = 0; i < module_.block(body).argCount; ++i) {
      BoxId leaf = add(BoxKind::Argument, "arg" + std::to_string(i), {});
      out_.boxes[leaf.value].value = module_.arg(body, i);
      out_.boxOfValue[module_.arg(body, i).value] = leaf;
      leaves.push_back(leaf);
    }
    for (OpId op = module_.block(body).firstOp; op; op = module_.op(op).next) {
      std::string_view name = module_.name(op);
      BoxId leaf = add(BoxKind::Op, std::string(name.substr(name.find('.') + 1)), op);
      walk(module_, op, [&](OpId inner) { out_.boxOfOp[inner.value] = leaf; });
      for (std::uint32_t r = 0; r < module_.op(op).resultCount; ++r) out_.boxOfValue[module_.result(op, r).value] = leaf;
      leaves.push_back(leaf);
    }
  }

  std::vector<BoxId> slices(const std::vector<BoxId>& leaves) {
    std::vector<BoxId> folded;
    for (std::size_t at = 0; at < leaves.size(); at += kWidest) {
      std::size_t end = std::min(at + kWidest, leaves.size());
      BoxId slice = add(BoxKind::Slice, "operations " + std::to_string(at) + " to " + std::to_string(end - 1), {});
      setChildren(slice, std::span(leaves).subspan(at, end - at));
      folded.push_back(slice);
    }
    return folded;
  }

  const Module& module_;
  Outline out_;
};

}  // namespace

std::shared_ptr<const Outline> makeOutline(const Module& module, Progress*) { return Folder(module).fold(); }

}  // namespace shardlens
