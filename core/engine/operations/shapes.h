// SPDX-License-Identifier: MIT
// Shape rules that several operations share, and where their numbers are read.
#pragma once

#include "core/base/number_text.h"
#include "core/engine/operation.h"

#include <cmath>
#include <string>

namespace attn {

/// Returns the first input's shape; the others must have it too.
inline Result<Shape> same_shapes(const Options&, std::span<const Shape> inputs) {
    for (const Shape& shape : inputs)
        if (shape != inputs.front())
            return Error{"it adds " + to_text(inputs.front()) + " and " + to_text(shape)};
    return inputs.front();
}

/// Returns the first input's shape, whatever the others are.
inline Result<Shape> shape_of_first(const Options&, std::span<const Shape> inputs) {
    return inputs.front();
}

/// Checks that an option is a number above 0; `name` begins the error sentence.
inline Result<> above_zero(Real number, const std::string& name) {
    if (!(number > 0 && std::isfinite(number)))
        return Error{name + " is " + shortest(number) + ", expected a number above 0"};
    return Nothing{};
}

/// Readers of an input's number if cells map one to one: the number at the same place.
inline std::vector<Spot> at_the_same_place(std::size_t, const Spot& at, const Shape&) {
    return {at};
}

} // namespace attn
