#include "engine/passes/pipeline.h"

#include <algorithm>

#include "engine/verify/verifier.h"

namespace shardlens {

namespace {

std::string_view anchorName(PassLevel level) { return level == PassLevel::Function ? "func.func" : "builtin.module"; }

/// Operations of `level`: the root, or all functions with a body or without, in their order.
std::vector<OpId> rootsOf(const Module& module, PassLevel level) {
  if (level != PassLevel::Function) return {module.root()};
  std::vector<OpId> functions;
  for (OpId op = module.block(module.entry(module.regionOf(module.root()))).firstOp; op; op = module.op(op).next) {
    if (module.op(op).kind == OpKind::FuncFunc) functions.push_back(op);
  }
  return functions;
}

PassLevel levelOf(const Pass& pass) { return pass.level == PassLevel::Function ? PassLevel::Function : PassLevel::Module; }

bool noPass(std::string_view name, std::string* problem) {
  *problem = "unknown pass '" + std::string(name) + "'";
  return false;
}

/// Reads the textual form of a pipeline.
class PipelineText {
 public:
  PipelineText(std::string_view text, Pipeline& pipeline, std::string* problem) : text_(text), pipeline_(pipeline), problem_(problem) {}

  bool whole() {
    auto anchor = word();
    if (anchor != "builtin.module" && anchor != "any")
      return fail("can't run a pipeline anchored on '" + std::string(anchor) + "', expected 'builtin.module'");
    return expect('(') && list(PassLevel::Module) && expect(')') && (at_ == text_.size() || fail("expected the end of the pipeline"));
  }

 private:
  bool list(PassLevel level) {
    skipSpace();
    if (at_ < text_.size() && text_[at_] == ')') return true;
    do {
      if (!element(level)) return false;
    } while (consume(','));
    return true;
  }

  bool element(PassLevel level) {
    auto name = word();
    if (consume('(')) return nested(name, level);
    const Pass* pass = findPass(name);
    if (!pass) return fail("'" + std::string(name) + "' does not refer to a registered pass or pass pipeline");
    if (pass->level != PassLevel::Any && pass->level != level) {
      return fail("can't add pass '" + std::string(name) + "' restricted to '" + std::string(anchorName(pass->level)) +
                  "' on a pass manager that runs on '" + std::string(anchorName(level)) + "', did you intend to nest?");
    }
    PassOptions given(pass->options);
    if (consume('{')) {
      auto options = text_.substr(at_, closingBrace() - at_);
      at_ += options.size();
      if (!expect('}') || !given.parse(options, problem_)) return false;
    }
    pipeline_.append(*pass, std::move(given), level);
    return true;
  }

  bool nested(std::string_view anchor, PassLevel level) {
    bool same = anchor == anchorName(level) && level == PassLevel::Module;
    bool inner = anchor == "func.func" && level == PassLevel::Module;
    if (!same && !inner && anchor != "any")
      return fail("there is no '" + std::string(anchor) + "' inside '" + std::string(anchorName(level)) + "'");
    return list(inner ? PassLevel::Function : level) && expect(')');
  }

  std::size_t closingBrace() {
    int depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      if (text_[i] == '{') ++depth;
      if (text_[i] == '}' && depth-- == 0) return i;
    }
    return text_.size();
  }

  std::string_view word() {
    skipSpace();
    std::size_t from = at_;
    while (at_ < text_.size() && std::string_view(",(){} ").find(text_[at_]) == std::string_view::npos) ++at_;
    return text_.substr(from, at_ - from);
  }
  void skipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool consume(char c) {
    skipSpace();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    skipSpace();
    return true;
  }
  bool expect(char c) { return consume(c) || fail(std::string("expected '") + c + "' in the pipeline"); }
  bool fail(const std::string& why) {
    *problem_ = "pass pipeline:1:" + std::to_string(at_ + 1) + ": error: " + why;
    return false;
  }

  std::string_view text_;
  Pipeline& pipeline_;
  std::string* problem_;
  std::size_t at_ = 0;
};

}  // namespace

bool Pipeline::add(std::string_view name, std::string_view options, std::string* problem) {
  const Pass* pass = findPass(name);
  if (!pass) return noPass(name, problem);
  PassOptions given(pass->options);
  if (!given.parse(options, problem)) return false;
  append(*pass, std::move(given), levelOf(*pass));
  *problem = refused_;
  return refused_.empty();
}

void Pipeline::append(std::string_view name, std::string_view options) {
  std::string problem;
  if (!add(name, options, &problem)) refuse(problem);
}

void Pipeline::append(std::string_view name, std::initializer_list<std::pair<std::string_view, std::string>> options) {
  std::string problem;
  const Pass* pass = findPass(name);
  if (!pass) return static_cast<void>(noPass(name, &problem)), refuse(problem);
  PassOptions given(pass->options);
  for (const auto& [option, value] : options) {
    if (!given.set(option, value, true, &problem)) return refuse(problem);
  }
  append(*pass, std::move(given), levelOf(*pass));
}

void Pipeline::append(const Pass& pass, PassOptions options, PassLevel level) {
  if (pass.expand) {
    pass.expand(options, *this);
  } else {
    steps_.push_back({&pass, std::move(options), level});
  }
}

bool Pipeline::parse(std::string_view text, std::string* problem) {
  if (!PipelineText(text, *this, problem).whole()) return false;
  *problem = refused_;
  return refused_.empty();
}

void Pipeline::refuse(std::string why) {
  if (refused_.empty()) refused_ = std::move(why);
}

bool Pipeline::run(Module& module, bool verifyEach, Diagnostics& diagnostics) const {
  WarnedOnce warned;
  bool unverified = false;
  return run(module, verifyEach, diagnostics, warned, &unverified) && (!unverified || verifyModule(module, diagnostics));
}

bool Pipeline::run(Module& module, bool verifyEach, Diagnostics& diagnostics, WarnedOnce& warned, bool* unverified) const {
  bool pending = false, doubtful = false;
  for (const PassStep& step : steps_) {
    bool careful = step.pass->verified == Verified::Before;
    if (doubtful && careful) {
      if (!verifyModule(module, diagnostics)) return false;
      pending = doubtful = false;
    }
    auto roots = rootsOf(module, step.level);
    bool changed = true;
    if (!step.pass->run({module, roots, step.options, diagnostics, warned, &changed})) return false;
    pending |= verifyEach && changed;
    doubtful |= verifyEach && changed && careful;
  }
  *unverified = pending;
  return true;
}

}  // namespace shardlens
