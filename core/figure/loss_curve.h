// SPDX-License-Identifier: MIT
// The loss over the steps of a training as a curve, with the step that is looked at: what is done
// up to it in full colour, the rest dim.
#pragma once

#include "core/document/view.h"
#include "core/figure/figure.h"

#include <cstddef>
#include <span>

namespace attn::figure {

struct LossCurve {
    std::span<const Real> losses; // before the first step and after each; may be empty
    std::size_t steps = 1;        // the axis goes at least as far
    std::size_t at = 0;           // the step that is looked at
    bool is_logarithmic = false;  // where a loss is above 0; else the axis is linear
};

struct LossPlot {
    Figure figure;
    Rect plot;             // the room of the curve in the figure
    std::size_t steps = 1; // at its right end
};

/// As wide and as high as `available`. The ticks of both axes are round numbers: 1, 2 or 5 times a
/// power of ten, or powers of ten. Steps that share a column of the picture are one line from the
/// least to the largest loss among them. Where a loss has no logarithm it stands at the lower edge.
LossPlot loss_curve(const LossCurve& curve, const View& view, Size available, float text,
                    const Measure& measure);

/// The step that a point of the figure stands for; that of the nearer end beside the plot.
std::size_t step_at(const LossPlot& plot, float x);

/// Round numbers from `low` to `high`, at most so many.
std::vector<Real> round_ticks(Real low, Real high, std::size_t most);

} // namespace attn::figure
