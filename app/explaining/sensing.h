// SPDX-License-Identifier: MIT
// What moves a number (its gradient): begins, leaves, updates it, and visits the strongest inputs.
#pragma once

#include "app/session/frame.h"
#include "app/session/newest_maker.h"
#include "core/document/explaining/sensitivity.h"

#include <functional>
#include <memory>

namespace app {

// Computes the gradient of a number on its own thread, for slow calculations.

struct GradientMaker {
    struct Wish {
        attn::Document document;
        attn::Place of;
    };
    struct Made {
        std::shared_ptr<const attn::Sensitivity> found;
        attn::Document document;
    };

    /// Calls `wake` from the thread after each result; it may be empty.
    explicit GradientMaker(std::function<void()> wake);

    /// Evaluates its own copy of the document, so that drawing does not wait.
    NewestMaker<Wish, Made> newest;
};

bool is_sensing(const Frame& frame);
/// Shows the gradient of the number, which must exist, on the canvas.
void begin_sensing(const Frame& frame, const attn::Place& of);
/// Returns whether there was anything to leave.
bool leave_sensing(const Frame& frame);

/// Updates the gradient for what is shown: at once if that is quick, so that it follows a drag;
/// else on a thread, and the last gradient stays until the new one is there. Calls `wake` from that
/// thread.
void follow_sensing(const Frame& frame, const std::function<void()>& wake);
/// Whether the thread has a gradient that was not taken yet.
bool has_sensed(const Frame& frame);

/// Whether there is an input to go to.
bool has_strongest(const Frame& frame);
/// Goes from the number to the input that moves it most, then to the next strongest; after the last
/// one, back to the number.
void visit_next_strongest(const Frame& frame);

} // namespace app
