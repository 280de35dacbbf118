// SPDX-License-Identifier: MIT
// Lists every picture of a document by name, for the command line and the window.
#pragma once

#include "core/document/explaining/head_effects.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/figure/plots/heatmap_figure.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

struct NamedFigure {
    std::string name;  // "canvas", "query", "weights/1", "step/6", "mistake/no_scaling"
    std::string title; // "The whole calculation"
    std::string group; // "Matrices": the heading in lists
    std::function<Figure(const Document&, const Trace&, const View&, const HeatmapOptions&)> draw;
    bool is_computed = false; // computes from the document alone, such as mistakes and gradients
};

/// What a comparison shows as A; the document is B.
struct ComparedWith {
    std::shared_ptr<const Calculation> a; // null: there is no comparison
    std::string a_name;                   // "pinned “Four words”"
    Stage stage = Stage::Weights;
    std::string b_name = {};   // empty: the document's title
    bool lists_changes = true; // below the matrices
};

/// The losses of a training as its curve shows them (curves.h).
struct ShownLosses {
    std::shared_ptr<const std::vector<Real>> losses; // null: there is no curve
    std::size_t at = 0;                              // the current step
    bool is_logarithmic = false;
    std::shared_ptr<const Calculation> start = nullptr; // what its page compares with, if anything
};
constexpr std::string_view loss_figure = "losses";

/// What some figures need besides the document.
struct Beside {
    ComparedWith compared = {};
    ShownLosses losses = {};
    /// What the heads do to the next word of the folder's model; null: it is not known.
    std::shared_ptr<const FolderEffects> effects = nullptr;
};

/// The number that a figure of one number shows without a selection: the largest weight of the
/// query word. The view must be valid for the document.
Place usual_number(const Document& of, const Trace& trace, const View& view);
/// The number whose gradient is shown without a selection: as usual_number(), but of the next word
/// that listens to several if the query word listens to one alone, whose weight nothing moves.
Place usual_moving_number(const Document& of, const Trace& trace, const View& view);

/// The figure of what moves a number. Its name alone stands for the selected number, with "/loss"
/// for the loss, with "/" and a place for the number there.
constexpr std::string_view sensitivity_figure = "sensitivity";

/// All figures: the whole calculation, the query word, each matrix by its sheet's name, the
/// derivation of the selected number (otherwise of the query's largest weight), each step by its
/// number, the loss curve and the comparison if they exist, and each mistake beside the right
/// result.
std::vector<NamedFigure> figures(const Document& document, const Beside& beside = {});

/// Finds a figure by name. A place such as "weights[1,4]", with row and column as they are written,
/// gives the derivation of that number. The error lists the existing figures.
Result<NamedFigure> named_figure(const Document& document, const std::string& name,
                                 const Beside& beside = {});

// Figures of one part of a document with several layers or cross-attention: the open part, or the
// part in the figure's name, written as for matrices: "canvas@1", "cross.lines@2".

/// Wraps a figure for documents without parts so that it draws the open part.
NamedFigure of_open_part(NamedFigure one);

struct PartName {
    std::string figure; // "canvas"
    Index part = 0;     // see open_part()
};
/// Splits a name such as "cross.canvas@1". Nothing if it names no part of the document.
std::optional<PartName> part_name(const Document& document, const std::string& name);

/// Wraps a figure so that it opens the part first.
NamedFigure with_part(NamedFigure one, Index part);

} // namespace attn::figure
