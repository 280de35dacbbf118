// SPDX-License-Identifier: MIT
// What the temperature does to the weights of the query word: a curve for each key word over the
// temperatures from a tenth to ten, and bars of the weights at the present one.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <vector>

namespace attn::figure {

constexpr Real least_temperature = 0.1, most_temperature = 10;

struct TemperatureCurve {
    std::vector<Real> temperatures; // as far from each other in their logarithms
    std::vector<Matrix> weights;    // of the query word at each, a row with a number for each key
};

/// As the document computes them; nothing of one without weights, or so large that this would take
/// its time.
TemperatureCurve temperature_curve(const Document& document, const View& view);

struct TemperaturePlot {
    Figure figure;
    Rect plot; // the room of the curves, with the slider below
};

/// The curves, a slider below with 1 marked, and the weights at the document's own temperature as
/// `now` has them (a row). Without curves there is the slider alone.
TemperaturePlot temperature_plot(const TemperatureCurve& curve, const Document& document,
                                 const Matrix& now, const View& view, Size available, float text,
                                 const Measure& measure);

/// The temperature that a point of the figure stands for, in hundredths; 1 close to its mark, that
/// of the nearer end beside the plot.
Real temperature_at(const TemperaturePlot& plot, float x, float text);

} // namespace attn::figure
