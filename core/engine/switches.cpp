// SPDX-License-Identifier: MIT
#include "core/engine/switches.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace attn {

Real divisor(const Scale& scale, Index d_k, Index d_model) {
    switch (scale.kind) {
    case Scale::Kind::SqrtDk:
        return std::sqrt(static_cast<Real>(d_k));
    case Scale::Kind::None:
        return 1;
    case Scale::Kind::Dk:
        return static_cast<Real>(d_k);
    case Scale::Kind::SqrtDmodel:
        return std::sqrt(static_cast<Real>(d_model));
    case Scale::Kind::Number:
        return scale.number;
    }
    assert(false && "every kind of scale is handled");
    return 1;
}

bool is_blocked(const Mask& mask, Index row, Index column) {
    switch (mask.kind) {
    case Mask::Kind::None:
        return false;
    case Mask::Kind::Causal:
        return column > row;
    case Mask::Kind::Painted:
        assert(row < mask.painted.rows() && column < mask.painted.cols() &&
               "a painted mask is tokens × tokens");
        return (*mask.painted)(row, column);
    }
    assert(false && "every kind of mask is handled");
    return false;
}

Mask painted_like(const Mask& mask, Index queries, Index keys) {
    if (mask.kind == Mask::Kind::Painted)
        return mask;
    Flags cells(queries, keys);
    for (Index row = 0; row < queries; ++row)
        for (Index column = 0; column < keys; ++column)
            cells(row, column) = is_blocked(mask, row, column);
    return {Mask::Kind::Painted, std::move(cells)};
}

} // namespace attn
