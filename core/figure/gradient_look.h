// SPDX-License-Identifier: MIT
// The matrices of a calculation with a gradient in place of their numbers: what is drawn, pointed
// at and exported as any matrix is. All have one unit and one range of colours, so that a colour
// means the same wherever it stands.
#pragma once

#include "core/document/sensitivity.h"
#include "core/figure/flow_text.h"
#include "core/figure/sheet_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// The unit and the colours that all gradients of a figure have.
struct GradientScale {
    int power = 0;         // numbers are shown in tens to this power
    ColourScale scale;     // of the numbers as they are shown: as much below 0 as above it
    std::string low, high; // said at its ends

    /// "in 10^{−3}", rich; empty where numbers are shown as they are.
    std::string unit() const;
};

/// The unit and the colours of the gradients, before it is known what goes beyond them. `kept`
/// holds the range in a drag; without one nothing is held.
GradientScale gradient_scale(const Sensitivity& sensitivity, const View& view, KeptLooks* kept);

/// Every matrix shows the gradient of the number with respect to its own numbers. The one of the
/// number itself shows that number alone; those that do nothing to it are dimmed, and without cells
/// where nobody edits them. The range is that of the inputs; while a number is dragged it grows and
/// never shrinks. `sensitivity` must have a gradient and live as long as the contents.
GradientScale show_gradients(Contents& contents, const Document& document,
                             const Sensitivity& sensitivity, const View& view);

/// Room for the numbers of a gradient, where cells are as wide as their numbers.
void reserve_for_gradient(SheetLook& look);

/// "∂ weight(cat → mouse) / ∂ each input".
std::vector<Run> gradient_runs(const Document& document, const Place& of, const Theme& theme);

/// Whose matrix it is, where there are several: "head 2, layer 0"; empty where there is one.
std::string owner_of(const Document& document, const SheetId& sheet);
/// "weight(cat → mouse)", and whose where there are several: "of head 2, layer 0".
std::vector<Run> number_name_runs(const Document& document, const Place& place, const Theme& theme);

} // namespace attn::figure
