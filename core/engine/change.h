// SPDX-License-Identifier: MIT
// What a change did to a matrix. It is found once for each matrix that users edit; a pass then
// reports it for every matrix it made, so that code that caches something of a matrix renews only
// the changed part.
#pragma once

#include "core/base/shared_matrix.h"
#include "core/engine/head_stages.h"

#include <vector>

namespace attn {

/// Numbers outside the named lines did not change; numbers inside them may have.
struct Change {
    /// RowsAndColumns: in a tokens × tokens matrix, the lines of a few words.
    enum class Kind { None, Rows, Columns, RowsAndColumns, Inserted, Removed, All };
    Kind kind = Kind::None;
    std::vector<Index> lines; // the rows and columns, or the row that was inserted or removed

    bool is_none() const { return kind == Kind::None; }
    friend bool operator==(const Change&, const Change&) = default;
};

/// If more rows change, the change counts as All.
constexpr std::size_t few_rows = 8;

/// Returns None, Rows, Inserted, Removed or All.
Change change_of_rows(const Matrix& before, const Matrix& after);
/// Does the same. If one matrix was made from the other by changing one row, compares only that
/// row.
Change change_of_rows(const SharedMatrix& before, const SharedMatrix& after);

/// Returns None, Columns, or All if the shapes differ.
Change change_of_columns(const Matrix& before, const Matrix& after);

/// Whether two matrices have the same shape and equal bits.
bool same(const Matrix& a, const Matrix& b);

/// The changes of the matrices a head is computed from. Without projections the weights have
/// the change None.
struct InputChanges {
    Change x, w_q, w_k, w_v;
};

/// The changes of every matrix of a head, from X to the output.
using HeadChanges = OfHead<Change>;

} // namespace attn
