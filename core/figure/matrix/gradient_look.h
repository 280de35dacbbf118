// SPDX-License-Identifier: MIT
// Shows gradients in the matrices of a calculation in place of their numbers; they are drawn,
// pointed at and exported like any matrix. All have one unit and one range of colours, so that a
// colour means the same everywhere.
#pragma once

#include "core/document/explaining/sensitivity.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/matrix/sheet_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// The unit and the colours shared by all gradients of a figure.
struct GradientScale {
    int power = 0;         // numbers are shown in units of ten to this power
    ColourScale scale;     // for the numbers as shown, symmetric around 0
    std::string low, high; // labels of its ends

    /// "in 10^{−3}", rich; empty without a power.
    std::string unit() const;
};

/// The unit and the colours of the gradients, before numbers beyond the range are known. `kept`
/// holds the range during a drag; null holds nothing.
GradientScale gradient_scale(const Sensitivity& sensitivity, const View& view, KeptLooks* kept);

/// Replaces the numbers of every matrix by the gradient with respect to them. The matrix of the
/// number itself shows only that number; matrices without influence are dimmed, and without cells
/// if they cannot be edited. The range is that of the inputs; while a number is dragged it only
/// grows. `sensitivity` must have a gradient and outlive the contents.
GradientScale show_gradients(Contents& contents, const Document& document,
                             const Sensitivity& sensitivity, const View& view);

/// Reserves room for the numbers of a gradient, if cells are as wide as their numbers.
void reserve_for_gradient(SheetLook& look);

/// "∂ weight(cat → mouse) / ∂ each input".
std::vector<Run> gradient_runs(const Document& document, const Place& of, const Theme& theme);

/// The owner of a matrix if there are several: "head 2, layer 0"; otherwise empty.
std::string owner_of(const Document& document, const SheetId& sheet);
/// "weight(cat → mouse)", with the owner if there are several: "of head 2, layer 0".
std::vector<Run> number_name_runs(const Document& document, const Place& place, const Theme& theme);

} // namespace attn::figure
