// SPDX-License-Identifier: MIT
// What the speaker sees and the room does not: the page that is shown, the next one, the notes of
// the step, the time of day and for how long it has been presented.
#pragma once

#include "core/document/prose.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <functional>
#include <string>

namespace attn::figure {

struct SpeakerPage {
    /// Pages are laid out in the size that they get here: letters made small afterwards would not
    /// be as wide as those of that size.
    using PageMaker = std::function<Figure(Size)>;
    PageMaker now;       // as the room sees it
    PageMaker next;      // none after the last step
    Size shape;          // of the screen of the room
    Prose notes;         // none if empty
    std::string step;    // "step 3 of 14"
    std::string clock;   // "14:05"
    std::string elapsed; // "12 min"
};

/// Fills the size. Both pages keep their shape; the notes take what they leave, in smaller letters
/// where they are long.
Figure speaker_page(const SpeakerPage& page, const View& view, Size size, const Measure& measure);

} // namespace attn::figure
