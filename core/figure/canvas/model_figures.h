// SPDX-License-Identifier: MIT
// How each model is drawn: a table with one row for each model, with its canvas and lower panel.
// canvas() and query_panel() use it.
#pragma once

#include "core/document/model/open_part.h"
#include "core/figure/canvas/canvas.h"

#include <functional>
#include <string_view>

namespace attn::figure {

struct ModelFigures {
    Model model;
    Figure (*canvas)(const Document&, const Trace&, const View&, const CanvasOptions&);
    /// Without an available height its parts are below each other, as high as they need.
    Figure (*panel)(const Document&, const Trace&, const View&, const CanvasOptions&);
    std::string_view panel_title;
    Index (*panel_lines)(const Document&); // number of lines it would like to show
    float panel_share, panel_most_lines;   // the share of the window's height, and a limit in lines
    bool has_map;                          // draws the first two concepts as a map
};
const ModelFigures& figures_of(const Document& document);

/// Converts the regions of a figure of an open part to the sheet names of the whole document.
Figure in_whole(Figure figure, const OpenPart& part);

/// draw_part() calls this with the part as a document of its own, and converts the regions to the
/// names of the whole.
using PartDrawer = std::function<Figure(const Document&, const Trace&, const View&)>;
Figure draw_part(const Document& document, const Trace& trace, const View& view, Index part,
                 const PartDrawer& draw);

Figure attention_canvas(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options);
Figure attention_panel(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

Figure concepts_canvas(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);
/// Draws each concept's share of the ratings, kept or dropped, and the cosine of each pair of new
/// people before and after.
Figure concepts_panel(const Document& document, const Trace& trace, const View& view,
                      const CanvasOptions& options);

} // namespace attn::figure
