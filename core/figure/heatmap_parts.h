// SPDX-License-Identifier: MIT
// The layout and the colour bar of a heatmap on its own; only for the heatmap_….cpp files.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/heatmap_figure.h"
#include "core/figure/sheet_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// Turned: by 45 degrees. Upright: by 90, where there is room for no more than their height.
/// Thinned: numbers, as many as stand beside each other.
enum class ColumnLabels { None, Level, Turned, Upright, Thinned };

struct HeatmapLayout {
    Size size;
    Rect cells;
    float text = 14, margin = 0;
    float small = 12.6F; // of roles and ticks
    float title_y = 0, caption_y = 0;
    float row_labels = 0;   // width of the row names
    float label_length = 0; // of the longest column name
    ColumnLabels column_labels = ColumnLabels::None;
    bool has_numbers = false;
    float number_size = 0;
    float bar_x = 0;
    std::vector<std::string> caption;
};
/// How high column names of the length reach above where they begin.
float height_of_names(ColumnLabels labels, float length, float text);
HeatmapLayout lay_out(const Contents& shown, const HeatmapOptions& options);

/// Breaks a plain text into lines no wider than `width`.
std::vector<std::string> caption_lines(const std::string& text, float width, float size,
                                       const Measure& measure);

/// A number beside the bar; `at` is 0 at the low end and 1 at the high end.
struct BarTick {
    float at = 0;
    std::string text;
};
/// Round numbers within the scale, as many as stand apart on a bar of this length, and no more than
/// six steps.
std::vector<BarTick> bar_ticks(const SheetLook& look, float length, float text);

/// Of the widest of them, however long the bar becomes.
float widest_tick(const SheetLook& look, float text, const Measure& measure);

/// Upright, to the right of the cells and as high as they are.
void draw_bar(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout);

} // namespace attn::figure
