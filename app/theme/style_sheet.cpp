#include "app/theme/theme.h"

namespace shardlens::app {

namespace {

// Colours stand as @name and are put in from the palette.
constexpr const char* kSheet = R"(
QMainWindow, QDialog { background: @pane; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMenuBar { background: @pane; border-bottom: 1px solid @line; padding: 1px 6px; }
QMenuBar::item { padding: 3px 9px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: @selection; }
QMenu { background: @pane; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 26px 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @nodeLine; }
QMenu::separator { height: 1px; background: @line; margin: 4px 6px; }
QToolBar { background: @pane; border: none; border-bottom: 1px solid @line; padding: 5px 12px; spacing: 12px; }
QToolButton { border: 1px solid @line; border-radius: 5px; padding: 3px 9px; background: @pane; }
QToolButton:hover, QPushButton:hover { background: @folded; }
QToolButton::menu-indicator { image: none; }
QToolButton:pressed, QPushButton:pressed { background: @selection; }
QToolButton:focus, QPushButton:focus { border-color: @accent; }
QToolButton:disabled { color: @nodeLine; }
QFileDialog QToolButton { padding: 2px; }
QToolButton[flat="true"] { border: 1px solid transparent; padding: 2px 6px; color: @subtle; background: transparent; }
QToolButton[here="true"] { font-weight: 600; }
QToolButton[flat="true"]:hover { color: @text; background: @folded; }
QToolButton[flat="true"]:focus { border-color: @accent; }
QPushButton { border: 1px solid @line; border-radius: 5px; padding: 4px 12px; background: @pane; }
QPushButton:default { border-color: @accent; }
QLineEdit { border: 1px solid @line; border-radius: 5px; padding: 3px 8px; background: @pane; selection-background-color: @selection; selection-color: @text; }
QLineEdit:focus { border-color: @accent; }
QLineEdit[wrong="true"] { border-color: @error; }
QComboBox { border: 1px solid @line; border-radius: 5px; padding: 2px 8px; background: @pane; }
QComboBox:focus { border-color: @accent; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/shardlens/themes/arrow-@look.svg); width: 10px; height: 10px; }
QTabBar { background: @pane; qproperty-drawBase: 0; }
QTabBar::tab { padding: 6px 12px; margin: 4px 1px 0 1px; border: none; border-bottom: 2px solid transparent; color: @subtle; background: transparent; }
QTabBar::tab:selected { color: @text; font-weight: 600; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected:focus { background: @folded; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabWidget::tab-bar { left: 8px; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QWidget#dockTitle { background: @pane; border-bottom: 1px solid @line; }
QLabel#dockTitleText { font-weight: 600; }
QLabel[subtle="true"] { color: @subtle; }
QLabel[heading="true"] { font-weight: 600; }
QLabel[pill="end"] { color: @subtle; padding: 2px 8px; }
QLabel[pill="past"] { color: @text; background: @badge; border: 1px solid @badgeLine; border-radius: 9px; padding: 1px 8px; }
QSlider::groove:horizontal { height: 4px; background: @line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @accent; width: 12px; height: 12px; margin: -4px 0; border-radius: 6px; }
QSlider::handle:horizontal:focus { border: 2px solid @text; width: 10px; }
QCheckBox::indicator, QListView::indicator { width: 13px; height: 13px; border: 1px solid @subtle; border-radius: 3px; background: @pane; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: @accent; border-color: @accent; image: url(:/shardlens/themes/tick-@look.svg); }
QCheckBox::indicator:focus { border: 2px solid @accent; width: 11px; height: 11px; }
QLabel[problem="true"] { color: @error; }
QTreeView, QTableView, QListView { border: 1px solid @pane; background: @pane; outline: none; selection-background-color: @selection; selection-color: @text; alternate-background-color: @pane; }
QTreeView:focus, QTableView:focus, QListView:focus, QScrollArea:focus { border: 1px solid @accent; }
QTreeView::item, QListView::item { padding: 2px 4px; border: none; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: @selection; color: @text; }
QTreeView::item:hover, QListView::item:hover { background: @folded; }
QTreeView::item:selected:hover, QListView::item:selected:hover { background: @selection; }
QTableView { gridline-color: @line; }
QHeaderView { background: @pane; border: none; }
QHeaderView::section { background: @pane; color: @subtle; border: none; border-bottom: 1px solid @line; padding: 3px 4px; font-size: 8.3pt; font-weight: 500; }
QStatusBar { background: @pane; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { padding: 0 8px; }
QScrollBar:vertical { width: 11px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 11px; background: transparent; margin: 0; }
QScrollBar::handle { background: @nodeLine; border-radius: 3px; margin: 2px 3px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:horizontal { margin: 3px 2px; }
QScrollBar::handle:hover { background: @subtle; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollArea { border: 1px solid @pane; background: @pane; }
QToolTip { background: @pane; color: @text; border: 1px solid @line; padding: 4px; }
QProgressBar { border: 1px solid @line; border-radius: 4px; background: @folded; text-align: center; height: 14px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QFrame#rule { background: @line; max-height: 1px; min-height: 1px; border: none; }
QFrame#palette { background: @pane; border: 1px solid @nodeLine; }
)";

struct Name {
  const char* name;
  QColor Palette::*member;
};

// Longer names first where one begins with another.
constexpr Name kNames[] = {
    {"@badgeLine", &Palette::badgeLine}, {"@badge", &Palette::badge},   {"@nodeLine", &Palette::nodeLine},
    {"@selection", &Palette::selection}, {"@accent", &Palette::accent}, {"@folded", &Palette::folded},
    {"@subtle", &Palette::subtle},       {"@error", &Palette::error},   {"@pane", &Palette::pane},
    {"@line", &Palette::line},           {"@text", &Palette::text},
};

}  // namespace

QString styleSheet(const Palette& palette) {
  QString sheet = QString::fromLatin1(kSheet);
  sheet.replace(QLatin1String("@look"), QLatin1String(palette.pane.lightness() < 128 ? "dark" : "light"));
  for (const Name& name : kNames) sheet.replace(QLatin1String(name.name), (palette.*name.member).name());
  return sheet;
}

}  // namespace shardlens::app
