// SPDX-License-Identifier: MIT
// One number of a document that goes from one value to another: what an animation and a row of
// small pictures show.
#pragma once

#include "core/document/document.h"
#include "core/engine/place.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

constexpr std::size_t max_sweep_steps = 120;

struct Sweep {
    std::optional<Place> cell; // of an input; nothing: the temperature
    Real from = 0, to = 1;
    std::size_t steps = 0; // both ends included; 0: as many as its picture usually has

    Real value(std::size_t at, std::size_t of) const;
    friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// "temperature=0.25:4" or "W_Q[0,1]=-2:2", with the cell as it is written. The error says what is
/// accepted, and why a number cannot be swept.
Result<Sweep> parse_sweep(const Document& document, std::string_view text);
/// What is swept where nothing is said: the temperature from 0.25 to 4; of ratings the first, from
/// 0 to the largest.
Sweep usual_sweep(const Document& document);

/// The documents of so many steps.
std::vector<Document> swept(const Document& document, const Sweep& sweep, std::size_t steps);

} // namespace attn
