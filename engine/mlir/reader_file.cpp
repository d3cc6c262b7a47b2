#include <algorithm>

#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"
#include "engine/support/deep_stack.h"
#include "engine/verify/verifier.h"

namespace shardlens {

Reader::Reader(SourcePtr source, Module& module, const ReadOptions& options, Diagnostics& diagnostics)
    : source_(std::move(source)),
      module_(module),
      c_(module.context()),
      options_(options),
      diagnostics_(diagnostics),
      lexer_(source_->text()),
      scopes_(source_->text().size()),
      phrases_(source_->text()) {
  outside_.defaultDialect = "builtin";
}

bool Reader::readFile() {
  advance();
  scopes_.push(true);
  BlockId top = module_.createBlock();
  while (!is(Tok::Eof)) {
    bool ok = false;
    switch (token_.kind) {
      case Tok::Error: return false;
      case Tok::Hash: ok = plainLocationAlias() || attributeAlias(); break;
      case Tok::Bang: ok = typeAlias(); break;
      case Tok::MetaBegin: ok = fileMetadata(); break;
      default: ok = operation(top); break;
    }
    if (!ok) return false;
  }
  if (!reportForwardUses() || !resolveLocations() || !popScope()) return false;
  adoptRoot(top);
  return true;
}

// A file that is one module is that module; anything else is wrapped in one.
void Reader::adoptRoot(BlockId top) {
  OpId only = module_.block(top).firstOp;
  if (only && only == module_.block(top).lastOp && module_.op(only).kind == OpKind::BuiltinModule) {
    module_.unlink(only);
    module_.setRoot(only);
    return;
  }
  RegionId region = module_.createRegion();
  module_.appendBlock(region, top);
  AttrId loc = c_.fileLoc(source_->name(), 0, 0);
  module_.setRoot(module_.createWithRegions({.kind = OpKind::BuiltinModule, .loc = loc}, {&region, 1}));
}

bool Reader::attributeAlias() {
  std::string_view name = token_.text().substr(1);
  if (findAlias(name)) return failHere("redefinition of attribute alias id '" + std::string(name) + "'");
  if (name.find('.') != std::string_view::npos) return failHere("attribute names with a '.' are reserved for dialect-defined names");
  advance();
  if (!expect(Tok::Equal, "expected '=' in attribute alias definition")) return false;
  AttrId value = attribute();
  if (value) addAlias(name, value);
  return value.valid();
}

bool Reader::typeAlias() {
  std::string_view name = token_.text().substr(1);
  if (typeAliases_.count(name)) return failHere("redefinition of type alias id '" + std::string(name) + "'");
  if (name.find('.') != std::string_view::npos) return failHere("type names with a '.' are reserved for dialect-defined names");
  advance();
  if (!expect(Tok::Equal, "expected '=' in type alias definition")) return false;
  TypeId value = type();
  if (value) typeAliases_.emplace(name, value);
  return value.valid();
}

bool Reader::fileMetadata() {
  advance();
  auto section = [&] {
    Offset where = at();
    std::string_view key;
    if (!parseOptionalKeyword(&key)) return failHere("expected identifier key in file metadata dictionary");
    if (!expect(Tok::Colon, "expected ':'")) return false;
    if (key == "dialect_resources" || key == "external_resources") return resources(key == "external_resources");
    return fail(where, "unknown key '" + std::string(key) + "' in file metadata dictionary");
  };
  return listUntil(Tok::MetaEnd, "expected ',' or '#-}'", section);
}

bool Reader::resources(bool external) {
  if (!expect(Tok::LBrace, "expected '{'")) return false;
  auto group = [&] {
    Offset where = at();
    std::string_view dialect;
    if (!parseOptionalKeyword(&dialect)) return failHere("expected identifier key for 'resource' entry");
    if (!expect(Tok::Colon, "expected ':'") || !expect(Tok::LBrace, "expected '{'")) return false;
    if (!external && !isKnownDialect(dialect) && !options_.allowUnknownDialects)
      return fail(where, "dialect '" + std::string(dialect) + "' is unknown");
    return listUntil(Tok::RBrace, "expected ',' or '}'", [&] { return resourceEntry(dialect, external); });
  };
  return listUntil(Tok::RBrace, "expected ',' or '}'", group);
}

bool Reader::resourceEntry(std::string_view dialect, bool external) {
  std::string key;
  if (!parseOptionalKeywordOrString(&key)) return failHere("expected identifier key for 'resource' entry");
  if (!expect(Tok::Colon, "expected ':'")) return false;
  Token value = token_;
  advance();
  if (!value.is(Tok::String) && !external) return fail(offset(value.begin), "expected hex string blob for key '" + key + "'");
  module_.resources().push_back({std::string(dialect), std::move(key), value.text(), external});
  return true;
}

AttrId Reader::readLoneAttribute() {
  advance();
  scopes_.push(true);
  AttrId made = attribute();
  if (made && !is(Tok::Eof)) return failHere("found trailing characters"), AttrId();
  return made;
}

TypeId Reader::readLoneType() {
  advance();
  scopes_.push(true);
  TypeId made = type();
  if (made && !is(Tok::Eof)) return failHere("found trailing characters"), TypeId();
  return made;
}

namespace {

/// How many operations `text` may hold, for room to be kept. Programs take some 130 bytes an operation. The digits of a large constant
/// hold none, and are told by it that no line ends in them and no value is named: room for what they never need would cost a large page a
/// list.
std::size_t guessOperations(std::string_view text) {
  constexpr std::size_t kBytesEach = 128, kMost = std::size_t{1} << 22, kProbes = 256, kProbe = 4096;
  std::size_t guess = text.size() / kBytesEach;
  if (text.size() >= kProbes * kProbe) {
    std::size_t step = text.size() / kProbes, ofProgram = 0;
    for (std::size_t i = 0; i < kProbes; ++i)
      ofProgram += text.substr(i * step + (step - kProbe) / 2, kProbe).find_first_of("\n%") != text.npos ? 1 : 0;
    guess = guess * ofProgram / kProbes;
  }
  return std::min(guess + 16, kMost);
}

}  // namespace

std::unique_ptr<Module> readModule(SourcePtr source, std::shared_ptr<Context> context, const ReadOptions& options,
                                   Diagnostics& diagnostics) {
  auto module = std::make_unique<Module>(std::move(context), source);
  std::size_t guess = guessOperations(source->text());
  module->reserve(guess, guess, 2 * guess);
  bool ok = false, deep = false;
  {
    Reader reader(std::move(source), *module, options, diagnostics);
    ok = reader.readFile();
    deep = reader.wentDeep();
  }
  if (!ok) return nullptr;
  if (options.verify) {
    auto verify = [&] { ok = verifyModule(*module, diagnostics); };
    deep ? runOnDeepStack(verify) : verify();
  }
  return ok ? std::move(module) : nullptr;
}

namespace {

// Ids live in the context, so a module around them is needed only while reading.
std::shared_ptr<Context> borrow(Context& context) { return {std::shared_ptr<Context>(), &context}; }

}  // namespace

AttrId readAttribute(SourcePtr source, Context& context, Diagnostics& diagnostics) {
  Module scratch(borrow(context), source);
  return Reader(std::move(source), scratch, {.allowUnknownDialects = true, .verify = false}, diagnostics).readLoneAttribute();
}

TypeId readType(SourcePtr source, Context& context, Diagnostics& diagnostics) {
  Module scratch(borrow(context), source);
  return Reader(std::move(source), scratch, {.allowUnknownDialects = true, .verify = false}, diagnostics).readLoneType();
}

}  // namespace shardlens
