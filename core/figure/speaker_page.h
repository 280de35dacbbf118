// SPDX-License-Identifier: MIT
// Draws what only the speaker sees: the current page, the next one, the step's notes, the time of
// day and the time since the start.
#pragma once

#include "core/document/prose.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <functional>
#include <string>

namespace attn::figure {

struct SpeakerPage {
    /// Draws a page in the given size. Pages are laid out in the size they get here, because
    /// letters scaled down afterwards would have other widths.
    using PageMaker = std::function<Figure(Size)>;
    PageMaker now;       // as the audience sees it
    PageMaker next;      // null after the last step
    Size shape;          // the shape of the audience's screen
    Prose notes;         // may be empty
    std::string step;    // "step 3 of 14"
    std::string clock;   // "14:05"
    std::string elapsed; // "12 min"
};

/// Draws the page in the given size. Both pages keep their shape; the notes get the remaining room,
/// in smaller letters if they are long.
Figure speaker_page(const SpeakerPage& page, const View& view, Size size, const Measure& measure);

} // namespace attn::figure
