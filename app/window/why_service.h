#pragma once

#include <QObject>

#include "app/inspector/why_section.h"

namespace shardlens::app {

class SessionBridge;

/// Answers questions of *Why* on the document's worker, where new shardings may be interned; the latest question of each kind counts.
class WhyService : public QObject {
  Q_OBJECT
 public:
  explicit WhyService(SessionBridge& session, QObject* parent = nullptr);
  ~WhyService() override;
  void ask(const WhyQuestion& question);

 signals:
  void answered(const shardlens::app::WhyQuestion& question, const std::shared_ptr<const shardlens::Explanation>& explanation);

 private:
  struct State;
  void send();

  SessionBridge& session_;
  std::shared_ptr<State> state_;
};

}  // namespace shardlens::app
