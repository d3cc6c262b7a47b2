#pragma once

#include <QAbstractItemModel>

#include <memory>
#include <vector>

#include "engine/session/snapshot.h"

namespace shardlens::app {

enum OutlineRole {
  kCountRole = Qt::UserRole + 1,  ///< text on the right: operations inside
  kBadgeRole,                     ///< number of problems inside; 0: none
  kBoxRole,                       ///< BoxId value
};

/// The outline as a tree; rows are made when they are asked for, since a function is shown again under each of its calls.
class OutlineModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  explicit OutlineModel(QObject* parent = nullptr);
  ~OutlineModel() override;

  void show(SnapshotPtr snapshot);
  [[nodiscard]] BoxId boxOf(const QModelIndex& index) const;
  /// First place of `box` in the tree; invalid where it has none.
  [[nodiscard]] QModelIndex indexOf(BoxId box);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return 1; }
  bool hasChildren(const QModelIndex& parent = {}) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Node {
    BoxId box;
    Node* parent = nullptr;
    int row = 0;
    bool fetched = false;
    std::vector<std::unique_ptr<Node>> children;
  };
  [[nodiscard]] Node* nodeOf(const QModelIndex& index) const;
  [[nodiscard]] QString countText(const Box& box) const;
  void countProblems();
  void fill(Node& node);

  SnapshotPtr snapshot_;
  std::unique_ptr<Node> top_;
  std::vector<int> problems_;  ///< by BoxId
};

}  // namespace shardlens::app
