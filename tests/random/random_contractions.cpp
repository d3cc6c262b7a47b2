#include <algorithm>
#include <numeric>

#include "tests/random/random_scope.h"

namespace shardlens::random {

namespace {

bool dotGeneral(Scope& s) {
  Value x = s.any();
  if (!isFloat(x.type) || x.type.shape.empty()) return false;
  auto rank = static_cast<std::int64_t>(x.type.shape.size());
  std::vector<std::int64_t> dims(static_cast<std::size_t>(rank));
  std::iota(dims.begin(), dims.end(), 0);
  s.p.dice.shuffle(dims);
  std::int64_t contracted = s.p.dice.chance(85) ? 1 : std::min<std::int64_t>(2, rank);
  std::int64_t batched = rank > contracted && s.p.dice.chance(35) ? 1 : 0;
  Tensor rhs{{}, x.type.element}, to = rhs;
  std::vector<std::int64_t> lhsBatch, lhsContract, rhsBatch, rhsContract;
  for (std::int64_t i = 0; i < batched; ++i) {
    std::int64_t d = dims[static_cast<std::size_t>(contracted + i)];
    lhsBatch.push_back(d);
    rhsBatch.push_back(static_cast<std::int64_t>(rhs.shape.size()));
    rhs.shape.push_back(x.type.shape[static_cast<std::size_t>(d)]);
    to.shape.push_back(rhs.shape.back());
  }
  for (std::int64_t i = 0; i < contracted; ++i) {
    lhsContract.push_back(dims[static_cast<std::size_t>(i)]);
    rhsContract.push_back(static_cast<std::int64_t>(rhs.shape.size()));
    rhs.shape.push_back(x.type.shape[static_cast<std::size_t>(dims[static_cast<std::size_t>(i)])]);
  }
  for (std::int64_t d = 0; d < rank; ++d)
    if (std::find(lhsBatch.begin(), lhsBatch.end(), d) == lhsBatch.end() &&
        std::find(lhsContract.begin(), lhsContract.end(), d) == lhsContract.end())
      to.shape.push_back(x.type.shape[static_cast<std::size_t>(d)]);
  if (s.p.dice.chance(80)) {
    rhs.shape.push_back(s.p.dice.chance(50) ? 8 : 16);
    to.shape.push_back(rhs.shape.back());
  }
  if (to.shape.size() > 5 || to.elements() > 1 << 18) return false;
  Value y = s.of(rhs);
  std::string batches = batched ? "batching_dims = " + listText(lhsBatch) + " x " + listText(rhsBatch) + ", " : "";
  std::string note = s.annotation({to}), result = s.define(to);
  s.line(result + " = stablehlo.dot_general " + x.name + ", " + y.name + ", " + batches + "contracting_dims = " + listText(lhsContract) +
         " x " + listText(rhsContract) + " " + note + ": (" + x.type.text() + ", " + y.type.text() + ") -> " + to.text());
  return true;
}

bool reduce(Scope& s) {
  Value x = s.any();
  if (!isFloat(x.type) || x.type.shape.empty()) return false;
  std::vector<std::int64_t> gone;
  Tensor to{{}, x.type.element};
  for (std::size_t d = 0; d < x.type.shape.size(); ++d) {
    if (s.p.dice.chance(40)) {
      gone.push_back(static_cast<std::int64_t>(d));
    } else {
      to.shape.push_back(x.type.shape[d]);
    }
  }
  if (gone.empty()) return false;
  Value init = s.of({{}, x.type.element});
  std::string op = s.p.dice.chance(70) ? "add" : "maximum", note = s.annotation({to}), result = s.define(to);
  s.line(result + " = stablehlo.reduce(" + x.name + " init: " + init.name + ") applies stablehlo." + op +
         " across dimensions = " + listText(gone) + " " + note + ": (" + x.type.text() + ", " + init.type.text() + ") -> " + to.text());
  return true;
}

bool sort(Scope& s) {
  Value x = s.any();
  if (x.type.element != "f32" || x.type.shape.empty()) return false;
  std::int64_t dim = s.p.dice.below(static_cast<std::int64_t>(x.type.shape.size()));
  std::string note = s.annotation({x.type}), result = s.define(x.type);
  std::string a = s.p.newName("a"), b = s.p.newName("b"), c = s.p.newName("t");
  std::string attributes = "dimension = " + std::to_string(dim) + " : i64, is_stable = true";
  if (!note.empty()) attributes += ", " + note.substr(1, note.size() - 3);
  s.line(result + " = \"stablehlo.sort\"(" + x.name + ") ({");
  s.line("^bb0(" + a + ": tensor<f32>, " + b + ": tensor<f32>):");
  s.line("  " + c + " = stablehlo.compare LT, " + a + ", " + b + " : (tensor<f32>, tensor<f32>) -> tensor<i1>");
  s.line("  stablehlo.return " + c + " : tensor<i1>");
  s.line("}) {" + attributes + "} : (" + x.type.text() + ") -> " + x.type.text());
  return true;
}

// Rows of `x` by a list of row numbers.
bool gather(Scope& s) {
  Value x = s.any();
  if (!isFloat(x.type) || x.type.shape.size() < 2) return false;
  std::int64_t count = s.p.dice.chance(50) ? 4 : 8;
  Value rows = s.of({{count, 1}, "i32"});
  Tensor to{{count}, x.type.element};
  std::vector<std::int64_t> sizes = x.type.shape, offsets;
  sizes[0] = 1;
  for (std::size_t d = 1; d < sizes.size(); ++d) {
    to.shape.push_back(sizes[d]);
    offsets.push_back(static_cast<std::int64_t>(d));
  }
  std::string sizesText = listText(sizes);
  std::string note = s.annotation({to}), result = s.define(to);
  std::string attributes = "dimension_numbers = #stablehlo.gather<offset_dims = " + listText(offsets) +
                           ", collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: " +
                           sizesText.substr(1, sizesText.size() - 2) + ">";
  if (!note.empty()) attributes += ", " + note.substr(1, note.size() - 3);
  s.line(result + " = \"stablehlo.gather\"(" + x.name + ", " + rows.name + ") {" + attributes + "} : (" + x.type.text() + ", " +
         rows.type.text() + ") -> " + to.text());
  return true;
}

bool scatter(Scope& s) {
  Value x = s.any();
  if (x.type.element != "f32" || x.type.shape.size() < 2) return false;
  std::int64_t count = s.p.dice.chance(50) ? 4 : 8;
  Value rows = s.of({{count, 1}, "i32"});
  Tensor updates = x.type;
  updates.shape[0] = count;
  std::vector<std::int64_t> windows;
  for (std::size_t d = 1; d < updates.shape.size(); ++d) windows.push_back(static_cast<std::int64_t>(d));
  Value update = s.of(updates);
  std::string note = s.annotation({x.type}), result = s.define(x.type);
  std::string a = s.p.newName("a"), b = s.p.newName("b"), c = s.p.newName("t");
  std::string attributes = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = " + listText(windows) +
                           ", inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>";
  if (!note.empty()) attributes += ", " + note.substr(1, note.size() - 3);
  bool adds = s.p.dice.chance(70);
  s.line(result + " = \"stablehlo.scatter\"(" + x.name + ", " + rows.name + ", " + update.name + ") ({");
  s.line("^bb0(" + a + ": tensor<f32>, " + b + ": tensor<f32>):");
  if (adds) s.line("  " + c + " = stablehlo.add " + a + ", " + b + " : tensor<f32>");
  s.line("  stablehlo.return " + (adds ? c : b) + " : tensor<f32>");
  s.line("}) {" + attributes + "} : (" + x.type.text() + ", " + rows.type.text() + ", " + update.type.text() + ") -> " + x.type.text());
  return true;
}

bool convolution(Scope& s) {
  const Value* found = s.find([](const Tensor& t) { return t.element == "f32" && t.shape.size() == 4; });
  if (!found) return false;
  Value x = *found;
  std::int64_t features = s.p.dice.chance(50) ? 8 : 16;
  bool window = s.p.dice.chance(60);
  std::int64_t k = window ? 3 : 1, edge = window ? 1 : 0;
  Value kernel = s.of({{k, k, x.type.shape[3], features}, "f32"});
  Tensor to = x.type;
  to.shape[3] = features;
  std::string border =
      "[[" + std::to_string(edge) + ", " + std::to_string(edge) + "], [" + std::to_string(edge) + ", " + std::to_string(edge) + "]]";
  std::string note = s.annotation({to}), result = s.define(to);
  std::string counts = "batch_group_count = 1 : i64, feature_group_count = 1 : i64";
  if (!note.empty()) counts += ", " + note.substr(1, note.size() - 3);
  s.line(result + " = stablehlo.convolution(" + x.name + ", " + kernel.name +
         ") dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = " + border + "} {" + counts + "} : (" + x.type.text() +
         ", " + kernel.type.text() + ") -> " + to.text());
  return true;
}

bool cholesky(Scope& s) {
  Value x = s.of({{4, 8, 8}, "f32"});
  std::string note = s.annotation({x.type}), result = s.define(x.type);
  s.line(result + " = stablehlo.cholesky " + x.name + ", lower = true " + note + ": " + x.type.text());
  return true;
}

}  // namespace

std::vector<WeightedWriter> contractionWriters() {
  return {{14, dotGeneral}, {7, reduce}, {2, sort}, {2, gather}, {2, scatter}, {2, convolution}, {1, cholesky}};
}

}  // namespace shardlens::random
