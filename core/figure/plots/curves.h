// SPDX-License-Identifier: MIT
// Draws the loss over the steps of a training as a curve and marks the current step: the curve up
// to it in full colour, the rest dim.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn::figure {

struct LossCurve {
    std::span<const Real> losses; // before the first step and after each; may be empty
    std::size_t steps = 1;        // least length of the axis
    std::size_t at = 0;           // the current step
    bool is_logarithmic = false;  // if a loss is above 0; otherwise the axis is linear
};

struct LossPlot {
    Figure figure;
    Rect plot;             // the curve's rectangle in the figure
    std::size_t steps = 1; // step at its right end
};

/// Draws the curve in the available size. Both axes have round ticks: 1, 2 or 5 times a power of
/// ten, or powers of ten. Steps that share a column of pixels become one line from their least to
/// their largest loss. A loss without a logarithm is drawn at the lower edge.
LossPlot loss_curve(const LossCurve& curve, const View& view, Size available, float text,
                    const Measure& measure);

/// The step at an x of the figure; left and right of the plot, the step at the nearer end.
std::size_t step_at(const LossPlot& plot, float x);

/// Round numbers from `low` to `high`, at most `most` of them.
std::vector<Real> round_ticks(Real low, Real high, std::size_t most);

// Draws what the temperature does to the query word's weights: a curve for each key word over
// temperatures from a tenth to ten, and bars of the weights at the current one.

constexpr Real least_temperature = 0.1, most_temperature = 10;

struct TemperatureCurve {
    std::vector<Real> temperatures; // evenly spaced in their logarithms
    std::vector<Matrix> weights;    // the query word's at each temperature, one row
};

/// Computes the curves for the document. Empty without weights, or for documents so large that this
/// would take long.
TemperatureCurve temperature_curve(const Document& document, const View& view);

struct TemperaturePlot {
    Figure figure;
    Rect plot; // the curves' rectangle, with the slider below
};

/// Draws the curves, a slider below with a mark at 1, and as bars `now`: the row of weights at the
/// document's own temperature. Without curves only the slider is drawn.
TemperaturePlot temperature_plot(const TemperatureCurve& curve, const Document& document,
                                 const Matrix& now, const View& view, Size available, float text,
                                 const Measure& measure);

/// The temperature at an x of the figure, in hundredths: exactly 1 near its mark; left and right of
/// the plot, that of the nearer end.
Real temperature_at(const TemperaturePlot& plot, float x, float text);

} // namespace attn::figure
