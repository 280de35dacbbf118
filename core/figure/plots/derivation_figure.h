// SPDX-License-Identifier: MIT
// Draws where a number comes from: in one line, or step by step with factors that can be clicked.
#pragma once

#include "core/document/explaining/derivation.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/canvas/canvas.h"

#include <string>

namespace attn::figure {

// Writes a derivation as runs of text: every factor in the colour of its side, every number
// clickable.

struct RunStyle {
    const Theme& theme;
    NumberFormat numbers;
    std::size_t most_terms = 6;
};

/// Names a number: "weight(cat → mouse)", the query's word in orange, the key's in teal.
std::vector<Run> name_runs(const Document& document, const Place& place, const RunStyle& style);

/// The operation: "q·k", "÷ √4", "softmax".
std::vector<Run> label_runs(const Derivation& derivation, const RunStyle& style);

/// "= 1.59·1.54 + 0.93·0.96 = 2.86": the live numbers and the result, which is clickable if
/// `result_is_link`.
std::vector<Run> number_runs(const Derivation& derivation, const RunStyle& style,
                             bool result_is_link);

/// A plain sentence, one run for each word.
std::vector<Run> sentence_runs(const std::string& sentence, Colour colour);

void append(std::vector<Run>& runs, std::vector<Run> more);

// Names what reads an input: "Q, K and V of cat", "column 2 of Q".

/// Names everything an input number is part of, in the stages that read it. Each name links to its
/// first number there; in the query word's row if heads have numbers of their own.
std::vector<Run> reader_runs(const Document& document, const Trace& trace, const Place& input,
                             const View& view, const Theme& theme);

/// Explains the number under the pointer, otherwise the selected one, in one line: its name, the
/// live numbers and the result. Without either it shows a hint. The figure has the available size.
Figure derivation_line(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

/// One line while something is dragged or tried: `cause`, and the number that changed most since
/// `options.before`, before and after.
Figure change_line(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options, const std::string& cause);

/// Explains the selected number step by step. The view must select a place of the document.
/// `heading_room` is left free at the right of the heading. Higher than the available size if it
/// must scroll.
Figure derivation_panel(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options, float heading_room = 0);

} // namespace attn::figure
