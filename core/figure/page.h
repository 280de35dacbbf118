// SPDX-License-Identifier: MIT
// Lays out one page of a presentation: title, formula, a few large matrices, a few sentences, and
// the progress.
#pragma once

#include "core/document/prose.h"
#include "core/figure/page_question.h"
#include "core/figure/picture.h"

#include <optional>

namespace attn::figure {

struct Page {
    Prose title;
    std::string formula; // rich text; empty: none
    std::string note;    // small, above the picture
    Picture picture;     // no columns: none
    Prose text;
    std::optional<PageQuestion> question; // below the text
    // Progress: page `at` of `count`, drawn as a line of pieces at the bottom; 0 pages draw no
    // line.
    int at = 0, count = 0;
    // Shown in place of the progress line, the most important first.
    std::vector<std::string> hints;
};

struct PageOptions {
    Size size;
    Measure measure = approximate_width;
    float unit = 0; // size of ordinary text; 0: page_unit(size)
};

/// The size of ordinary text on a page: no text is smaller than 24 of 1080 lines.
float page_unit(Size size);

/// Draws the page in the given size; texts wrap and the picture gets the room they leave.
Figure page_figure(const Document& document, const Trace& trace, const View& view, const Page& page,
                   const PageOptions& options);

} // namespace attn::figure
