#include <memory>

#include "engine/mlir/print_text.h"
#include "engine/mlir/printer.h"

namespace shardlens {

namespace {

void printAll(Printer& printer, const Module& module, const PrintOptions& options) {
  printer.nameValues(module.root());
  if (options.localScope) {
    printer.operation(module.root());
    printer << '\n';
    return;
  }
  printer.setAliases(collectAliases(module, module.root(), options.debugInfo, options.genericForm));
  printer.aliasDefinitions(false);
  printer.operation(module.root());
  printer << '\n';
  printer.aliasDefinitions(true);
  printer.resources();
  printer << '\n';
}

/// A module to print one attribute or type of `context` in.
Module lonely(const Context& context) {
  // Printing adds nothing to a context but locations of operations, of which there are none here.
  auto* shared = const_cast<Context*>(&context);
  return Module(std::shared_ptr<Context>(std::shared_ptr<void>(), shared));
}

}  // namespace

void Printer::aliasDefinitions(bool deferred) {
  for (const Alias& alias : aliases_.all()) {
    if (alias.deferred != deferred) continue;
    Aliases::append(out_, alias);
    *this << " = ";
    if (alias.type) {
      typeInFull(alias.type);
    } else if (auto kind = context().kind(alias.attr); kind >= AttrKind::LocUnknown && kind <= AttrKind::LocFused) {
      location(alias.attr, false);
    } else {
      attributeInFull(alias.attr, Elision::Never);
    }
    *this << '\n';
    flushWhenLarge();
  }
}

void printModule(const Module& module, const PrintOptions& options, const std::function<void(std::string_view)>& sink) {
  Printer printer(module, options, &sink);
  printAll(printer, module, options);
  printer.flush();
}

std::string printModule(const Module& module, const PrintOptions& options) {
  Printer printer(module, options, nullptr);
  printAll(printer, module, options);
  return printer.take();
}

std::string printAttribute(const Context& context, AttrId attr) {
  Module module = lonely(context);
  Printer printer(module, {}, nullptr);
  printer.attribute(attr);
  return printer.take();
}

std::string printType(const Context& context, TypeId type) {
  Module module = lonely(context);
  Printer printer(module, {}, nullptr);
  printer.type(type);
  return printer.take();
}

std::string printOperation(const Module& module, OpId op, const PrintOptions& options) {
  Printer printer(module, options, nullptr);
  printer.nameValues(module.root());
  printer.operation(op);
  return printer.take();
}

}  // namespace shardlens
