// SPDX-License-Identifier: MIT
// The page of a training: what the loss compares at the start, now and as it should be, and below
// it the curve of the loss beside the matrices that learn, each with what changed since the start.
// All numbers are those of the document and can be pointed at as on the canvas.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/loss_curve.h"

#include <string>
#include <vector>

namespace attn::figure {

/// What the page knows of a training beside the document, which is its state now.
struct TrainingSeen {
    LossCurve curve;
    const Calculation* start = nullptr; // none: nothing has changed since
    bool has_no_start = false;          // it did, but the start would take long to compute
    std::string start_title = "at the start", start_name = "step 0"; // of what is compared
    std::vector<SheetId> learned; // those that come first are shown while not all fit
};

struct TrainingPage {
    Figure figure;
    LossPlot curve;           // its place in the figure, without shapes of its own
    std::size_t left_out = 0; // matrices that learn and have no room
};

/// The page in the room that is available; larger where its cells could not be seen. `options.kept`
/// holds the ranges of colours, `before` and gradients are not read. Of a document without a loss
/// it says what to do.
TrainingPage training_page(const Document& document, const Trace& trace, const View& view,
                           const TrainingSeen& training, const CanvasOptions& options);

/// The same matrices, those whose numbers changed most since the start first.
std::vector<SheetId> by_change(std::vector<SheetId> learned, const Document& start,
                               const Document& now);

} // namespace attn::figure
