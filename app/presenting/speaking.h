// SPDX-License-Identifier: MIT
// What the speaker's window shows while a step fills the room's screen.
#pragma once

#include "app/session/frame.h"
#include "core/figure/figure.h"

#include <ctime>

namespace app {

/// Opens or closes the speaker's window. It is closed when presenting begins.
void toggle_speaker_window(const Frame& frame);

/// Draws the figure of the speaker's window. Call only while there is a page (presenting.h).
/// `shape`: the size of the audience's screen. `now`: the time of day.
attn::figure::Figure speaker_figure(const Frame& frame, attn::figure::Size shape,
                                    attn::figure::Size size, const attn::figure::Measure& measure,
                                    std::time_t now);

/// The seconds until the clock shows another time.
double seconds_to_next_minute(std::time_t now);

} // namespace app
