// SPDX-License-Identifier: MIT
// What one number does to another: the derivative of the number at a place with respect to every
// number it is made of, by the stages of the gradient that each operation brings.
#pragma once

#include "core/document/backward.h"

#include <string>
#include <vector>

namespace attn {

/// ∂(the number) / ∂(each number of the sheet), of the sheet's shape.
struct SheetGradient {
    SheetId sheet;
    Matrix values;
    std::string formula; // rich, see gradient_formulas
};

/// The derivatives with respect to every stage that comes before the place's and its own, in the
/// order of the calculation; 0 where the number does not depend on a stage. The errors are those of
/// backward_pass. The place must exist.
Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place);
/// The same of a pass that was made; its numbers stay, or are taken from one that is given up.
std::vector<SheetGradient> gradients_in(const Document& document, const BackwardPass& pass);
std::vector<SheetGradient> gradients_in(const Document& document, BackwardPass&& pass);

} // namespace attn
