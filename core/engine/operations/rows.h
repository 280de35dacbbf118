// SPDX-License-Identifier: MIT
// Operations in which each row depends on the same row of every input, or on a one-row input that
// all rows share. They define how some rows are computed; this file computes all rows from that, on
// all cores.
#pragma once

#include "core/base/number_text.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/parallel.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

namespace attn {

// Shape rules that several operations share, and where their numbers are read.

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

constexpr std::size_t most_row_inputs = 3; // the most inputs such an operation reads

/// Returns some rows of a matrix; a single row is used for all.
inline RowsOf<const Real> rows_of(const Matrix& matrix, Index first, Index count) {
    if (matrix.rows() == 1)
        return {matrix.data(), 0, 1, matrix.cols()};
    return {matrix.data() + first * matrix.cols(), first, count, matrix.cols()};
}
inline RowsOf<Real> rows_of(Matrix& matrix, Index first, Index count) {
    return {matrix.data() + first * matrix.cols(), first, count, matrix.cols()};
}

/// Views some rows as one line of numbers.
inline Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>> cells(RowsOf<const Real> rows) {
    return {rows.data, rows.count * rows.columns};
}
inline Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>> cells(RowsOf<Real> rows) {
    return {rows.data, rows.count * rows.columns};
}

/// The rough cost of a cell of an operation by rows, in multiplications: the time is spent on
/// memory.
constexpr Real row_cell_cost = 16;

/// Returns how many rows of a few matrices fit in a core's own cache.
inline Index rows_at_once(Index columns) {
    constexpr Index numbers = 16384;
    constexpr Index at_once = 6; // rows that the kernels multiply together
    return (numbers / std::max<Index>(1, columns) + at_once) / at_once * at_once;
}

/// Implements `Operation::run` by rows, for a result with `columns` columns.
inline void run_all_rows(RunRows* some, const Options& options,
                         std::span<const Matrix* const> inputs, Index columns, Matrix& result) {
    assert(inputs.size() <= most_row_inputs && "operations by rows read few stages");
    const Index rows = inputs[0]->rows();
    result.resize(rows, columns);
    const auto work = [&](Index first, Index last) {
        std::array<RowsOf<const Real>, most_row_inputs> read;
        for (std::size_t at = 0; at < inputs.size(); ++at)
            read[at] = rows_of(*inputs[at], first, last - first);
        some(options, std::span(read).first(inputs.size()), rows_of(result, first, last - first));
    };
    const Index at_once = rows_at_once(inputs[0]->cols());
    if (rows <= at_once)
        return work(0, rows);
    for_blocks(rows, at_once, row_cell_cost * static_cast<Real>(inputs[0]->size()), work);
}

/// Does the same if the result is as large as the first input.
template <RunRows* some>
void run_rows_alike(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    run_all_rows(some, options, inputs, inputs[0]->cols(), result);
}

/// `Operation::by_rows` for an operation that always goes by rows.
template <RunRows* some>
RunRows* always(const Node&) {
    return some;
}

} // namespace attn
