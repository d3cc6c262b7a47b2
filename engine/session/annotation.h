#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/outline/outline.h"
#include "engine/session/annotation_text.h"
#include "engine/session/edit.h"

namespace shardlens {

/// Which annotation: one of each kind a value, or a function's result.
struct AnnotationKey {
  EditKind kind = EditKind::Sharding;  ///< Sharding, Result, Constraint (added by an edit) or Group
  std::uint32_t id = 0;                ///< ValueId of the opened program; OpId of the function for a Result
  std::uint32_t index = 0;             ///< of a Result
  auto operator<=>(const AnnotationKey&) const = default;

  [[nodiscard]] ValueId value() const { return kind == EditKind::Result ? ValueId() : ValueId(id); }
};

/// Something that a person wrote about the plan, in the text or by an edit.
struct Annotation {
  AnnotationKey key;
  AttrId sharding;                   ///< invalid for a Group
  std::vector<std::int64_t> groups;  ///< of a Group
  bool on = true;
  bool edited = false;  ///< not as the text has it
  bool fixed = false;   ///< its operation cannot do without it: it cannot be switched off or removed
  std::string trouble;  ///< why it cannot count with the meshes as they are; empty where it does
  bool operator==(const Annotation&) const = default;

  [[nodiscard]] bool counts() const { return on && trouble.empty(); }
};

/// All annotations of the program as its text has them, by ascending key.
std::vector<Annotation> annotationsOf(const Module& module);

/// Path by which an edit names the annotation.
std::string pathOf(const Module& module, const Outline& outline, const AnnotationKey& key);
/// Type of the tensor that the annotation is about.
TypeId typeOf(const Module& module, const AnnotationKey& key);
/// The types of a function's results.
std::vector<TypeId> resultTypesOf(const Module& module, OpId func);

}  // namespace shardlens
