// SPDX-License-Identifier: MIT
// State of explanations: the numbers that were looked at, and what the present state is compared
// with.
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

/// The numbers that were looked at, in order, for going back and forward.
struct Trail {
    std::vector<attn::Place> places;
    std::size_t at = 0; // the current one; meaningless while `places` is empty
};

/// What is compared: a mistake with the right result if set, else the present state with the pinned
/// one. The canvas marks what changed since the pinning. If `is_beside`, one stage of both and
/// their difference replace the canvas.
struct Comparing {
    std::shared_ptr<const attn::Calculation> pinned;
    std::string name; // what is pinned: "pinned “Four words”"
    std::optional<attn::Mistake> mistake;
    attn::Stage stage = attn::Stage::Weights;
    bool is_beside = false;

    bool replaces_canvas() const { return mistake || is_beside; }

    friend bool operator==(const Comparing&, const Comparing&) = default;
};

/// The state before the current drag or trial; nothing if it would take long to compute.
struct BeforeGesture {
    attn::Gesture gesture = 0;
    std::shared_ptr<const attn::Calculation> calculation;
};

/// What was said about a guess when its number was revealed.
struct GuessVerdict {
    attn::Place place;
    std::string text;
};

/// The canvas shows the gradient of one number instead of the numbers.
struct Sensing {
    attn::Place of;
    std::shared_ptr<const attn::Sensitivity> found; // null until it is first computed
    std::uint64_t evaluation = 0;                   // the evaluation that `found` belongs to
};

} // namespace app
