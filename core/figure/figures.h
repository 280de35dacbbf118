// SPDX-License-Identifier: MIT
// Every picture a document has, by name: the list that the command line and the window read.
#pragma once

#include "core/document/compare.h"
#include "core/document/sheet.h"
#include "core/figure/heatmap_figure.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

struct NamedFigure {
    std::string name;  // "canvas", "query", "weights/1", "step/6", "mistake/no_scaling"
    std::string title; // "The whole calculation"
    std::string group; // "Matrices": what lists put together
    std::function<Figure(const Document&, const Trace&, const View&, const HeatmapOptions&)> draw;
    bool is_computed = false; // from the document alone, as mistakes and gradients are
};

/// What a comparison shows as A, beside the document as B.
struct ComparedWith {
    std::shared_ptr<const Calculation> a; // without it there is no comparison
    std::string a_name;                   // "pinned “Four words”"
    Stage stage = Stage::Weights;
};

/// The losses of a training, as its curve shows them (loss_curve.h).
struct ShownLosses {
    std::shared_ptr<const std::vector<Real>> losses; // none: there is no curve
    std::size_t at = 0;                              // the step that is looked at
    bool is_logarithmic = false;
};
constexpr std::string_view loss_figure = "losses";

/// What some figures show beside the document.
struct Beside {
    ComparedWith compared = {};
    ShownLosses losses = {};
};

/// The number that a figure of one number shows where none is selected: the largest weight of the
/// query word. The view must lie within the document.
Place usual_number(const Document& of, const Trace& trace, const View& view);

/// The figure of what moves a number: alone that of the selected one, with "/loss" that of the
/// loss, with "/" and a place that of its number.
constexpr std::string_view sensitivity_figure = "sensitivity";

/// The whole calculation, the query word, each matrix under its sheet's name, the derivation of the
/// selected number (without one: of the query's largest weight), each step under its number, the
/// loss curve and the comparison if there is one, and each mistake beside the right result.
std::vector<NamedFigure> figures(const Document& document, const Beside& beside = {});

/// The figure of a name; a place such as "weights[1,4]", with row and column as they are written,
/// names the derivation of its number. The error lists the figures there are.
Result<NamedFigure> named_figure(const Document& document, const std::string& name,
                                 const Beside& beside = {});

} // namespace attn::figure
