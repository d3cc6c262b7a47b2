#include "engine/mlir/reader.h"
#include "engine/mlir/reader_nesting.h"

namespace shardlens {

bool Reader::parseRegion(RegionId* out, const std::vector<ParsedArgument>& arguments, bool enableNameShadowing) {
  return region(out, arguments, enableNameShadowing);
}

bool Reader::parseOptionalRegion(RegionId* out, bool* present, const std::vector<ParsedArgument>& arguments) {
  *present = is(Tok::LBrace);
  return !*present || region(out, arguments, false);
}

bool Reader::region(RegionId* out, const std::vector<ParsedArgument>& arguments, bool isolated) {
  return nested([&] {
    if (!expect(Tok::LBrace, "expected '{' to begin a region")) return false;
    *out = module_.createRegion();
    if ((!arguments.empty() || !is(Tok::RBrace)) && !regionBody(*out, arguments, isolated)) return false;
    advance();
    return true;
  });
}

bool Reader::regionBody(RegionId region, const std::vector<ParsedArgument>& arguments, bool isolated) {
  scopes_.push(isolated);
  BlockId first = module_.createBlock();
  if (!arguments.empty() && !arguments[0].name.name.empty() && !entryArguments(first, arguments)) return false;
  if (!block(&first)) return false;
  if (!arguments.empty() && module_.block(first).argCount > arguments.size()) return failHere("entry block arguments were already defined");
  module_.appendBlock(region, first);
  while (!is(Tok::RBrace)) {
    BlockId next;
    if (!block(&next)) return false;
    module_.appendBlock(region, next);
  }
  return popScope();
}

bool Reader::entryArguments(BlockId block, const std::vector<ParsedArgument>& arguments) {
  if (is(Tok::Caret)) return failHere("invalid block name in region with named arguments");
  for (const ParsedArgument& argument : arguments) {
    const UnresolvedOperand& name = argument.name;
    if (const SsaName* known = scopes_.find(scopes_.key(name.name))) {
      Offset before = known->at;
      fail(name.at, "region entry argument '%" + std::string(name.name) + "' is already in use");
      note(before, "previously referenced here");
      return false;
    }
    ValueId value = module_.addArgument(block, argument.type, argument.loc, name.at);
    if (!define(name.name, value, 1, name.at)) return false;
  }
  return true;
}

bool Reader::popScope() {
  std::vector<Offset> undefined;
  scopes_.pop(undefined);
  for (Offset where : undefined) fail(where, "reference to an undefined block");
  return undefined.empty();
}

bool Reader::block(BlockId* block) {
  if (*block && !is(Tok::Caret)) return blockBody(*block);
  Offset where = at();
  std::string_view name = token_.text();
  if (!expect(Tok::Caret, "expected block name")) return false;
  SsaScopes::BlockName& entry = scopes_.block(name);
  if (entry.defined) return fail(where, "redefinition of block '" + std::string(name) + "'");
  if (!entry.block) entry.block = *block ? *block : module_.createBlock();
  entry.defined = true;
  entry.at = where;
  *block = entry.block;
  if (is(Tok::LParen) && !blockArguments(*block)) return false;
  return expect(Tok::Colon, "expected ':' after block name") && blockBody(*block);
}

bool Reader::blockBody(BlockId block) {
  while (!is(Tok::Caret) && !is(Tok::RBrace)) {
    if (!operation(block)) return false;
  }
  return true;
}

bool Reader::parseSuccessor(BlockId* out) {
  if (!is(Tok::Caret)) return wrongToken("expected block name");
  SsaScopes::BlockName& entry = scopes_.block(token_.text());
  if (!entry.block) entry = {module_.createBlock(), at(), false};
  *out = entry.block;
  advance();
  return true;
}

bool Reader::blockArguments(BlockId block) {
  bool existing = module_.block(block).argCount != 0;
  std::uint32_t next = 0;
  auto argument = [&] {
    UnresolvedOperand name;
    TypeId type;
    if (!parseOperand(&name, true) || !expect(Tok::Colon, "expected ':' and type for SSA operand") || !parseType(&type)) return false;
    ValueId value;
    if (existing) {
      if (next >= module_.block(block).argCount) return failHere("too many arguments specified in argument list");
      value = module_.arg(block, next++);
      if (module_.type(value) != type) return failHere("argument and block argument type mismatch");
    }
    AttrId loc;
    if (!trailingLocation(&loc)) return false;
    if (!existing) value = module_.addArgument(block, type, loc, name.at);
    return define(name.name, value, 1, name.at);
  };
  return list(Delimiter::Paren, argument);
}

void Reader::ensureTerminator(RegionId region, OpKind kind, Offset where) {
  if (!module_.region(region).firstBlock) module_.appendBlock(region, module_.createBlock());
  BlockId last = module_.region(region).lastBlock;
  OpId end = module_.terminator(last);
  if (end && hasTrait(module_.op(end).kind, kTerminator)) return;
  module_.append(last, module_.create({.kind = kind, .source = where}));
}

RegionId Reader::createBinaryRegion(OpKind kind, OpKind terminator, TypeId argType, Offset where, AttrId loc) {
  RegionId region = module_.createRegion();
  binaryBody_ = {region, kind, argType};
  BlockId block = module_.createBlock();
  module_.appendBlock(region, block);
  ValueId operands[] = {module_.addArgument(block, argType, loc, where), ValueId()};
  operands[1] = module_.addArgument(block, argType, loc, where);
  OpId body = module_.create({.kind = kind, .loc = loc, .source = where, .operands = operands, .results = {&argType, 1}});
  module_.append(block, body);
  ValueId result = module_.result(body);
  module_.append(block, module_.create({.kind = terminator, .loc = loc, .source = where, .operands = {&result, 1}}));
  return region;
}

}  // namespace shardlens
