// SPDX-License-Identifier: MIT
// Draws a question on a slide: the question, the choices with the number of guesses for each, and
// the answer. Reserves room for every possible answer, so that nothing moves when it appears.
#pragma once

#include "core/document/prose.h"
#include "core/figure/drawing.h"

#include <string>
#include <vector>

namespace attn::figure {

struct PageChoice {
    std::string text;
    int guesses = 0;       // by the audience
    bool is_right = false; // and revealed
};

struct PageQuestion {
    Prose ask;
    std::vector<PageChoice> choices; // numbered 1, 2, …
    Prose said;
    std::vector<Prose> sayings; // all possible answers
};

/// The height of the question in this width, with ordinary text of size `unit`.
float question_height(const PageQuestion& question, float width, float unit,
                      const Measure& measure);
void draw_question(Drawing& drawing, const PageQuestion& question, Point corner, float width,
                   float unit);

} // namespace attn::figure
