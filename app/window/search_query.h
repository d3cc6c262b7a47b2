#pragma once

#include <QRegularExpression>
#include <QString>

#include <atomic>
#include <unordered_set>
#include <vector>

#include "engine/session/snapshot.h"

namespace shardlens::app {

/// What a person looks for: `axis:model`, `op:dot_general`, `kind:layer`, `partial`, `annotated`, `changed`, `bytes>100M`,
/// `producers:%12:3`, `consumers:%12` (so many operations away, one where no number stands), and words or a regular expression between
/// slashes. All terms must hold. Words and expressions are looked for in the whole path; where there are no other terms, one of them must
/// reach into the name itself, so that a scope's name does not find all that is in it.
class SearchQuery {
 public:
  /// Reads `text`; an expression that cannot be read is reported by `problem`.
  explicit SearchQuery(const QString& text);

  [[nodiscard]] bool isEmpty() const { return terms_.empty(); }
  [[nodiscard]] const QString& problem() const { return problem_; }

  struct Result {
    std::vector<BoxId> hits;                      ///< in outline order
    std::unordered_set<std::uint32_t> highlight;  ///< hits and all boxes around them
  };
  /// Looks at every box and leaf; stops early when `stop` is set.
  [[nodiscard]] Result run(const Snapshot& snapshot, const std::atomic<bool>& stop) const;

 private:
  enum class Field { Text, Axis, Op, Kind, Partial, Annotated, Changed, Larger, Smaller, Producers, Consumers };
  struct Term {
    Field field = Field::Text;
    QRegularExpression pattern;
    bool isPath = false;  ///< a text with a slash: where in the path it stands does not matter
    double number = 0;    ///< bytes, or how many operations away
    QString value;
    std::unordered_set<std::uint32_t> boxes;  ///< in the neighbourhood of the value
  };
  bool addNumber(const QString& word);
  bool addFlow(const QString& word);
  void addTerm(const QString& word);
  enum class Match : unsigned char { None, InPath, InName };
  [[nodiscard]] Match textMatch(const Snapshot& snapshot, BoxId box, ValueId value, const Term& term) const;
  [[nodiscard]] Match matches(const Snapshot& snapshot, BoxId box, const Term& term) const;
  [[nodiscard]] bool holds(const Snapshot& snapshot, BoxId box, const std::vector<Term>& terms) const;

  std::vector<Term> terms_;
  QString problem_;
};

}  // namespace shardlens::app
