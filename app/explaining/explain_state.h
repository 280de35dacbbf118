// SPDX-License-Identifier: MIT
// What is explained: the numbers that were looked at, and what stands beside the present state.
#pragma once

#include "core/document/compare.h"
#include "core/document/history.h"
#include "core/document/mistake.h"
#include "core/document/sensitivity.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// The numbers that were looked at one after another, to go back and forward.
struct Trail {
    std::vector<attn::Place> places;
    std::size_t at = 0; // the one that is looked at now; meaningless while there are none
};

/// What is compared: a mistake beside the right result if there is one, else the present state with
/// the pinned one. The canvas marks what changed since that was pinned; where `is_beside`, one
/// stage of both and their difference take the place of the canvas.
struct Comparing {
    std::shared_ptr<const attn::Calculation> pinned;
    std::string name; // what is pinned: "pinned “Four words”"
    std::optional<attn::Mistake> mistake;
    attn::Stage stage = attn::Stage::Weights;
    bool is_beside = false;

    bool replaces_canvas() const { return mistake || is_beside; }

    friend bool operator==(const Comparing&, const Comparing&) = default;
};

/// The state from before the drag or the try that runs; nothing where it would take long to have.
struct BeforeGesture {
    attn::Gesture gesture = 0;
    std::shared_ptr<const attn::Calculation> calculation;
};

/// The canvas shows what moves a number instead of the numbers themselves.
struct Sensing {
    attn::Place of;
    std::shared_ptr<const attn::Sensitivity> found; // null until it was computed once
    std::uint64_t evaluation = 0;                   // of what is shown, for which it was
};

} // namespace app
