// SPDX-License-Identifier: MIT
// Draws one matrix as a picture of its own for notes, slides and papers: cells with numbers, names,
// axis names and a colour bar.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

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

} // namespace attn::figure
