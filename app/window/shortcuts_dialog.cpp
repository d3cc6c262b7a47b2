#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <span>

#include "app/window/actions.h"
#include "app/window/command_palette.h"

namespace shardlens::app {

namespace {

struct Fixed {
  const char* keys;
  const char* text;
};

// Keys of the views themselves, which are no commands.
constexpr Fixed kGraphKeys[] = {
    {"Arrows", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "move the selection to the next node")},
    {"Shift+Arrows", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "move the picture")},
    {"Enter, Space", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "open or close the selected box")},
    {"Backspace", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "select the box around")},
    {"+  -  0  1", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "zoom in, zoom out, whole picture, 100 %")},
    {"F, Home", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "bring the selection into view, go to the beginning")},
};
constexpr Fixed kSourceKeys[] = {
    {"F12, Ctrl+Click", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "go to the definition of the name at the mark")},
    {"[", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "fold or unfold at the line")},
    {"Enter", QT_TRANSLATE_NOOP("shardlens::app::Shortcuts", "select the value at the mark")},
};

QTreeWidgetItem* group(QTreeWidget* tree, const QString& title) {
  for (int i = 0; i < tree->topLevelItemCount(); ++i)
    if (tree->topLevelItem(i)->text(0) == title) return tree->topLevelItem(i);
  return new QTreeWidgetItem(tree, {title});
}

void addFixed(QTreeWidget* tree, const QString& title, std::span<const Fixed> keys) {
  for (const Fixed& key : keys)
    new QTreeWidgetItem(group(tree, title), {QCoreApplication::translate("shardlens::app::Shortcuts", key.text), QLatin1String(key.keys)});
}

}  // namespace

QDialog* makeShortcutsDialog(const Actions& actions, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setWindowTitle(QObject::tr("Shortcuts"));
  dialog->resize(760, 620);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  auto* tree = new QTreeWidget(dialog);
  tree->setAccessibleName(QObject::tr("Shortcuts"));
  tree->setHeaderLabels({QObject::tr("command"), QObject::tr("keys")});
  for (QAction* action : actions.all())
    if (!action->shortcut().isEmpty())
      new QTreeWidgetItem(group(tree, Actions::menuOf(action)),
                          {QString(action->text()).remove(QLatin1Char('&')), action->shortcut().toString(QKeySequence::NativeText)});
  addFixed(tree, QObject::tr("In the graph"), kGraphKeys);
  addFixed(tree, QObject::tr("In the source"), kSourceKeys);
  tree->expandAll();
  tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(tree);
  column->addWidget(buttons);
  return dialog;
}

}  // namespace shardlens::app
