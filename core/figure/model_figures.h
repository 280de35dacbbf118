// SPDX-License-Identifier: MIT
// How each model is drawn: its canvas and its lower panel, in one row of a table for each. canvas()
// and query_panel() look there.
#pragma once

#include "core/document/open_part.h"
#include "core/figure/canvas.h"

#include <functional>
#include <string_view>

namespace attn::figure {

struct ModelFigures {
    Model model;
    Figure (*canvas)(const Document&, const Trace&, const View&, const CanvasOptions&);
    /// Where no height is available its parts stand below each other, and it is as high as they
    /// need.
    Figure (*panel)(const Document&, const Trace&, const View&, const CanvasOptions&);
    std::string_view panel_title;
    Index (*panel_lines)(const Document&); // how many it would like to show
    float panel_share, panel_most_lines;   // of the window's height, and at most
    bool has_map;                          // of the first two concepts
};
const ModelFigures& figures_of(const Document& document);

/// The regions of a figure of an open part with the names that its sheets have in the document.
Figure in_whole(Figure figure, const OpenPart& part);

/// What draws a document, for a part of one: it is given the part, and its regions get the names of
/// the whole.
using PartDrawer = std::function<Figure(const Document&, const Trace&, const View&)>;
Figure draw_part(const Document& document, const Trace& trace, const View& view, Index part,
                 const PartDrawer& draw);

Figure attention_canvas(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options);
Figure attention_panel(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

Figure concepts_canvas(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);
/// What each concept holds of the ratings, kept or dropped, and the cosine of each pair of new
/// people before and after.
Figure concepts_panel(const Document& document, const Trace& trace, const View& view,
                      const CanvasOptions& options);

} // namespace attn::figure
