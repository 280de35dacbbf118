// SPDX-License-Identifier: MIT
// Places everything on the page of a training: at the top the compared matrices (start, now,
// target) with one row height, below them the loss curve beside the matrices that learn.
#pragma once

#include "core/figure/canvas/canvas_layout.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::figure {

/// The matrices of the page. All except `now` may be missing.
struct TrainingLooks {
    const SheetLook* start = nullptr;
    const SheetLook* now = nullptr;
    const SheetLook* target = nullptr;
    std::vector<const SheetLook*> learned;
    std::vector<std::size_t> first;     // which of these to show first if not all fit
    std::span<const std::string> words; // for rows and columns without names of their own
};

struct TrainingLayout {
    Lengths lengths;
    Size size;
    Rect side; // for the loss, the colours and what learns
    std::optional<SheetBox> start, target;
    Rect before; // the cells of the start, even if it is not shown
    SheetBox now;
    Rect tray;  // the target's cells, or the room that asks for a target
    Rect curve; // empty without a target
    std::vector<SheetBox> learned;
    std::size_t left_out = 0; // number of other matrices that learn
    float foot = 0;           // the middle of the line below them
};

/// Lays out the page. Sizes depend on shapes, names and the wanted digits, never on the numbers:
/// nothing moves while a training runs.
TrainingLayout lay_out_training(const TrainingLooks& looks, Size available, float text, float zoom,
                                const Measure& measure);

} // namespace attn::figure
