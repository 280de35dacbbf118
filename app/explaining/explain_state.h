// SPDX-License-Identifier: MIT
// What is explained: the numbers that were looked at, and what stands beside the present state.
#pragma once

#include "core/document/compare.h"
#include "core/document/mistake.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace app {

/// The numbers that were looked at one after another, to go back and forward.
struct Trail {
    std::vector<attn::Place> places;
    std::size_t at = 0; // the one that is looked at now; meaningless while there are none
};

/// What is compared: a mistake beside the right result if there is one, else the present state
/// beside the pinned one.
struct Comparing {
    std::shared_ptr<const attn::Calculation> pinned;
    std::optional<attn::Mistake> mistake;
    attn::Stage stage = attn::Stage::Weights;

    friend bool operator==(const Comparing&, const Comparing&) = default;
};

} // namespace app
