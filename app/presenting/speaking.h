// SPDX-License-Identifier: MIT
// What the speaker's window shows while a step fills the screen of the room.
#pragma once

#include "app/session/frame.h"
#include "core/figure/figure.h"

#include <ctime>

namespace app {

/// Opens the speaker's window, or closes it; presenting begins with it closed.
void toggle_speaker_window(const Frame& frame);

/// The figure of that window, while there is a page (presenting.h); `shape` is the size of the
/// screen of the room. `now` is the time of day.
attn::figure::Figure speaker_figure(const Frame& frame, attn::figure::Size shape,
                                    attn::figure::Size size, const attn::figure::Measure& measure,
                                    std::time_t now);

/// In how many seconds it shows another time.
double seconds_to_next_minute(std::time_t now);

} // namespace app
