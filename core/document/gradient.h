// SPDX-License-Identifier: MIT
// The derivative of the number at a place with respect to every number it is made of, built from
// the gradient stages of each operation.
#pragma once

#include "core/document/backward.h"

#include <string>
#include <vector>

namespace attn {

/// ∂(the number) / ∂(each number of the sheet), with the sheet's shape.
struct SheetGradient {
    SheetId sheet;
    Matrix values;
    std::string formula; // rich, see gradient_formulas
};

/// Computes the derivatives with respect to the place's own stage and every earlier one, in the
/// order of the calculation; 0 if the number does not depend on a stage. Fails as backward_pass
/// does. The place must exist.
Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place);
/// Reads the same from a finished pass; the second overload moves the numbers out of it.
std::vector<SheetGradient> gradients_in(const Document& document, const BackwardPass& pass);
std::vector<SheetGradient> gradients_in(const Document& document, BackwardPass&& pass);

} // namespace attn
