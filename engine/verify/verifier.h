#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/ir/module.h"
#include "engine/support/diagnostics.h"

namespace shardlens {

/// Note of an error whose operation has a location in another file: where it stands in the text that was read.
inline constexpr std::string_view kStandsHere = "the operation stands here";

/// Reports what is wrong with operations of one module, in the reference's order, places and words.
class Verifier {
 public:
  Verifier(const Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}
  [[nodiscard]] const Module& module() const { return module_; }
  [[nodiscard]] Context& context() const { return module_.context(); }

  /// `'NAME' op MESSAGE` at the operation's location; always false.
  bool opError(OpId op, std::string message);
  /// `MESSAGE` at the operation's location; always false.
  bool error(OpId op, std::string message);
  bool errorAt(AttrId location, std::string message);
  /// Adds a note to the error reported last.
  void note(AttrId location, std::string message);

  /// The operation that defines symbol `name` in the nearest symbol table around `from` (or that `from` is); invalid where there is none.
  OpId symbol(OpId from, std::string_view name);

  /// Types and attributes as messages show them: `'tensor<2xf32>'` in quotes, lists with commas, attributes bare.
  [[nodiscard]] std::string text(TypeId type) const;
  [[nodiscard]] std::string text(std::span<const TypeId> types) const;
  [[nodiscard]] std::string text(AttrId attr) const;

  /// What checks of shardings remember between operations (sdy_check.h).
  struct SdyMemory;
  SdyMemory& sdyMemory();

 private:
  const Module& module_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::string_view, OpId>> symbols_;  ///< by symbol table, made when asked for
  std::shared_ptr<SdyMemory> sdyMemory_;
};

using VerifyFn = bool (*)(Verifier&, OpId);

/// `sdy` operations' own verifiers; null for those that demand nothing beyond their constraints.
VerifyFn sdyVerify(OpKind kind);
/// What `sdy` operations demand of their regions, checked after all that lies in them; null for most.
VerifyFn sdyVerifyRegions(OpKind kind);
/// What `sdy` operations demand of the symbols that they name, checked after the whole symbol table; null for most.
VerifyFn sdyVerifySymbolUses(OpKind kind);
/// Checks of `sdy.*` attributes that stand on operations of any dialect (shardings of results, functions' arguments and results, rules).
bool verifySdyAttributes(Verifier& verifier, OpId op);

/// Verifies the whole module: structure, dominance, symbols, traits, operand constraints, then each operation's own demands. True when all
/// holds.
bool verifyModule(const Module& module, Diagnostics& diagnostics);

}  // namespace shardlens
