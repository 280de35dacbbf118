// SPDX-License-Identifier: MIT
// The spotlight as a value: the few matrices that something is about, and what it points at in
// them. A lesson's step, a stage and a number each say what stands in the light;
// spotlight_figure.h draws it as large as its room allows.
#pragma once

#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/region.h"
#include "core/document/model/view.h"
#include "core/document/telling/lesson.h"

#include <optional>
#include <vector>

namespace attn::figure {

/// A matrix in the light. A stage that repeats the one before is named as that one.
struct LitSheet {
    SheetId sheet;
    bool is_needed = true;     // false: it is left out where the numbers would be too small
    bool is_query_row = false; // where the numbers would be too small, the query's row is enough
    bool is_gradient = false;  // the gradient of CanvasOptions::gradients in place of its numbers

    friend bool operator==(const LitSheet&, const LitSheet&) = default;
};

struct Spotlight {
    std::vector<LitSheet> sheets; // factors in front of their product
    /// What phrase 1, 2, … of a text means. A place that the document lacks is not drawn.
    std::vector<Region> pointed;
    /// The row of the weights whose softmax is drawn as a table: scores, powers of e, and shares of
    /// their sum as bars. Drawn as matrices where there is no such table.
    std::optional<Index> softmax_row;
    bool is_softmax_of_query = false; // or the row of the view's query word
    std::optional<Place> number;      // its sum is written out below the matrices

    friend bool operator==(const Spotlight&, const Spotlight&) = default;
};

/// The light of a lesson's step: what its text points at, and as far as there is room what its view
/// shows beside that. `shown`: the step of the calculation that it shows (see shown_step()).
/// `view`: the view of the step.
Spotlight spotlight_of(const Document& document, const LessonStep& step,
                       const std::optional<Step>& shown, const View& view);

/// The light of a matrix: it and what it is made from; weights are the softmax of the query word's
/// row where that can be a table. The document must have it.
Spotlight spotlight_of(const Document& document, const SheetId& sheet);

/// The light of a step of the calculation: its matrices. A step for the query word needs only that
/// word's row of some; its softmax is a table.
Spotlight spotlight_of(const Document& document, const View& view, const Step& step);

/// The light of a gradient: that with respect to the matrix, and the gradients and matrices it is
/// made of; for the matrix of the number itself, the gradients that the pass begins with. The
/// document must have the matrix, and the sensitivity a gradient.
Spotlight spotlight_of(const Document& document, const View& view, const Sensitivity& sensitivity,
                       const SheetId& sheet);

/// The light of a number: its matrix and the numbers it is made of, each kind pointed at. The place
/// must exist.
Spotlight spotlight_of(const Document& document, const Trace& trace, const Place& number);

} // namespace attn::figure
