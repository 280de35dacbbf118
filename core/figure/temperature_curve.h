// SPDX-License-Identifier: MIT
// Draws what the temperature does to the query word's weights: a curve for each key word over
// temperatures from a tenth to ten, and bars of the weights at the current one.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <vector>

namespace attn::figure {

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
