// SPDX-License-Identifier: MIT
// The switches that decide how scores become weights: scale, mask, normaliser, axis, temperature.
#pragma once

#include "core/base/shared_matrix.h"

namespace attn {

/// Q, K and V are X times learned matrices, or X itself.
enum class Projections { Learned, None };

/// What the scores are divided by. Vaswani et al. 2017, eq. 1 divides by √d_k.
struct Scale {
    enum class Kind { SqrtDk, None, Dk, SqrtDmodel, Number };
    Kind kind = Kind::SqrtDk;
    Real number = 1; // > 0; used only by Kind::Number

    friend bool operator==(const Scale&, const Scale&) = default;
};

/// Which keys a query may not attend to.
struct Mask {
    enum class Kind { None, Causal, Painted };
    Kind kind = Kind::None;
    SharedFlags painted; // tokens × tokens, true is blocked; used only by Kind::Painted

    friend bool operator==(const Mask&, const Mask&) = default;
};

/// How a line of scores becomes a line of weights. NaiveSoftmax does not subtract the maximum.
enum class Normaliser { Softmax, NaiveSoftmax, Sum };

/// Which lines sum to 1: rows (each query's weights) or columns.
enum class Axis { Rows, Columns };

struct Switches {
    Scale scale;
    Mask mask;
    Normaliser normaliser = Normaliser::Softmax;
    Axis axis = Axis::Rows;
    Real temperature = 1; // > 0; divides the scaled scores

    friend bool operator==(const Switches&, const Switches&) = default;
};

/// The number the scores are divided by, before the temperature.
Real divisor(const Scale& scale, Index d_k, Index d_model);

/// Whether the mask keeps query `row` from key `column`.
bool is_blocked(const Mask& mask, Index row, Index column);

/// The painted mask that blocks the same cells: where painting starts. A painted one stays.
Mask painted_like(const Mask& mask, Index queries, Index keys);

} // namespace attn
