// SPDX-License-Identifier: MIT
// What influences one number: its gradient with respect to every stage it is made from, and the
// inputs with the largest derivatives.
#pragma once

#include "core/document/gradient.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The derivative of the number with respect to one number of an input.
struct InputSlope {
    Place place;
    Real slope = 0;
};

struct Sensitivity {
    Place of;        // the number
    Real value = 0;  // its value
    std::string why; // why there is no gradient, as a sentence; the rest is then empty
    /// See gradients_of; the last one is that of its own stage. A target has none because it is
    /// given.
    std::vector<SheetGradient> gradients;
    std::vector<InputSlope> strongest; // without zeros; the largest magnitude first
    Real most = 0;                     // the largest finite magnitude in the inputs' gradients
    /// Used to explain a derivative; null if there are too many numbers to keep.
    std::shared_ptr<const BackwardPass> pass;

    bool has_gradient() const { return why.empty(); }
    /// Returns the gradient of the sheet; null if the sheet comes after the number.
    const Matrix* find(const SheetId& sheet) const;
};

/// How many of the strongest inputs are listed.
inline constexpr std::size_t named_inputs = 5;

/// The most numbers that the gradient's stages may have together: 512 MiB.
inline constexpr Index most_gradient_numbers = Index(1) << 26;

/// The most numbers of a pass kept to explain its derivatives: 2 MiB.
inline constexpr Index most_explained_numbers = Index(1) << 18;

/// Computes the gradient of the number at the place, which must exist. Refuses to compute one of
/// more than `most_numbers` numbers; `why` then says so.
Sensitivity sensitivity(const Document& document, const Trace& trace, const Place& place,
                        Index most_numbers = most_gradient_numbers);

/// Returns the place of the loss, if the document has one.
std::optional<Place> loss_place(const Document& document);

} // namespace attn
