#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/plan/plan.h"

namespace shardlens {

/// What an edit changes. Beside each stands what its path names and what its text says.
enum class EditKind : std::uint8_t {
  Sharding,    ///< a value's own sharding: value path; sdy syntax as printSharding gives it, empty to remove it
  Result,      ///< a function's result: `main#0`; as above
  Constraint,  ///< a constraint that stands behind a value: value path; as above
  Group,       ///< sharding groups of a value: value path; group numbers with spaces between, empty for none
  Mesh,        ///< a mesh's axes, sizes and device order: mesh name; `["data"=2, "model"=4], device_ids=[...]`
  AxisName,    ///< a mesh axis gets another name, wherever it is used: mesh name; `"old" -> "new"`
  Options,     ///< how to propagate: empty; as printOptions gives it
  Switch,      ///< counts an annotation or leaves it out: as of the annotation's kind; `sharding off`, `constraint on`, ...
};

/// One thing that a person changed, as text: what stays when the program is closed and opened again.
struct Edit {
  std::string path;
  std::string text;
  EditKind kind = EditKind::Sharding;
  bool operator==(const Edit&) const = default;
};

/// Lower-case word of a kind, as in the text of an edit.
std::string_view editKindName(EditKind kind);
/// `sharding "main/%w1" [{}, {"model"}]`: an edit on one line.
std::string printEdit(const Edit& edit);
/// Reads what printEdit wrote; nothing where it is not that.
std::optional<Edit> readEdit(std::string_view line);

/// `strategy=aggressive op-priorities=on user-priorities=on conservative=off`
std::string printOptions(const PlanOptions& options);
std::optional<PlanOptions> readOptions(std::string_view text);

}  // namespace shardlens
