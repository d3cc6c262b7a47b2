#include <algorithm>
#include <numeric>

#include "tests/random/random_scope.h"

namespace shardlens::random {

namespace {

// `%r = stablehlo.NAME %x, WORDS : (T) -> R`
bool writeShaped(Scope& s, const std::string& op, const Value& x, const std::string& words, const Tensor& to) {
  std::string note = s.annotation({to});
  std::string result = s.define(to);
  s.line(result + " = stablehlo." + op + " " + x.name + (words.empty() ? " " : ", " + words + " ") + note + ": (" + x.type.text() +
         ") -> " + to.text());
  return true;
}

bool transpose(Scope& s) {
  Value x = s.any();
  std::vector<std::int64_t> order(x.type.shape.size());
  std::iota(order.begin(), order.end(), 0);
  s.p.dice.shuffle(order);
  Tensor to{{}, x.type.element};
  for (std::int64_t d : order) to.shape.push_back(x.type.shape[static_cast<std::size_t>(d)]);
  return writeShaped(s, "transpose", x, "dims = " + listText(order), to);
}

bool broadcast(Scope& s) {
  Value x = s.any();
  if (x.type.shape.size() > 3 || x.type.elements() > 512) return false;
  Tensor to = x.type;
  std::vector<std::int64_t> dims(to.shape.size());
  std::iota(dims.begin(), dims.end(), 0);
  std::size_t at = static_cast<std::size_t>(s.p.dice.below(static_cast<std::int64_t>(to.shape.size()) + 1));
  to.shape.insert(to.shape.begin() + static_cast<std::ptrdiff_t>(at), s.p.dice.chance(50) ? 4 : 8);
  for (std::int64_t& d : dims)
    if (d >= static_cast<std::int64_t>(at)) ++d;
  for (std::size_t i = 0; i < dims.size(); ++i)
    if (x.type.shape[i] == 1 && s.p.dice.chance(50)) to.shape[static_cast<std::size_t>(dims[i])] = 4;
  return writeShaped(s, "broadcast_in_dim", x, "dims = " + listText(dims), to);
}

bool reshape(Scope& s) {
  Value x = s.any();
  Tensor to = x.type;
  if (to.shape.size() >= 2 && s.p.dice.chance(50)) {
    std::size_t at = static_cast<std::size_t>(s.p.dice.below(static_cast<std::int64_t>(to.shape.size()) - 1));
    to.shape[at] *= to.shape[at + 1];
    to.shape.erase(to.shape.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  } else if (!to.shape.empty() && to.shape.size() < 5) {
    std::size_t at = static_cast<std::size_t>(s.p.dice.below(static_cast<std::int64_t>(to.shape.size())));
    std::int64_t size = to.shape[at], part = s.p.dice.chance(50) ? 2 : 4;
    if (size % part != 0) part = 1;
    to.shape[at] = size / part;
    to.shape.insert(to.shape.begin() + static_cast<std::ptrdiff_t>(at) + (s.p.dice.chance(50) ? 1 : 0), part);
  }
  if (to == x.type) return false;
  return writeShaped(s, "reshape", x, "", to);
}

bool slice(Scope& s) {
  Value x = s.any();
  if (x.type.shape.empty()) return false;
  Tensor to = x.type;
  std::string ranges = "[";
  for (std::size_t d = 0; d < to.shape.size(); ++d) {
    std::int64_t size = to.shape[d], start = 0, limit = size, stride = 1;
    if (s.p.dice.chance(30)) {
      start = s.p.dice.below(size);
      limit = s.p.dice.between(start + 1, size);
      stride = s.p.dice.chance(20) ? 2 : 1;
    }
    to.shape[d] = (limit - start + stride - 1) / stride;
    ranges += (d ? ", " : "") + std::to_string(start) + ":" + std::to_string(limit) + (stride > 1 ? ":" + std::to_string(stride) : "");
  }
  std::string note = s.annotation({to});
  std::string result = s.define(to);
  s.line(result + " = stablehlo.slice " + x.name + " " + ranges + "] " + note + ": (" + x.type.text() + ") -> " + to.text());
  return true;
}

bool concatenate(Scope& s) {
  Value x = s.any();
  if (x.type.shape.empty()) return false;
  std::size_t dim = static_cast<std::size_t>(s.p.dice.below(static_cast<std::int64_t>(x.type.shape.size())));
  Value y = s.of(x.type);
  Tensor to = x.type;
  to.shape[dim] *= 2;
  if (to.elements() > 1 << 16) return false;
  std::string note = s.annotation({to});
  std::string result = s.define(to);
  s.line(result + " = stablehlo.concatenate " + x.name + ", " + y.name + ", dim = " + std::to_string(dim) + " " + note + ": (" +
         x.type.text() + ", " + y.type.text() + ") -> " + to.text());
  return true;
}

bool pad(Scope& s) {
  Value x = s.any();
  if (x.type.shape.empty()) return false;
  Value filler = s.of({{}, x.type.element});
  Tensor to = x.type;
  std::vector<std::int64_t> low(to.shape.size()), high(to.shape.size()), between(to.shape.size());
  for (std::size_t d = 0; d < to.shape.size(); ++d) {
    if (!s.p.dice.chance(40)) continue;
    low[d] = s.p.dice.below(3);
    high[d] = s.p.dice.below(3);
    between[d] = s.p.dice.chance(20) ? 1 : 0;
    to.shape[d] += low[d] + high[d] + (to.shape[d] - 1) * between[d];
  }
  std::string note = s.annotation({to});
  std::string result = s.define(to);
  s.line(result + " = stablehlo.pad " + x.name + ", " + filler.name + ", low = " + listText(low) + ", high = " + listText(high) +
         ", interior = " + listText(between) + " " + note + ": (" + x.type.text() + ", " + filler.type.text() + ") -> " + to.text());
  return true;
}

bool reverse(Scope& s) {
  Value x = s.any();
  if (x.type.shape.empty()) return false;
  std::string note = s.annotation({x.type});
  std::string result = s.define(x.type);
  std::int64_t dim = s.p.dice.below(static_cast<std::int64_t>(x.type.shape.size()));
  s.line(result + " = stablehlo.reverse " + x.name + ", dims = [" + std::to_string(dim) + "] " + note + ": " + x.type.text());
  return true;
}

// The starts of a dynamic slice: a scalar for each dimension.
std::string starts(Scope& s, std::size_t rank, std::string& types) {
  std::string names;
  for (std::size_t d = 0; d < rank; ++d) {
    names += ", " + s.of({{}, "i32"}).name;
    types += ", tensor<i32>";
  }
  return names;
}

bool dynamicSlice(Scope& s) {
  Value x = s.any();
  if (x.type.shape.empty()) return false;
  Tensor to = x.type;
  for (std::int64_t& size : to.shape)
    if (s.p.dice.chance(40)) size = s.p.dice.between(1, size);
  std::string types = x.type.text(), names = starts(s, to.shape.size(), types), note = s.annotation({to}), result = s.define(to);
  s.line(result + " = stablehlo.dynamic_slice " + x.name + names + ", sizes = " + listText(to.shape) + " " + note + ": (" + types +
         ") -> " + to.text());
  return true;
}

bool dynamicUpdate(Scope& s) {
  Value x = s.any();
  if (x.type.shape.empty()) return false;
  Tensor part = x.type;
  for (std::int64_t& size : part.shape)
    if (s.p.dice.chance(40)) size = s.p.dice.between(1, size);
  Value update = s.of(part);
  std::string types = x.type.text() + ", " + part.text(), names = starts(s, part.shape.size(), types);
  std::string note = s.annotation({x.type}), result = s.define(x.type);
  s.line(result + " = stablehlo.dynamic_update_slice " + x.name + ", " + update.name + names + " " + note + ": (" + types + ") -> " +
         x.type.text());
  return true;
}

}  // namespace

std::vector<WeightedWriter> shapeWriters() {
  return {{7, transpose}, {6, broadcast}, {8, reshape},      {4, slice},        {4, concatenate},
          {2, pad},       {1, reverse},   {2, dynamicSlice}, {2, dynamicUpdate}};
}

}  // namespace shardlens::random
