// SPDX-License-Identifier: MIT
// A page to be filled in by hand: the calculation with empty boxes, and its answer key.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

struct WorksheetOptions {
    std::vector<Stage> stages = {Stage::Scores, Stage::Weights, Stage::Output}; // with empty boxes
    double share = 0.4; // of their numbers that are empty, above 0 and at most 1
    std::uint32_t seed = 1;
    bool is_key = false;              // the answers stand in the boxes
    std::optional<std::string> title; // nothing: the document's own
    std::string task;                 // empty: says what to fill in and how
    Measure measure = approximate_width;
};

/// Width and height of a page of A4 in points.
constexpr Size a4{595.276F, 841.89F};

/// The boxes that are empty, in the order of the calculation: of every stage at least one. The same
/// document, head, share and seed give the same boxes on every machine. The error names a stage
/// that cannot be asked for.
Result<std::vector<Place>> worksheet_blanks(const Document& document, const Trace& trace,
                                            const View& view, const WorksheetOptions& options);

/// The pages, of A4; the numbers of empty boxes are nowhere on them unless it is the key. The error
/// says which matrix has no room on a page.
Result<std::vector<Figure>> worksheet(const Document& document, const Trace& trace,
                                      const View& view, const WorksheetOptions& options);

} // namespace attn::figure
