#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/session/annotation.h"
#include "engine/session/mesh_text.h"
#include "engine/session/rename_axis.h"

namespace shardlens {

/// A program as opened, with all that edits are read against.
struct EditBase {
  EditBase(std::shared_ptr<const Module> module, std::shared_ptr<const Outline> outline);

  std::shared_ptr<const Module> module;
  std::shared_ptr<const Outline> outline;
  std::vector<Annotation> annotations;  ///< as the text has them, by ascending key
  struct NamedMesh {
    std::string name;
    OpId op;
    MeshText mesh;
    bool operator==(const NamedMesh&) const = default;
  };
  std::vector<NamedMesh> meshes;

  /// Value that `path` names; invalid where none. Answers are remembered: one thread at a time.
  ValueId find(const std::string& path) const;
  /// Annotation as the text has it; null where there is none.
  const Annotation* annotation(const AnnotationKey& key) const;

 private:
  mutable std::unordered_map<std::string, ValueId> places_;
};

/// What a list of edits comes to: the annotations that differ from the text, the meshes, the options.
class EditState {
 public:
  explicit EditState(const EditBase& base);

  /// Adds one edit; says why it is refused, and then the state is as before.
  std::string apply(const Edit& edit);

  [[nodiscard]] const EditBase& base() const { return *base_; }
  [[nodiscard]] const PlanOptions& options() const { return options_; }
  [[nodiscard]] const std::vector<EditBase::NamedMesh>& meshes() const { return meshes_; }
  [[nodiscard]] const std::vector<AxisRename>& renames() const { return renames_; }
  [[nodiscard]] bool meshesChanged() const { return meshes_ != base_->meshes; }
  /// What edits made of annotations, as they stand now; one without sharding and groups was removed.
  [[nodiscard]] const std::map<AnnotationKey, Annotation>& changes() const { return changes_; }
  /// All annotations by ascending key, with what is the matter with each under the meshes as they are.
  [[nodiscard]] std::vector<Annotation> annotations() const;
  /// A sharding of the text with its axes as they are called now.
  [[nodiscard]] AttrId renamed(AttrId sharding) const;
  [[nodiscard]] ShardingScope scopeOf(TypeId type) const;

 private:
  std::string setSharding(const AnnotationKey& key, const std::string& text);
  std::string editSharding(const Edit& edit);
  std::string editResult(const Edit& edit);
  std::string editConstraint(const Edit& edit);
  std::string editGroup(const Edit& edit);
  std::string editMesh(const Edit& edit);
  std::string editAxisName(const Edit& edit);
  std::string editOptions(const Edit& edit);
  std::string editSwitch(const Edit& edit);
  std::string findResult(const std::string& path, AnnotationKey* key) const;
  std::string findValue(const std::string& path, EditKind kind, AnnotationKey* key) const;
  std::string keyOf(const std::string& path, EditKind kind, AnnotationKey* key) const;
  void put(const AnnotationKey& key, AttrId sharding, std::vector<std::int64_t> groups);
  [[nodiscard]] Annotation current(const AnnotationKey& key) const;

  const EditBase* base_;
  std::map<AnnotationKey, Annotation> changes_;
  std::set<AnnotationKey> off_;
  std::vector<EditBase::NamedMesh> meshes_;
  std::vector<AxisRename> renames_;
  PlanOptions options_;
};

}  // namespace shardlens
