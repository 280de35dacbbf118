// SPDX-License-Identifier: MIT
// One matrix as a picture of its own for notes, slides and papers: cells with numbers, names, axis
// names and a colour bar.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

struct HeatmapOptions {
    float width = 800;      // of the picture, in its units
    float most_height = 0;  // 0: as high as the cells ask for
    float text = 14;        // size of the names; titles are larger, numbers at most as large
    bool has_title = true;  // what it shows and its formula, or `title`
    std::string title;      // plain; empty: the sheet's own
    std::string caption;    // plain, below the cells; long ones are broken into lines
    bool has_labels = true; // names of rows, columns and axes
    bool has_numbers = true;
    bool has_colour_bar = true;
    bool is_blank_where_blocked = false; // instead of grey
    bool shows_query = false;            // frames the query word of the view
    float gap = -1;                      // between cells; below 0: a hair
    bool is_column = false; // of a paper: what is too wide goes on below, and is not made smaller
    /// Only these cells, in the colours of the whole matrix.
    std::optional<CellRange> part = {};
    Real least_weight = 0; // of lines between words; smaller ones are left out
    std::vector<Index> heads =
        {}; // whose lines are drawn, each in its colour; none: the usual ones
    Measure measure = approximate_width;
};

/// The sheet must exist. Numbers are shown where they can be read, names where they do not touch;
/// column names that are too long for their cells are turned.
Figure heatmap_figure(const Document& document, const Trace& trace, const View& view,
                      const SheetId& sheet, const HeatmapOptions& options);

} // namespace attn::figure
