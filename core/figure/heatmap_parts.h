// SPDX-License-Identifier: MIT
// The parts of heatmaps of files: layout, cells, names, marks and colour bar. One matrix
// (heatmap_figure.cpp) and every head (heads_picture.cpp) are made of them.
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

constexpr float least_number = 0.62F;      // of the text size; smaller digits cannot be read
constexpr float least_on_paper = 5.0F / 7; // which is read from nearer; what Nature asks for

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
    Index most_shapes = 10'000; // more cells become one image
    int most_pixels = 4096;     // of its sides

    bool has_high_names() const {
        return column_labels == ColumnLabels::Turned || column_labels == ColumnLabels::Upright;
    }
    /// Where the names of columns begin, over the cells.
    float base_of_names() const { return cells.y - (has_high_names() ? 0.45F : 0.75F) * text; }
};
/// How high column names of the length reach above where they begin.
float height_of_names(ColumnLabels labels, float length, float text);
/// Of the digits of its widest number, in a size of 1.
float digits_width(const SheetLook& look, const Measure& measure);
/// The size that its numbers have in a cell; whether they can be read is not asked.
float size_of_numbers(const SheetLook& look, Size cell, float text, const Measure& measure);
HeatmapLayout lay_out(const Contents& shown, const HeatmapOptions& options);

/// Breaks a plain text into lines no wider than `width`.
std::vector<std::string> caption_lines(const std::string& text, float width, float size,
                                       const Measure& measure);

void draw_heatmap_cells(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                        const HeatmapOptions& options);
/// Of the first matrix, left of its cells and over them: as many as have room.
void draw_row_names(Drawing& drawing, const Contents& shown, const HeatmapLayout& layout);
void draw_row_role(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout);
void draw_column_names(Drawing& drawing, const Contents& shown, const HeatmapLayout& layout);
/// Frames of the query word, where they are asked for, and of marked cells.
void draw_heatmap_marks(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                        const View& view, const HeatmapOptions& options);

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
