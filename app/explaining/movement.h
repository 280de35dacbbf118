// SPDX-License-Identifier: MIT
// A short movement from one figure to the next: a frame goes from where each matrix of both was to
// where it is, so that one sees where it lies.
#pragma once

#include "core/figure/base/figure.h"

#include <utility>
#include <vector>

namespace app {

constexpr double movement_seconds = 0.15;
constexpr double movement_frames = 60; // in a second

struct Movement {
    std::vector<std::pair<attn::figure::Rect, attn::figure::Rect>> ways; // from, to
    double began = 0;                                                    // seconds of a clock

    bool has_ended(double now) const { return now >= began + movement_seconds; }
};

/// The movement from figure to figure. Without ways if they share no matrix.
Movement movement_between(const attn::figure::Figure& from, const attn::figure::Figure& to,
                          double now);
/// When the next frame is due, in seconds from now: at each sixtieth of a second from the
/// beginning, however long the frames take to draw.
double seconds_to_next_frame(const Movement& movement, double now);
/// Where the frames are now: fast at first, then slower. None once the movement has ended.
std::vector<attn::figure::Rect> frames_of(const Movement& movement, double now);

} // namespace app
