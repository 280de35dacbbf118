// SPDX-License-Identifier: MIT
// A question on a page for a room: what is asked, the choices with how many guess each, and what is
// said of it. It keeps room for all that may be said, so that nothing moves when it is.
#pragma once

#include "core/document/prose.h"
#include "core/figure/drawing.h"

#include <string>
#include <vector>

namespace attn::figure {

struct PageChoice {
    std::string text;
    int guesses = 0;       // of the room
    bool is_right = false; // and shown to be
};

struct PageQuestion {
    Prose ask;
    std::vector<PageChoice> choices; // with the digits 1, 2, …
    Prose said;
    std::vector<Prose> sayings; // all that may be said
};

/// The height that the question takes in this width, with ordinary text of size `unit`.
float question_height(const PageQuestion& question, float width, float unit,
                      const Measure& measure);
void draw_question(Drawing& drawing, const PageQuestion& question, Point corner, float width,
                   float unit);

} // namespace attn::figure
