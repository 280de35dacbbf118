// SPDX-License-Identifier: MIT
// How one X came from another.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <vector>

namespace attn {

struct RowsChange {
    static constexpr std::size_t few = 8; // rows; more are made anew all at once

    enum class Kind { None, Numbers, Inserted, Removed, Else };
    Kind kind = Kind::None;
    std::vector<Index> rows; // whose numbers changed, or the one that came or went
};

/// `known`: the only row that can differ, where the shapes are the same.
RowsChange change_of(const Matrix& before, const Matrix& after,
                     std::optional<Index> known = std::nullopt);

/// Whether two matrices have the same shape and every bit in common.
bool same(const Matrix& a, const Matrix& b);

} // namespace attn
