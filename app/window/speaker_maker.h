// SPDX-License-Identifier: MIT
// Paints the speaker's figure on its own thread, so that the room's screen never waits for it.
#pragma once

#include "app/session/newest_maker.h"
#include "core/figure/figure.h"
#include "core/publish/cairo.h"

#include <functional>

namespace app {

struct SpeakerMaker {
    /// Calls `wake` from the thread after each painting.
    explicit SpeakerMaker(std::function<void()> wake);
    /// The widths that its texts will have, from the typefaces of pictures. Only for the thread
    /// that made it.
    attn::figure::Measure measure() const { return attn::publish::measure(type); }

    attn::publish::Type type = attn::publish::typesetter();
    NewestMaker<attn::figure::Figure, attn::figure::Pixels> newest;
};

} // namespace app
