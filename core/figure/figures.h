// SPDX-License-Identifier: MIT
// Every picture a document has, by name: the list that the command line and the window read.
#pragma once

#include "core/document/sheet.h"
#include "core/figure/heatmap_figure.h"

#include <functional>
#include <string>
#include <vector>

namespace attn::figure {

struct NamedFigure {
    std::string name;  // "canvas", "query", "weights/1"
    std::string title; // "The whole calculation"
    std::function<Figure(const Document&, const Trace&, const View&, const HeatmapOptions&)> draw;
};

/// The whole calculation, the query word, then each matrix under its sheet's name.
std::vector<NamedFigure> figures(const Document& document);

/// Every length of the figure times `factor`, moved by `by` afterwards.
Figure magnified(Figure figure, float factor, Point by = {});
/// The figure as large as the page allows, in its middle.
Figure fitted(Figure figure, Size page);

} // namespace attn::figure
