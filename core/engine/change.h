// SPDX-License-Identifier: MIT
// What a change did to a matrix. Found once for each matrix that people edit; a pass then says it
// of every matrix that it made, so that whoever keeps something of a matrix renews only that much.
#pragma once

#include "core/base/shared_matrix.h"
#include "core/engine/head_stages.h"

#include <vector>

namespace attn {

/// No number changed that it does not name. Those that it names may have.
struct Change {
    /// RowsAndColumns: of a matrix of tokens × tokens, what belongs to a few words.
    enum class Kind { None, Rows, Columns, RowsAndColumns, Inserted, Removed, All };
    Kind kind = Kind::None;
    std::vector<Index> lines; // the rows and columns, or the row that came or went

    bool is_none() const { return kind == Kind::None; }
    friend bool operator==(const Change&, const Change&) = default;
};

/// More rows than these are a change of all of them.
constexpr std::size_t few_rows = 8;

/// None, Rows, Inserted, Removed or All.
Change change_of_rows(const Matrix& before, const Matrix& after);
/// The same. Where one was made from the other by changes of one row, only that row is compared.
Change change_of_rows(const SharedMatrix& before, const SharedMatrix& after);

/// None, Columns, or All where the shape is another.
Change change_of_columns(const Matrix& before, const Matrix& after);

/// Whether two matrices have the same shape and every bit in common.
bool same(const Matrix& a, const Matrix& b);

/// Of the matrices that a head is computed from. None of the weights where there are no
/// projections.
struct InputChanges {
    Change x, w_q, w_k, w_v;
};

/// Of every matrix of a head, from X to the output.
using HeadChanges = OfHead<Change>;

} // namespace attn
