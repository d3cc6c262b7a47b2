#include "engine/session/annotation_text.h"

#include <charconv>

namespace shardlens {

namespace {

constexpr std::string_view kReductions[] = {"sum", "max", "min"};

/// Reads the two spellings of a sharding. Each `read` consumes what it names, or says what it missed and where.
class Reader {
 public:
  Reader(std::string_view text, const ShardingScope& scope) : text_(text), scope_(scope) {
    if (!scope.meshes.empty()) out_.mesh = scope.meshes.front().name;
  }

  ReadSharding read() {
    skip();
    bool good = isShortForm() ? readShortForms() : readSdy();
    if (good && at_ < text_.size()) good = fail("nothing more was expected here");
    if (!good) return {{}, problem_, problemAt_};
    return {std::move(out_), {}, 0};
  }

 private:
  bool fail(std::string problem) {
    problem_ = std::move(problem);
    problemAt_ = at_;
    return false;
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    skip();
    return true;
  }
  bool need(std::string_view word) { return take(word) || fail("expected \"" + std::string(word) + "\""); }
  static bool isWordChar(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' || c == '-';
  }
  std::string word() {
    std::size_t from = at_;
    while (at_ < text_.size() && isWordChar(text_[at_])) ++at_;
    std::string found(text_.substr(from, at_ - from));
    skip();
    return found;
  }
  bool number(std::int64_t* out) {
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), *out);
    if (error != std::errc() || *out < 0) return fail("expected a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    skip();
    return true;
  }

  // Short forms.
  bool isShortForm() const {
    std::string_view rest = text_.substr(at_);
    return rest.starts_with("@sharded") || rest.starts_with("@replicated") || rest.starts_with("@partial");
  }
  bool readShortForms() {
    out_.dims.assign(scope_.shape.size(), {});
    do {
      if (take("@sharded")) {
        if (!readSharded()) return false;
      } else if (take("@partial")) {
        if (!readPartial()) return false;
      } else if (!take("@replicated")) {
        return fail("expected @sharded, @replicated or @partial");
      }
      take(",");
    } while (at_ < text_.size());
    return true;
  }
  bool readSharded() {
    std::int64_t dim = -1;
    std::string axis;
    if (!need("(")) return false;
    while (!take(")")) {
      if (take("axis")) {
        if (!need("=") || !number(&dim)) return false;
      } else if (take("mesh")) {
        if (!need("=") || !readName(&axis)) return false;
      } else {
        return fail("expected axis=N or mesh=\"name\"");
      }
      take(",");
    }
    if (dim < 0) return fail("@sharded needs axis=N, the dimension to split");
    if (dim >= static_cast<std::int64_t>(out_.dims.size()))
      return fail("dimension " + std::to_string(dim) + " does not exist: the tensor has " + std::to_string(out_.dims.size()) +
                  " dimensions");
    if (axis.empty() && !defaultAxis(&axis)) return false;
    out_.dims[static_cast<std::size_t>(dim)].axes.push_back({axis, 0, 0});
    return true;
  }
  bool readPartial() {
    std::string axis;
    if (take("(")) {
      if (!need("mesh") || !need("=") || !readName(&axis) || !need(")")) return false;
    }
    if (axis.empty() && !defaultAxis(&axis)) return false;
    out_.unreduced.push_back({axis, 0, 0});
    return true;
  }
  // Without a name the first axis that the tensor does not use yet is meant.
  bool defaultAxis(std::string* axis) {
    if (scope_.meshes.empty()) return fail("the program has no mesh with a name");
    for (const auto& candidate : scope_.meshes.front().axes) {
      if (usesAxis(candidate.name)) continue;
      *axis = candidate.name;
      return true;
    }
    return fail("every axis of mesh @" + scope_.meshes.front().name + " is in use");
  }
  bool usesAxis(const std::string& name) const {
    auto in = [&](const std::vector<AxisText>& axes) {
      for (const AxisText& axis : axes)
        if (axis.name == name) return true;
      return false;
    };
    for (const DimText& dim : out_.dims)
      if (in(dim.axes)) return true;
    return in(out_.unreduced);
  }
  bool readName(std::string* name) {
    if (take("\"")) {
      auto end = text_.find('"', at_);
      if (end == std::string_view::npos) return fail("the name does not end: a \" is missing");
      *name = text_.substr(at_, end - at_);
      at_ = end + 1;
      skip();
      return true;
    }
    *name = word();
    return !name->empty() || fail("expected the name of an axis");
  }

  // sdy syntax.
  bool readSdy() {
    take("#sdy.sharding");
    bool angle = take("<");
    if (take("@")) {
      out_.mesh = word();
      if (out_.mesh.empty()) return fail("expected the name of a mesh after @");
      if (!need(",")) return false;
    }
    if (!readDims()) return false;
    while (take(",")) {
      if (take("replicated")) {
        if (!need("=") || !readAxes(&out_.replicated)) return false;
      } else if (take("unreduced")) {
        take("=");
        for (int i = 0; i < 3; ++i)
          if (take(kReductions[i])) out_.reduction = static_cast<ReductionOp>(i);
        if (!readAxes(&out_.unreduced)) return false;
      } else {
        return fail("expected replicated={...} or unreduced={...}");
      }
    }
    return !angle || need(">");
  }
  bool readDims() {
    if (!need("[")) return false;
    if (take("]")) return true;
    do {
      DimText dim;
      if (!readDim(&dim)) return false;
      out_.dims.push_back(std::move(dim));
    } while (take(","));
    return need("]");
  }
  bool readDim(DimText* dim) {
    if (!need("{")) return false;
    while (!take("}")) {
      if (take("?")) {
        dim->closed = false;
        if (!need("}")) return false;
        break;
      }
      if (!readAxis(&dim->axes)) return false;
      if (!take(",") && (at_ >= text_.size() || text_[at_] != '}')) return fail("expected \",\" or \"}\"");
    }
    if (!take("p")) return true;
    std::int64_t priority = 0;
    if (!number(&priority)) return false;
    dim->priority = priority;
    return true;
  }
  bool readAxes(std::vector<AxisText>* axes) {
    if (!need("{")) return false;
    if (take("}")) return true;
    do {
      if (!readAxis(axes)) return false;
    } while (take(","));
    return need("}");
  }
  bool readAxis(std::vector<AxisText>* axes) {
    AxisText axis;
    if (at_ < text_.size() && text_[at_] != '"') return fail("expected the name of an axis in quotes");
    if (!readName(&axis.name)) return false;
    if (take(":") && (!need("(") || !number(&axis.preSize) || !need(")") || !number(&axis.size))) return false;
    axes->push_back(std::move(axis));
    return true;
  }

  std::string_view text_;
  const ShardingScope& scope_;
  ShardingText out_;
  std::size_t at_ = 0, problemAt_ = 0;
  std::string problem_;
};

}  // namespace

ReadSharding readSharding(std::string_view text, const ShardingScope& scope) {
  ReadSharding read = Reader(text, scope).read();
  if (!read.value) return read;
  if (std::string problem = checkSharding(*read.value, scope); !problem.empty()) return {{}, std::move(problem), 0};
  return read;
}

}  // namespace shardlens
