// SPDX-License-Identifier: MIT
// Computes the gradient of a number on its own thread, for slow calculations.
#pragma once

#include "app/session/newest_maker.h"
#include "core/document/sensitivity.h"

#include <functional>
#include <memory>

namespace app {

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

} // namespace app
