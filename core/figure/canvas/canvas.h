// SPDX-License-Identifier: MIT
// Draws the whole calculation as one figure, and the panel that follows one query word.
#pragma once

#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/document/telling/expected.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/figure.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/matrix/kept_looks.h"

namespace attn {
class OpenPart;
}

namespace attn::figure {

struct KeptLayouts;

struct CanvasOptions {
    Size available;  // the window's area for the figure, in the figure's units
    float zoom = 1;  // enlarges everything in the figure
    float text = 14; // size of titles; the interface scale is in it already
    Measure measure = approximate_width;
    KeptLooks* kept = nullptr;           // must have followed the trace
    Rect visible = {};                   // the visible part of the figure; empty: all of it
    const Calculation* before = nullptr; // changes since then are marked (see changes.h)
    /// If set, matrices show gradients instead of numbers (see gradient_look.h), and no changes.
    const Sensitivity* gradients = nullptr;
    /// The whole that the document is a part of, which names its matrices; null: the document is
    /// the whole.
    const OpenPart* part = nullptr;
    const ExpectedRow* expected = nullptr; // for the query word's weights, in the lower panel
    const ExpectedNumber* expected_number = nullptr; // shown in its cell with the difference
    bool is_picture = false;                         // on paper and slides: no hints about dragging
    KeptLayouts* layouts = nullptr;                  // null: every figure is laid out anew
    bool has_offers = false; // regions of given stages are clicked: offers to change them are shown
    /// The scale of the interface. Above 1 digits grow with it, and what does not fit scrolls.
    float scale = 1;
    /// Whether the canvas shows weights; if not, the line below says nothing of their rounding.
    bool shows_weights = true;
};

/// Draws the whole calculation of one head: words and X, the projections with Q, K and V, scores,
/// weights, weighted values and output. The figure is at least as large as the available area,
/// larger if it must scroll.
Figure canvas(const Document& document, const Trace& trace, const View& view,
              const CanvasOptions& options);

/// The start of the last part of the lower panel, as a share of its width.
constexpr float query_panel_split = 0.52F;

/// The end of the bar of an expected weight of 1, as a share of the room from 0 to the end of its
/// line.
constexpr float expected_bar = 0.55F;

/// The lower panel for the query word: its scores, its weights as bars with percentages, and its
/// output as the sum of weighted values with live numbers.
Figure query_panel(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options);

// Draws sentences at the bottom of a canvas about what is wrong or unusual.

/// Draws one strip for each sentence below the other, from `top` on, across the whole figure.
void draw_notices(Drawing& drawing, const std::vector<std::string>& sentences, float top,
                  const Lengths& lengths);

} // namespace attn::figure
