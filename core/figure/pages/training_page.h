// SPDX-License-Identifier: MIT
// Draws the page of a training: what the loss compares at the start, now and as it should be; below
// it the loss curve beside the matrices that learn, each with its changes since the start. All
// numbers belong to the document and can be pointed at as on the canvas.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/training_layout.h"
#include "core/figure/plots/curves.h"

#include <cstddef>
#include <memory>
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

// Collects the matrices of a training's page: what the loss compares at the start and now, its
// target, and what learns. They may belong to any head and layer; those that are compared share a
// range of colours.

/// The sheet that the loss compares; without a loss, the weights of the view's head.
SheetId compared_sheet(const Document& document, const View& view);

/// Drops a start whose places differ from the document's, such as a pinned state with more words,
/// because it cannot be compared.
TrainingSeen comparable(const Document& document, TrainingSeen training);

class TrainingMatrices {
public:
    /// All arguments must outlive it.
    TrainingMatrices(const Document& document, const Trace& trace, const View& view,
                     const TrainingSeen& training, KeptLooks* kept);

    TrainingLooks looks() const;
    const std::vector<std::string>& words() const { return words_; }

private:
    Contents& add(const Document& document, const Trace& trace, const SheetId& sheet);
    void set_ranges(KeptLooks* kept);

    const View& view_;
    std::vector<std::unique_ptr<Contents>> all_;
    std::vector<std::string> words_;
    Contents *start_ = nullptr, *now_ = nullptr, *target_ = nullptr;
    std::vector<Contents*> learned_; // in the order of the calculation
    std::vector<std::size_t> first_; // their indices in the training's order
};

// Lists what the loss compares in the query word's row, number by number: now beside the start, the
// target, the difference, and the derivative of the loss, which says in which direction a step
// goes.

/// Draws the table in the available size. If not all numbers have a line, those with the largest
/// targets are shown, then those that were largest at the start: they stay during a training. Empty
/// without a loss. Derivatives are omitted if they take long to compute.
Figure training_table(const Document& document, const Trace& trace, const View& view,
                      const TrainingSeen& training, const CanvasOptions& options);

} // namespace attn::figure
