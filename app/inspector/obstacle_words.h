#pragma once

#include <QString>

#include "engine/report/explanation.h"

namespace shardlens::app {

/// Explanations in the person's language; the engine writes English.
QString placeWords(const ExplainedPlace& place);
/// `stablehlo.add`, or what an edge of the import stands for.
QString opWords(const std::string& op);
QString obstacleWords(const ExplainedObstacle& obstacle);
/// What would have to change; empty where nothing is known.
QString needWords(const ExplainedObstacle& obstacle);
QString remedyWords(const ExplainedRemedy& remedy);
QString endWords(WhyEnd::Kind end);

}  // namespace shardlens::app
