// SPDX-License-Identifier: MIT
// Draws A and B of one stage side by side with their difference, and lists the largest changes.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/figure/canvas/canvas.h"

namespace attn::figure {

struct Compared {
    const Calculation& a;
    const Calculation& b;
    std::string a_name, b_name; // "pinned “Four words”", "right"
    SheetId sheet;
    std::string sentence;      // what went wrong; empty if nothing
    bool lists_changes = true; // the largest, below the matrices
};

/// Draws the comparison. The difference has a diverging map around 0; A and B share one range. If
/// the shapes differ the figure says so and draws both. The figure has the available size; if that
/// has no height, everything is on a page as high as needed.
Figure compare_figure(const Compared& compared, const View& view, const CanvasOptions& options);

} // namespace attn::figure
