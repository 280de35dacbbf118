// SPDX-License-Identifier: MIT
// What one number does to another: the derivative of the number at a place with respect to every
// number it is made of, by the stages of the gradient that each operation brings.
#pragma once

#include "core/document/evaluate.h"

#include <vector>

namespace attn {

/// ∂(the number) / ∂(each number of the sheet), of the sheet's shape.
struct SheetGradient {
    SheetId sheet;
    Matrix values;
};

/// The derivatives with respect to every stage that comes before the place's and its own, in the
/// order of the calculation; 0 where the number does not depend on a stage. By the chain rule from
/// the place back (Rumelhart, Hinton and Williams 1986). The error says which stage has no
/// gradient and why, or that weighted values have none of their own. The place must exist.
Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place);

} // namespace attn
