// SPDX-License-Identifier: MIT
// Paints the speaker's figure on a thread of its own, so that the screen of the room never waits
// for it.
#pragma once

#include "app/session/newest_maker.h"
#include "core/figure/figure.h"
#include "core/publish/cairo.h"

#include <functional>

namespace app {

struct SpeakerMaker {
    /// `wake` is called from the thread whenever something was painted.
    explicit SpeakerMaker(std::function<void()> wake);
    /// The widths that its texts will have, which are those of the typefaces of pictures; for the
    /// thread that made it.
    attn::figure::Measure measure() const { return attn::publish::measure(type); }

    attn::publish::Type type = attn::publish::typesetter();
    NewestMaker<attn::figure::Figure, attn::figure::Pixels> newest;
};

} // namespace app
