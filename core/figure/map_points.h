// SPDX-License-Identifier: MIT
// The points of a map, with the ticks of its axes and the names of its words.
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
    bool is_query = false, is_key = false; // the query word and the key word that are looked at
    bool is_of_keys = false;
};

/// How much room the numbers of the upright axis take, left of the plot.
float room_of_ticks(const MapPlot& plot, float text, const Measure& measure);

/// Names stand where they cover neither points nor other names, or not at all. A point that is out
/// of view stands at the edge.
void draw_points(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot,
                 float text);

} // namespace attn::figure
