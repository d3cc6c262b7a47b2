#include "app/graph/look_maker.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <unordered_set>

#include "app/theme/count_text.h"
#include "app/theme/shown.h"

namespace shardlens::app {

namespace {

constexpr std::size_t kMostDims = 8;
constexpr qsizetype kLongestTitle = 44;

constexpr const char* kFloats[] = {"f4E2M1FN",   "f6E2M3FN",      "f6E3M2FN", "f8E3M4",     "f8E4M3",    "f8E4M3FN",
                                   "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2",   "f8E5M2FNUZ", "f8E8M0FNU", "bf16",
                                   "f16",        "tf32",          "f32",      "f64",        "f80",       "f128"};

struct LookTexts {
  Q_DECLARE_TR_FUNCTIONS(shardlens::app::LookMaker)
};

// The end of a path says more than its beginning; of a list of operations both ends are kept.
QString shortened(const QString& title) {
  if (title.size() <= kLongestTitle) return title;
  qsizetype head = title.contains(QLatin1Char('/')) ? 0 : (kLongestTitle - 1) / 2;
  return title.left(head) + QString::fromUtf8("…") + title.right(kLongestTitle - 1 - head);
}

QString opsText(std::uint32_t ops) { return counted(LookTexts::tr("1 op"), LookTexts::tr("%1 ops"), ops); }

}  // namespace

ChipLook chipOf(const Context& context, const Mesh* mesh, const AxisRef& axis) {
  ChipLook chip;
  chip.axis = mesh ? mesh->axisIndex(axis.name) : -1;
  chip.text = shown(context.str(axis.name));
  if (axis.isFull()) return chip;
  chip.shade = 1;
  for (std::int64_t pre = axis.preSize; pre > 1; pre /= 2) ++chip.shade;
  chip.text += QStringLiteral(":(%1)%2").arg(axis.preSize).arg(axis.size);
  return chip;
}

QString elementText(const Context& context, TypeId type) {
  const TypeData& data = context.type(elementOf(context, type));
  switch (data.kind) {
    case TypeKind::Integer: {
      const char* sign = data.sub == static_cast<std::uint8_t>(Signedness::Signed)     ? "si"
                         : data.sub == static_cast<std::uint8_t>(Signedness::Unsigned) ? "ui"
                                                                                       : "i";
      return QLatin1String(sign) + QString::number(data.ints[0]);
    }
    case TypeKind::Float: return QLatin1String(kFloats[data.sub]);
    case TypeKind::Complex: return QStringLiteral("complex<%1>").arg(elementText(context, data.types[0]));
    case TypeKind::Index: return QStringLiteral("index");
    case TypeKind::Token: return QStringLiteral("token");
    case TypeKind::Tuple: return QStringLiteral("tuple");
    case TypeKind::Quantized: return QStringLiteral("quant");
    default: return QStringLiteral("opaque");
  }
}

ValueId valueOfLeaf(const Module& module, const Box& box) {
  if (box.value) return box.value;
  return box.op && box.kind != BoxKind::Function && module.op(box.op).resultCount > 0 ? module.result(box.op) : ValueId();
}

NodeLook LookMaker::leaf(BoxId id) const {
  const Box& box = s_.outline->box(id);
  NodeLook look;
  look.title = shortened(shown(box.name));
  ValueId value = valueOfLeaf(*s_.module, box);
  if (box.kind == BoxKind::Argument) {
    look.ident = LookTexts::tr("argument");
  } else if (value) {
    look.ident = QLatin1Char('%') + shown(nameInText(*s_.module, value));
  }
  if (value) addDims(value, look);
  if (value && s_.writtenSharding(value)) look.note = LookTexts::tr("annotated");
  if (QString end = endText(box.op); !end.isEmpty()) {
    look.note = end;
    look.ended = true;
  }
  return look;
}

void LookMaker::addDims(ValueId value, NodeLook& look) const {
  TypeId type = s_.module->type(value);
  look.dtype = elementText(c_, type);
  if (!isRankedTensor(c_, type)) return;
  TensorSharding sharding = shardingAt(s_, value);
  const Mesh* mesh = sharding.mesh ? s_.meshes->find(sharding.mesh) : nullptr;
  auto shape = shapeOf(c_, type);
  for (std::size_t d = 0; d < shape.size() && d < kMostDims; ++d) {
    DimLook dim;
    dim.size = shape[d] == kDynamic ? QStringLiteral("?") : QString::number(shape[d]);
    if (d < sharding.dims.size()) {
      for (const AxisRef& axis : sharding.dims[d].axes) dim.chips.push_back(chipOf(c_, mesh, axis));
      dim.open = !sharding.dims[d].closed;
    }
    look.dims.push_back(std::move(dim));
  }
  for (const AxisRef& axis : sharding.unreduced) look.partial.push_back(chipOf(c_, mesh, axis));
}

QString LookMaker::endText(OpId op) const { return s_.endsWithoutRule(op) ? LookTexts::tr("no rule: propagation ends") : QString(); }

std::vector<std::pair<int, float>> LookMaker::bar(BoxId box) const {
  std::vector<std::pair<int, float>> bar;
  if (box.value >= s_.shares.size()) return bar;
  const BoxShares& shares = s_.shares[box.value];
  for (std::size_t axis = 0; axis < BoxShares::kAxes; ++axis)
    if (shares.share[axis] > 0.004F) bar.emplace_back(static_cast<int>(axis), shares.share[axis]);
  return bar;
}

NodeLook LookMaker::box(BoxId id, bool opened) const {
  const Box& box = s_.outline->box(id);
  NodeLook look;
  look.title = shortened(shown(box.name));
  if (box.ops > 0) look.info = opsText(box.body ? s_.outline->box(box.body).ops : box.ops);
  if (box.kind == BoxKind::Run) look.info += (box.equalMembers ? LookTexts::tr(" · equal members") : LookTexts::tr(" · alike by name"));
  if (QString end = endText(box.op); !end.isEmpty() && (box.kind == BoxKind::Call || box.kind == BoxKind::Loop))
    look.info += QString::fromUtf8(" · ") + end;
  if (opened && box.equalTo && s_.outline->box(id).parent && s_.outline->box(box.parent).kind == BoxKind::Run &&
      s_.outline->box(box.parent).equalMembers)
    look.title += LookTexts::tr("  (one of %1 equal layers)").arg(s_.outline->box(box.parent).childCount);
  look.bar = bar(id);
  return look;
}

NodeLook LookMaker::range(BoxId first, BoxId last, std::uint32_t count) const {
  NodeLook look = box(first, false);
  if (count == 1) return look;
  look.title =
      QString::fromUtf8("%1 … %2").arg(shortened(shown(s_.outline->box(first).name)), shortened(shown(s_.outline->box(last).name)));
  look.info = QString::fromUtf8("× %1").arg(count);
  return look;
}

std::vector<const Mesh*> inlineMeshes(const Snapshot& s) {
  std::vector<const Mesh*> meshes;
  std::unordered_set<std::uint32_t> met;
  const Context& c = s.context();
  for (const Annotation& a : *s.annotations) {
    if (!a.sharding || !met.insert(a.sharding.value).second) continue;
    AttrId at = decodeSharding(c, a.sharding).mesh;
    const Mesh* mesh = at && c.kind(at) == AttrKind::SdyMesh ? s.meshes->find(at) : nullptr;
    if (mesh && std::find(meshes.begin(), meshes.end(), mesh) == meshes.end()) meshes.push_back(mesh);
  }
  return meshes;
}

// Meshes of equal axes are told once; where there are several, each has its name above its axes.
Legend LookMaker::legend() const {
  constexpr std::size_t kMostMeshes = 4;
  struct Named {
    QString name;
    const Mesh* mesh;
  };
  std::vector<Named> meshes;
  auto add = [&](const QString& name, const Mesh* mesh) {
    bool known = std::ranges::any_of(meshes, [&](const Named& m) { return m.mesh->axes == mesh->axes; });
    if (!mesh->axes.empty() && !known) meshes.push_back({name, mesh});
  };
  for (const MeshTable::Entry& entry : s_.meshes->entries()) add(QLatin1Char('@') + shown(entry.name), &entry.mesh);
  for (const Mesh* mesh : inlineMeshes(s_)) add(LookTexts::tr("in a sharding"), mesh);
  Legend legend;
  QStringList names;
  for (std::size_t m = 0; m < std::min(meshes.size(), kMostMeshes); ++m) {
    if (meshes.size() > 1) legend.axes.push_back({-1, meshes[m].name});
    for (std::size_t a = 0; a < meshes[m].mesh->axes.size(); ++a) {
      QString name = shown(c_.str(meshes[m].mesh->axes[a].name));
      names << name;
      legend.axes.push_back({static_cast<int>(a), QStringLiteral("%1 = %2").arg(name).arg(meshes[m].mesh->axes[a].size)});
    }
  }
  if (meshes.size() > kMostMeshes)
    legend.axes.push_back(
        {-1, counted(LookTexts::tr("1 more mesh"), LookTexts::tr("%1 more meshes"), static_cast<qint64>(meshes.size() - kMostMeshes))});
  legend.title = meshes.empty()      ? LookTexts::tr("No mesh")
                 : meshes.size() > 1 ? LookTexts::tr("Meshes")
                                     : LookTexts::tr("Mesh  %1").arg(names.join(QString::fromUtf8(" × ")));
  return legend;
}

}  // namespace shardlens::app
