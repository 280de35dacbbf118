// SPDX-License-Identifier: MIT
// Draws the points of a map with the ticks of its axes and the names of its words.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/map_figure.h"

#include <string>
#include <vector>

namespace attn::figure {

struct MapPoint {
    std::string name;
    Place place;
    Real x = 0, y = 0;
    bool is_query = false, is_key = false; // the query word and the key word of the view
    bool is_of_keys = false;
};

/// The width of the vertical axis' numbers, left of the plot.
float room_of_ticks(const MapPlot& plot, float text, const Measure& measure);

/// Draws the points. A name is written only where it covers no points or other names. A point out
/// of view is drawn at the edge.
void draw_points(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot,
                 float text);

} // namespace attn::figure
