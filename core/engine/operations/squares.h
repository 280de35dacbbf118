// SPDX-License-Identifier: MIT
// The squares of each row, for operations that divide rows by their size. Only for the .cpp files
// of engine/operations.
#pragma once

#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/row_sums.h"

#include <utility>
#include <vector>

namespace attn::operation {

inline Real epsilon_of(const Options& options) {
    return std::get<Epsilon>(options).epsilon;
}

/// Computes Σ x² for each row.
inline void add_squares(const RowsOf<const Real>& of, RowsOf<Real> result) {
    add_rows(of.data, of.count, of.columns, result.data,
             [](Real number) { return number * number; });
}

/// Builds the expression Σ x² / divisor for the cell's row.
inline Expression shared_squares(const Cell& cell, Index divisor) {
    std::vector<Expression> squares;
    for (Index column = 0; column < cell.shape(0).columns; ++column)
        squares.push_back(
            expression::square(expression::number(cell.factor(0, cell.place.row, column))));
    return expression::quotient(expression::series(std::move(squares)),
                                expression::constant(static_cast<Real>(divisor)));
}

} // namespace attn::operation
