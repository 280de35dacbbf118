// SPDX-License-Identifier: MIT
// Draws one matrix as a picture of its own for notes, slides and papers: cells with numbers, names,
// axis names and a colour bar.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/sheet_look.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

struct HeatmapOptions {
    float width = 800;      // the picture's, in its units
    float most_height = 0;  // 0: as high as the cells need
    float text = 14;        // size of the names; titles are larger, numbers not
    bool has_title = true;  // `title`, or name and formula of the sheet
    std::string title;      // plain; empty: the sheet's own
    std::string caption;    // plain, below the cells; long captions are wrapped
    bool has_labels = true; // names of rows, columns and axes
    bool has_numbers = true;
    bool has_colour_bar = true;
    bool is_blank_where_blocked = false; // instead of grey
    bool shows_query = false;            // frames the view's query word
    float gap = -1;                      // between cells; below 0: a hairline
    bool is_column = false; // in a paper: content that is too wide wraps instead of shrinking
    /// If set, only these cells are drawn, in the colours of the whole matrix.
    std::optional<CellRange> part = {};
    Real least_weight = 0; // for lines between words; smaller weights are left out
    std::vector<Index> heads =
        {}; // whose lines are drawn, each in its colour; empty: the usual heads
    Measure measure = approximate_width;
};

/// Draws the sheet, which must exist. Numbers are shown if they can be read, names if they do not
/// touch; column names too long for their cells are turned.
Figure heatmap_figure(const Document& document, const Trace& trace, const View& view,
                      const SheetId& sheet, const HeatmapOptions& options);

// The parts of heatmaps for files: layout, cells, names, marks and colour bar. heatmap_figure.cpp
// (one matrix) and every_head.cpp (every head) are built from them.

/// How column names are written. Turned: by 45 degrees. Upright: by 90 degrees, if there is room
/// only for their height. Thinned: numbers, as many as fit side by side.
enum class ColumnLabels { None, Level, Turned, Upright, Thinned };

constexpr float least_number = 0.62F; // relative to the text size; smaller digits cannot be read
constexpr float least_on_paper = 5.0F / 7; // on paper, read from nearer; Nature's requirement

struct HeatmapLayout {
    Size size;
    Rect cells;
    float text = 14, margin = 0;
    float small = 12.6F; // size of roles and ticks
    float title_y = 0, caption_y = 0;
    float row_labels = 0;   // width of the row names
    float label_length = 0; // the longest column name
    ColumnLabels column_labels = ColumnLabels::None;
    bool has_numbers = false;
    float number_size = 0;
    float bar_x = 0;
    std::vector<std::string> caption;
    Index most_shapes = 10'000; // more cells become one image
    int most_pixels = 4096;     // each side's limit

    bool has_high_names() const {
        return column_labels == ColumnLabels::Turned || column_labels == ColumnLabels::Upright;
    }
    /// The y at which column names begin, over the cells.
    float base_of_names() const { return cells.y - (has_high_names() ? 0.45F : 0.75F) * text; }
};
/// The height of column names of the given length above base_of_names().
float height_of_names(ColumnLabels labels, float length, float text);
/// The width of the digits of the look's widest number, for size 1.
float digits_width(const SheetLook& look, const Measure& measure);
/// The size of the numbers in a cell, whether readable or not.
float size_of_numbers(const SheetLook& look, Size cell, float text, const Measure& measure);
HeatmapLayout lay_out(const Contents& shown, const HeatmapOptions& options);

/// Breaks a plain text into lines no wider than `width`.
std::vector<std::string> caption_lines(const std::string& text, float width, float size,
                                       const Measure& measure);

void draw_heatmap_cells(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                        const HeatmapOptions& options);
/// Draws the names of the first matrix left of its cells and over them, as many as fit.
void draw_row_names(Drawing& drawing, const Contents& shown, const HeatmapLayout& layout);
void draw_row_role(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout);
void draw_column_names(Drawing& drawing, const Contents& shown, const HeatmapLayout& layout);
/// Draws the frames of the query word, if wanted, and of marked cells.
void draw_heatmap_marks(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout,
                        const View& view, const HeatmapOptions& options);

/// A number beside the bar; `at` is 0 at the low end and 1 at the high end.
struct BarTick {
    float at = 0;
    std::string text;
};
/// Round numbers within the scale: as many as a bar of this length has room for, at most six steps.
std::vector<BarTick> bar_ticks(const SheetLook& look, float length, float text);

/// The width of the widest tick for any length of the bar.
float widest_tick(const SheetLook& look, float text, const Measure& measure);

/// Draws the colour bar upright, right of the cells and as high as they are.
void draw_bar(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout);

} // namespace attn::figure
