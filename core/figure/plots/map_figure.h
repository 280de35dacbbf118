// SPDX-License-Identifier: MIT
// Draws words as points of a plane: the rows of X, Q, K, or of Q and K together, along two columns
// or along the two directions of greatest variance. Also computes the row of a word whose point is
// moved.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

enum class MapOf { X, Q, K, QAndK };

/// The plane of a map and the visible part of it.
struct MapAxes {
    Matrix directions;                             // columns × 1 or 2, orthonormal: across and up
    std::string said;                              // describes the axes
    Real left = 0, right = 0, bottom = 0, top = 0; // the range of the points and zero
};

struct MapOptions {
    MapOf of = MapOf::X;
    /// Across and up; without them the principal directions of the rows.
    std::optional<std::pair<Index, Index>> columns;
    /// If set, replaces the axes that fit the numbers, so that only points move during a drag.
    const MapAxes* axes = nullptr;
};

/// Whether the document has the rows the map shows.
bool has_map(const Document& document, MapOf of);

/// Draws the map as wide as `available`, and three quarters as high if that height is 0. Both axes
/// have the same scale, so that angles are true. Names thin out if they would cover each other,
/// except the query word's. A point out of view is drawn at the edge.
Figure map_figure(const Document& document, const Trace& trace, const View& view,
                  const MapOptions& options, Size available, float text, const Measure& measure);

/// The place and scale of a drawn map.
struct MapPlot {
    MapAxes axes;
    Rect rect;
    Point zero;
    Real scale = 1; // figure units per unit of the numbers
};

/// Maps side by side: X, and Q and K if the document has them and there is room.
struct MapPanel {
    Figure figure;
    std::vector<MapPlot> plots; // one for each map, X first; empty if numbers cannot be drawn
};

/// `kept` holds the axes of an earlier panel of the same document to keep; empty: they are fitted.
MapPanel map_panel(const Document& document, const Trace& trace, const View& view,
                   const std::optional<std::pair<Index, Index>>& columns,
                   const std::vector<MapPlot>& kept, Size available, float text,
                   const Measure& measure);

/// Returns the row whose point is at `to`, or at the nearest edge of the plot, with the least
/// change of `row`. Changed numbers have no more decimals than the figure can show.
Matrix row_moved_to(const MapPlot& plot, const Vector& row, Point to);

} // namespace attn::figure
