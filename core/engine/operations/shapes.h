// SPDX-License-Identifier: MIT
// What operations say of the shapes of their inputs, and where numbers are found again.
#pragma once

#include "core/base/number_text.h"
#include "core/engine/operation.h"

#include <cmath>
#include <string>

namespace attn {

/// As large as the first input; the others must be as large as well.
inline Result<Shape> same_shapes(const Options&, std::span<const Shape> inputs) {
    for (const Shape& shape : inputs)
        if (shape != inputs.front())
            return Error{"it adds " + to_text(inputs.front()) + " and " + to_text(shape)};
    return inputs.front();
}

/// As large as the first input, whatever the others are.
inline Result<Shape> shape_of_first(const Options&, std::span<const Shape> inputs) {
    return inputs.front();
}

/// Whether an option is a number above 0; `name` begins the sentence that says it is not.
inline Result<> above_zero(Real number, const std::string& name) {
    if (!(number > 0 && std::isfinite(number)))
        return Error{name + " is " + shortest(number) + ", expected a number above 0"};
    return Nothing{};
}

/// Readers of an input's number where cells follow cells: the number at the same place.
inline std::vector<Spot> at_the_same_place(std::size_t, const Spot& at, const Shape&) {
    return {at};
}

} // namespace attn
