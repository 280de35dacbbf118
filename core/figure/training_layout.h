// SPDX-License-Identifier: MIT
// Where everything of the page of a training stands: what is compared at the start, now and as it
// should be on one row height, and below it the curve of the loss beside the matrices that learn.
#pragma once

#include "core/figure/canvas_layout.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::figure {

/// What the page shows. All but `now` may be missing.
struct TrainingLooks {
    const SheetLook* start = nullptr;
    const SheetLook* now = nullptr;
    const SheetLook* target = nullptr;
    std::vector<const SheetLook*> learned;
    std::vector<std::size_t> first;     // which of these are shown while not all fit, in this order
    std::span<const std::string> words; // of rows and columns without names of their own
};

struct TrainingLayout {
    Lengths lengths;
    Size size;
    Rect side; // the loss, the colours and what learns
    std::optional<SheetBox> start, target;
    Rect before; // the cells of the start, also where they are not shown
    SheetBox now;
    Rect tray;  // the cells of the target; of none, the room for what asks for one
    Rect curve; // empty without a target
    std::vector<SheetBox> learned;
    std::size_t left_out = 0; // that learn as well
    float foot = 0;           // the middle of the line below them
};

/// Sizes follow the shapes, the names and the digits that are wanted, never the numbers: while a
/// training runs, nothing moves.
TrainingLayout lay_out_training(const TrainingLooks& looks, Size available, float text, float zoom,
                                const Measure& measure);

} // namespace attn::figure
