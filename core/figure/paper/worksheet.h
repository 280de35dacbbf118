// SPDX-License-Identifier: MIT
// A page to be filled in by hand: the calculation with empty boxes, and its answer key.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

using attn::WorksheetLevel;

/// Width and height of a page in points.
inline constexpr Size a4{595.276F, 841.89F}, letter{612, 792};

struct WorksheetOptions {
    /// The stages with empty boxes besides the numbers the document covers. Not set: only the
    /// covered numbers, or `usual_stages` if there are none.
    std::optional<std::vector<Stage>> stages;
    double share = 0.4; // the share of their numbers that is empty, above 0 and at most 1
    std::uint32_t seed = 1;
    WorksheetLevel level = WorksheetLevel::Drawn;
    bool is_key = false; // shows the answers in the boxes
    Size paper = a4;
    std::string name;                 // who fills it in; empty: a line for the name
    std::string code;                 // identifies this worksheet, also on its key; empty: none
    std::optional<std::string> title; // not set: the document's own
    std::string task;                 // empty: a standard text on what to fill in and how
    Measure measure = approximate_width;
};

inline constexpr std::array usual_stages{Stage::Scores, Stage::Weights, Stage::Output};

/// Whether a number of an attention stands before another in the order of the calculation.
bool stands_before(const Place& a, const Place& b);

/// Whether boxes are drawn at random, by share and seed.
bool is_drawn(const Document& document, const WorksheetOptions& options);

/// The empty boxes in the order of the calculation: what the document covers, and at least one in
/// every asked stage. The same document, head, share and seed give the same boxes on every machine.
/// Fails for a stage that cannot be asked for; the error names it.
Result<std::vector<Place>> worksheet_blanks(const Document& document, const Trace& trace,
                                            const View& view, const WorksheetOptions& options);

/// Draws the pages. With several attentions, draws the open one and names it. Boxes to write in
/// have 18 × 10 mm, or are narrower if a matrix is too wide, and there is room to work. Except on
/// the key, the numbers of empty boxes appear nowhere. Fails if a matrix does not fit on a page;
/// the error names it.
Result<std::vector<Figure>> worksheet(const Document& document, const Trace& trace,
                                      const View& view, const WorksheetOptions& options);

} // namespace attn::figure
