// SPDX-License-Identifier: MIT
// Words as points of a plane: the rows of X, of Q, of K, or of Q and K together, along two columns
// or along the two directions in which they differ most; and where a word goes that is moved there.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

enum class MapOf { X, Q, K, QAndK };

/// In which plane a map lies and how much of it is in view.
struct MapAxes {
    Matrix directions;                             // columns × 1 or 2, orthonormal: across and up
    std::string said;                              // what they are
    Real left = 0, right = 0, bottom = 0, top = 0; // of the points, zero included
};

struct MapOptions {
    MapOf of = MapOf::X;
    /// Across and up; without them the principal directions of what is shown.
    std::optional<std::pair<Index, Index>> columns;
    /// Instead of those that fit the numbers, so that nothing but points moves in a drag.
    const MapAxes* axes = nullptr;
};

/// Whether the document has the rows that the map shows.
bool has_map(const Document& document, MapOf of);

/// As wide as `available`, and three quarters as high where its height is 0. One unit is as long
/// across as up, so that angles are true. Names thin out where they would cover each other; that of
/// the query word is always there. A point that is out of view stands at the edge.
Figure map_figure(const Document& document, const Trace& trace, const View& view,
                  const MapOptions& options, Size available, float text, const Measure& measure);

/// Where a map was drawn.
struct MapPlot {
    MapAxes axes;
    Rect rect;
    Point zero;
    Real scale = 1; // units of the figure for one of the numbers
};

/// X, and Q and K where the document has them and there is room for them, side by side.
struct MapPanel {
    Figure figure;
    std::vector<MapPlot> plots; // one for each map, X first; none where numbers cannot be drawn
};

/// `kept`: the axes of an earlier panel of the same document that this one keeps; empty to fit.
MapPanel map_panel(const Document& document, const Trace& trace, const View& view,
                   const std::optional<std::pair<Index, Index>>& columns,
                   const std::vector<MapPlot>& kept, Size available, float text,
                   const Measure& measure);

/// The row whose point lies at `to`, or at the edge of the plot that is nearest, with as little
/// change of `row` as can be. What changes has no more decimals than the figure can show.
Matrix row_moved_to(const MapPlot& plot, const Vector& row, Point to);

} // namespace attn::figure
