// SPDX-License-Identifier: MIT
// One page for a room to read: title, formula, a few large matrices, a few sentences, and how far
// it is.
#pragma once

#include "core/document/prose.h"
#include "core/figure/page_question.h"
#include "core/figure/picture.h"

#include <optional>

namespace attn::figure {

struct Page {
    Prose title;
    std::string formula; // rich text; none if empty
    std::string note;    // small, above the picture
    Picture picture;     // none without columns
    Prose text;
    std::optional<PageQuestion> question; // below the text
    // How far the whole is: page `at` of `count`, as a line of pieces at the bottom; no line
    // without pages.
    int at = 0, count = 0;
    // What stands in the place of that line, the dispensable ones last.
    std::vector<std::string> hints;
};

struct PageOptions {
    Size size;
    Measure measure = approximate_width;
    float unit = 0; // size of ordinary text; 0: page_unit(size)
};

/// The size of ordinary text on a page: no text is smaller than 24 of 1080 lines.
float page_unit(Size size);

/// The page fills the size it is given; texts wrap, the picture takes the room they leave.
Figure page_figure(const Document& document, const Trace& trace, const View& view, const Page& page,
                   const PageOptions& options);

} // namespace attn::figure
