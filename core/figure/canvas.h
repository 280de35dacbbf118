// SPDX-License-Identifier: MIT
// The whole calculation as one figure, and the panel that follows one query word.
#pragma once

#include "core/document/compare.h"
#include "core/document/evaluate.h"
#include "core/document/expected.h"
#include "core/document/sensitivity.h"
#include "core/document/view.h"
#include "core/figure/figure.h"
#include "core/figure/kept_looks.h"

namespace attn {
class OpenPart;
}

namespace attn::figure {

struct CanvasOptions {
    Size available;  // of the window's part that shows the figure, in the figure's units
    float zoom = 1;  // of everything in the figure
    float text = 14; // size of titles; the interface scale is in it already
    Measure measure = approximate_width;
    KeptLooks* kept = nullptr;           // that has followed the trace
    Rect visible = {};                   // what of the figure can be seen; nothing: all of it
    const Calculation* before = nullptr; // what changed since is marked (see changes.h)
    /// Matrices show its gradients in place of their numbers (see gradient_look.h), and no changes.
    const Sensitivity* gradients = nullptr;
    /// What the document is a part of, which names its matrices; nothing: it is the whole.
    const OpenPart* part = nullptr;
    const ExpectedRow* expected = nullptr; // of the query word's weights, in the lower panel
    const ExpectedNumber* expected_number = nullptr; // said in its cell, with how far off it is
    bool is_picture = false; // on paper and on slides nobody can drag: nothing says so
};

/// The whole calculation: words and X, the projections with Q, K and V, scores, weights, weighted
/// values and output of one head. Its size is at least what is available, larger when it must
/// scroll.
Figure canvas(const Document& document, const Trace& trace, const View& view,
              const CanvasOptions& options);

/// Where the last part of the lower panel begins, of its width.
constexpr float query_panel_split = 0.52F;

/// Where a bar of an expected weight of 1 ends, of the room from 0 to the end of its line.
constexpr float expected_bar = 0.55F;

/// The lower panel for the query word: its scores, its weights as bars with percentages, and its
/// output as the sum of weighted values with live numbers.
Figure query_panel(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options);

} // namespace attn::figure
