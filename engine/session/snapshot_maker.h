#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/session/box_shares.h"
#include "engine/session/replanner.h"

namespace shardlens {

/// Why no snapshot was made: the edit that has no place (by its number) and what is wrong with it.
struct EditRefusal {
  std::size_t edit = 0;
  std::string why;
};

/// Makes the snapshots of one program, one after the other, with what stays the same between them.
class SnapshotMaker {
 public:
  explicit SnapshotMaker(std::shared_ptr<const Program> program) : program_(std::move(program)), replanner_(program_) {}

  /// The program with `edits` in force, and its plan. `before` gives what changed. Null when cancelled or when an edit is refused, which
  /// `refusal` then says.
  std::shared_ptr<Snapshot> make(const std::vector<Edit>& edits, const Snapshot* before, EditRefusal* refusal, Progress* progress);

 private:
  std::optional<EditState> fold(const std::vector<Edit>& edits, EditRefusal* refusal) const;
  std::vector<LeftOut> leftOut(const Module& written);
  void fill(Snapshot& snapshot, const EditState& state, const Snapshot* before);

  std::shared_ptr<const Program> program_;
  Replanner replanner_;
  std::optional<BoxShareMaker> shares_;
  std::optional<std::vector<OpId>> constraints_;  ///< of the text, made when asked for
  std::shared_ptr<const std::vector<AttrId>> conservativeRules_;
};

}  // namespace shardlens
