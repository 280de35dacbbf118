// SPDX-License-Identifier: MIT
// A page to be filled in by hand: the calculation with empty boxes, and its answer key.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// Which numbers are to be found. Drawn: some of each stage, by share and seed. Row: all that the
/// query word has from the scores on. FromQK: all from the scores on; X and the projections are not
/// shown. FromX: all that is computed. Mistake: none, but one usual mistake was made, by the seed,
/// and it is to be found.
enum class WorksheetLevel { Drawn, Row, FromQK, FromX, Mistake };

/// Width and height of a page in points.
inline constexpr Size a4{595.276F, 841.89F}, letter{612, 792};

struct WorksheetOptions {
    /// With empty boxes besides the numbers that the document covers; nothing: none but those, and
    /// where it covers none, `usual_stages`.
    std::optional<std::vector<Stage>> stages;
    double share = 0.4; // of their numbers that are empty, above 0 and at most 1
    std::uint32_t seed = 1;
    WorksheetLevel level = WorksheetLevel::Drawn;
    bool is_key = false; // the answers stand in the boxes
    Size paper = a4;
    std::string name; // of who fills it in; empty: a line to write it on
    std::string code; // tells this worksheet from others, on its key as well; empty: none
    std::optional<std::string> title; // nothing: the document's own
    std::string task;                 // empty: says what to fill in and how
    Measure measure = approximate_width;
};

inline constexpr std::array usual_stages{Stage::Scores, Stage::Weights, Stage::Output};

/// Whether boxes are drawn at random, by share and seed.
bool is_drawn(const Document& document, const WorksheetOptions& options);

/// The boxes that are empty, in the order of the calculation: what the document covers, and of
/// every stage at least one. The same document, head, share and seed give the same boxes on every
/// machine. The error names a stage that cannot be asked for.
Result<std::vector<Place>> worksheet_blanks(const Document& document, const Trace& trace,
                                            const View& view, const WorksheetOptions& options);

/// The pages; of a document of several attentions they are of the open one, and say which. Boxes to
/// write in have 18 × 10 mm, narrower ones where a matrix is too wide for these, and there is room
/// to work. The numbers of empty boxes are nowhere on them unless it is the key. The error says
/// which matrix has no room on a page.
Result<std::vector<Figure>> worksheet(const Document& document, const Trace& trace,
                                      const View& view, const WorksheetOptions& options);

} // namespace attn::figure
