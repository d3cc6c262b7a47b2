// The edits of each kind: what they name, what they may say, what they put into the state.
#include <algorithm>
#include <charconv>

#include "engine/session/edit_state.h"

namespace shardlens {

namespace {

/// The operation whose region holds the value.
OpId ownerOf(const Module& m, ValueId value) {
  BlockId block = m.isArgument(value) ? m.owningBlock(value) : m.op(m.definingOp(value)).block;
  return block ? m.region(m.block(block).region).op : OpId();
}

std::string readNumbers(const std::string& text, std::vector<std::int64_t>* numbers) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    std::int64_t number = 0;
    auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 0) return "a sharding group is a number from 0 on";
    numbers->push_back(number);
    at = next;
  }
  std::sort(numbers->begin(), numbers->end());
  numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
  return {};
}

/// `"old" -> "new"`
bool readRename(std::string_view text, std::string* from, std::string* to) {
  constexpr std::string_view arrow = "\" -> \"";
  auto at = text.find(arrow);
  if (at == std::string_view::npos || !text.starts_with('"') || !text.ends_with('"') || at + arrow.size() >= text.size() + 1) return false;
  *from = text.substr(1, at - 1);
  text.remove_prefix(at + arrow.size());
  *to = text.substr(0, text.size() - 1);
  return true;
}

}  // namespace

std::string EditState::findResult(const std::string& path, AnnotationKey* key) const {
  const Module& m = *base_->module;
  auto hash = path.rfind('#');
  std::uint32_t index = 0;
  bool number = hash != std::string::npos &&
                std::from_chars(path.data() + hash + 1, path.data() + path.size(), index).ptr == path.data() + path.size();
  std::string name = path.substr(0, hash);
  OpId found;
  walk(m, m.root(), [&](OpId op) {
    if (m.op(op).kind != OpKind::FuncFunc) return;
    AttrId symbol = m.attribute(op, "sym_name");
    if (!found && symbol && m.context().attr(symbol).text == name) found = op;
  });
  if (!found || !number) return "there is no function result " + path;
  std::size_t count = resultTypesOf(m, found).size();
  if (index >= count) return "function " + name + " has " + std::to_string(count) + " results";
  *key = {EditKind::Result, found.value, index};
  return {};
}

std::string EditState::findValue(const std::string& path, EditKind kind, AnnotationKey* key) const {
  ValueId value = base_->find(path);
  if (!value) return "there is no value " + path;
  if (!isRankedTensor(base_->module->context(), base_->module->type(value))) return "only a tensor of known rank can be annotated";
  ValueId carrier = shardableValue(*base_->module, value);
  // The body of a reduction is written as one word where it can be: nothing of it would be saved.
  OpId def = base_->module->definingOp(value);
  OpId around = def ? base_->module->parentOp(def) : OpId();
  bool reduction = around && base_->module->op(around).kind == OpKind::StablehloReduce;
  if (!carrier || reduction) return "this value cannot carry a sharding: it lives inside one operation's computation";
  *key = {kind, kind == EditKind::Sharding ? carrier.value : value.value, 0};
  return {};
}

std::string EditState::keyOf(const std::string& path, EditKind kind, AnnotationKey* key) const {
  return kind == EditKind::Result ? findResult(path, key) : findValue(path, kind, key);
}

std::string EditState::setSharding(const AnnotationKey& key, const std::string& text) {
  if (text.empty()) {
    if (current(key).fixed) return "its operation cannot do without a sharding here";
    put(key, {}, {});
    return {};
  }
  ReadSharding read = readSharding(text, scopeOf(typeOf(*base_->module, key)));
  if (!read.value) return read.problem;
  put(key, encodeText(base_->module->context(), *read.value), {});
  return {};
}

std::string EditState::editSharding(const Edit& edit) {
  AnnotationKey key;
  if (std::string problem = findValue(edit.path, EditKind::Sharding, &key); !problem.empty()) return problem;
  return setSharding(key, edit.text);
}

std::string EditState::editResult(const Edit& edit) {
  AnnotationKey key;
  if (std::string problem = findResult(edit.path, &key); !problem.empty()) return problem;
  if (!isRankedTensor(base_->module->context(), typeOf(*base_->module, key))) return "only a tensor of known rank can be annotated";
  return setSharding(key, edit.text);
}

std::string EditState::editConstraint(const Edit& edit) {
  AnnotationKey key;
  if (std::string problem = findValue(edit.path, EditKind::Constraint, &key); !problem.empty()) return problem;
  const Module& m = *base_->module;
  OpId owner = ownerOf(m, ValueId(key.id));
  if (owner && m.op(owner).kind == OpKind::Unknown) return "nothing can be inserted into an operation of an unknown dialect";
  if (OpId def = m.definingOp(ValueId(key.id)); def && hasTrait(m.op(def).kind, kTerminator))
    return "nothing can be inserted behind the end of a block";
  return setSharding(key, edit.text);
}

std::string EditState::editGroup(const Edit& edit) {
  AnnotationKey key;
  if (std::string problem = findValue(edit.path, EditKind::Group, &key); !problem.empty()) return problem;
  std::vector<std::int64_t> numbers;
  if (std::string problem = readNumbers(edit.text, &numbers); !problem.empty()) return problem;
  put(key, {}, std::move(numbers));
  return {};
}

std::string EditState::editMesh(const Edit& edit) {
  auto mesh = std::find_if(meshes_.begin(), meshes_.end(), [&](const auto& m) { return m.name == edit.path; });
  if (mesh == meshes_.end()) return "there is no mesh @" + edit.path;
  if (mesh->mesh.axes.empty()) return "mesh @" + edit.path + " has no axes: it stands for single devices";
  ReadMesh read = readMesh(edit.text);
  if (!read.value) return read.problem;
  mesh->mesh = std::move(*read.value);
  return {};
}

std::string EditState::editAxisName(const Edit& edit) {
  AxisRename rename{edit.path, {}, {}};
  if (!readRename(edit.text, &rename.from, &rename.to)) return "expected \"old name\" -> \"new name\"";
  auto mesh = std::find_if(meshes_.begin(), meshes_.end(), [&](const auto& m) { return m.name == edit.path; });
  if (mesh == meshes_.end()) return "there is no mesh @" + edit.path;
  MeshText changed = mesh->mesh;
  auto axis = std::find_if(changed.axes.begin(), changed.axes.end(), [&](const auto& a) { return a.name == rename.from; });
  if (axis == changed.axes.end()) return "axis \"" + rename.from + "\" is not in mesh @" + edit.path;
  axis->name = rename.to;
  if (std::string problem = checkMesh(changed); !problem.empty()) return problem;
  mesh->mesh = std::move(changed);
  AxisRenamer renamer(base_->module->context(), rename);
  for (auto& [key, annotation] : changes_) annotation.sharding = renamer.rewrite(annotation.sharding);
  renames_.push_back(std::move(rename));
  return {};
}

std::string EditState::editOptions(const Edit& edit) {
  std::optional<PlanOptions> options = readOptions(edit.text);
  if (!options) return "these are no options of the propagation: " + edit.text;
  options_ = *options;
  return {};
}

std::string EditState::editSwitch(const Edit& edit) {
  auto space = edit.text.find(' ');
  std::string word = edit.text.substr(0, space), state = space == std::string::npos ? std::string() : edit.text.substr(space + 1);
  for (EditKind kind : {EditKind::Sharding, EditKind::Result, EditKind::Constraint, EditKind::Group}) {
    if (word != editKindName(kind) || (state != "on" && state != "off")) continue;
    AnnotationKey key;
    if (std::string problem = keyOf(edit.path, kind, &key); !problem.empty()) return problem;
    Annotation now = current(key);
    if (!now.sharding && now.groups.empty()) return edit.path + " has no annotation of this kind";
    if (now.fixed) return "its operation cannot do without a sharding here";
    if (state == "on")
      off_.erase(key);
    else
      off_.insert(key);
    return {};
  }
  return "expected the kind of an annotation, then on or off";
}

}  // namespace shardlens
