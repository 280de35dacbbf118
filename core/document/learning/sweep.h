// SPDX-License-Identifier: MIT
// Moves one number of a document from one value to another, for an animation or a row of small
// pictures.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/place.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

constexpr std::size_t max_sweep_steps = 120;

struct Sweep {
    std::optional<Place> cell; // a number of an input; empty: the temperature
    Real from = 0, to = 1;
    std::size_t steps = 0; // both ends included; 0: the default of the picture

    Real value(std::size_t at, std::size_t of) const;
    friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// Reads "temperature=0.25:4" or "W_Q[0,1]=-2:2", with the cell as it is written. The error says
/// what is accepted, and why a number cannot be swept.
Result<Sweep> parse_sweep(const Document& document, std::string_view text);
/// Returns the default sweep: the temperature from 0.25 to 4; for ratings the first rating from 0
/// to the largest.
Sweep usual_sweep(const Document& document);

/// Returns the documents of the steps.
std::vector<Document> swept(const Document& document, const Sweep& sweep, std::size_t steps);

} // namespace attn
