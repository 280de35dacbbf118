// SPDX-License-Identifier: MIT
// Draws the page of a training: what the loss compares at the start, now and as it should be; below
// it the loss curve beside the matrices that learn, each with its changes since the start. All
// numbers belong to the document and can be pointed at as on the canvas.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/loss_curve.h"

#include <string>
#include <vector>

namespace attn::figure {

/// What the page knows about a training. The document is its current state.
struct TrainingSeen {
    LossCurve curve;
    const Calculation* start = nullptr; // null: nothing has changed since
    bool has_no_start = false; // something changed, but the start would take long to compute
    std::string start_title = "at the start", start_name = "step 0"; // for the compared start
    std::vector<SheetId> learned; // the first are shown if not all fit
};

struct TrainingPage {
    Figure figure;
    LossPlot curve;           // its place in the figure, without shapes of its own
    std::size_t left_out = 0; // matrices that learn but do not fit
};

/// Draws the page in the available size, or larger if its cells could not be seen. `options.kept`
/// holds the ranges of colours; `before` and gradients are ignored. Without a loss the page says
/// what to do.
TrainingPage training_page(const Document& document, const Trace& trace, const View& view,
                           const TrainingSeen& training, const CanvasOptions& options);

/// Sorts the matrices by how much their numbers changed since the start, the most first.
std::vector<SheetId> by_change(std::vector<SheetId> learned, const Document& start,
                               const Document& now);

} // namespace attn::figure
