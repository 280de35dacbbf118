// SPDX-License-Identifier: MIT
// What moves one number: its gradient with respect to every stage it is made from, and which inputs
// it answers to most.
#pragma once

#include "core/document/gradient.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How much the number changes for each unit of an input's number.
struct InputSlope {
    Place place;
    Real slope = 0;
};

struct Sensitivity {
    Place of;        // the number
    Real value = 0;  // what it is
    std::string why; // why there is no gradient, as a sentence; the rest is empty then
    /// See gradients_of; the last one is of its own stage. A target has none: it is given and
    /// stays.
    std::vector<SheetGradient> gradients;
    std::vector<InputSlope> strongest; // none is 0; the largest magnitude first
    Real most = 0; // the largest finite magnitude in the gradients of the inputs
    /// Where a derivative comes from; null where there are too many numbers to keep them.
    std::shared_ptr<const BackwardPass> pass;

    bool has_gradient() const { return why.empty(); }
    /// The gradient of the sheet; null of one that comes after the number.
    const Matrix* find(const SheetId& sheet) const;
};

/// How many of the strongest inputs are named.
inline constexpr std::size_t named_inputs = 5;

/// The most numbers that the gradient's stages may have together: 512 MiB.
inline constexpr Index most_gradient_numbers = Index(1) << 26;

/// The most numbers of a pass that are kept to explain its derivatives: 2 MiB.
inline constexpr Index most_explained_numbers = Index(1) << 18;

/// The place must exist. A gradient of more than `most_numbers` numbers is not computed; the
/// sentence says so then.
Sensitivity sensitivity(const Document& document, const Trace& trace, const Place& place,
                        Index most_numbers = most_gradient_numbers);

/// Where the document has a loss, the place of its number.
std::optional<Place> loss_place(const Document& document);

} // namespace attn
