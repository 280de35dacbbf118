// SPDX-License-Identifier: MIT
// Computes what moves a number on a thread of its own, for calculations that take their time.
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

    /// `wake` is called from the thread whenever something was made; it may be empty.
    explicit GradientMaker(std::function<void()> wake);

    /// The document is evaluated once more, so that nothing that is shown has to stand still.
    NewestMaker<Wish, Made> newest;
};

} // namespace app
