// SPDX-License-Identifier: MIT
// The sum of each row or column, and lines less their number or divided by it. Layer normalisation
// subtracts the mean from each row and divides by the deviation (Ba, Kiros and Hinton 2016, eq. 4).
#include "core/engine/kernels.h"
#include "core/engine/operation.h"
#include "core/engine/operations/line_parts.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/row_sums.h"

#include <algorithm>

namespace attn {

Matrix added_lines(Axis axis, const Matrix& of) {
    if (axis == Axis::Rows) {
        Matrix sums(of.rows(), 1);
        add_rows(of.data(), of.rows(), of.cols(), sums.data());
        return sums;
    }
    Matrix sums = Matrix::Zero(1, of.cols());
    for (Index row = 0; row < of.rows(); ++row)
        sums.row(0) += of.row(row);
    return sums;
}

void add_line(const Cell& cell, Derivation& made) {
    const bool rows = are_rows(cell.node().options);
    const Index count = rows ? cell.shape(0).columns : cell.shape(0).rows;
    for (Index at = 0; at < count; ++at)
        made.terms.push_back(
            {{rows ? cell.factor(0, cell.place.row, at) : cell.factor(0, at, cell.place.column)}});
}

std::string line_name(const Cell& cell) {
    return are_rows(cell.node().options) ? cell.name(0, std::to_string(cell.place.row), "·")
                                         : cell.name(0, "·", std::to_string(cell.place.column));
}

std::string each_line(const Naming& naming) {
    return (are_rows(naming.options) == naming.by_rows ? "each row of " : "each column of ") +
           naming.inputs[0];
}

std::vector<Spot> at_its_line(std::size_t, const Spot& at, const Shape& shape) {
    return {{std::min(at.row, shape.rows - 1), std::min(at.column, shape.columns - 1)}};
}

namespace operation {
namespace {

template <bool is_quotient>
Real combined(Real number, Real other) {
    return is_quotient ? number / other : number - other;
}

template <bool is_quotient>
void combine_rows(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    for (Index row = 0; row < result.count; ++row) {
        const Real* const from = inputs[0][row];
        Real* const to = result[row];
        const Real other = inputs[1][row][0];
        if constexpr (is_quotient)
            kernels().divide(from, other, to, result.columns);
        else
            std::transform(from, from + result.columns, to,
                           [&](Real number) { return number - other; });
    }
}

template <bool is_quotient>
void combine(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    if (are_rows(options))
        return run_rows_alike<combine_rows<is_quotient>>(options, inputs, result);
    result.resize(inputs[0]->rows(), inputs[0]->cols());
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) =
                combined<is_quotient>((*inputs[0])(row, column), (*inputs[1])(0, column));
}

void add_some_rows(const Options&, std::span<const RowsOf<const Real>> inputs,
                   RowsOf<Real> result) {
    add_rows(inputs[0].data, inputs[0].count, inputs[0].columns, result.data);
}

Repeated along(const Backward& back) {
    const Axis axis = std::get<Axis>(back.options());
    return {axis, axis == Axis::Rows ? back.shape(0).columns : back.shape(0).rows};
}

/// The gradients of x − l, where l is subtracted from a whole line: −Σ of the line for l.
Gradients less_gradient(Backward& back) {
    const std::size_t sums = back.add(line_sum, {back.upstream()}, back.options());
    return {back.upstream(), back.add(negative, {sums})};
}

/// The gradients of y = x / l: g / l for x, and −Σ g ⊙ y / l for l.
Gradients over_gradient(Backward& back) {
    const std::size_t of_x = back.add(over_line, {back.upstream(), back.input(1)}, back.options());
    const std::size_t shared = back.add(each, {of_x, back.self()});
    const std::size_t sums = back.add(line_sum, {shared}, back.options());
    return {of_x, back.add(negative, {sums})};
}

} // namespace

constinit const Operation line_sum{
    "line_sum",
    shape_of_lines,
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        if (are_rows(options))
            run_all_rows(add_some_rows, options, inputs, 1, result);
        else
            result = added_lines(Axis::Columns, *inputs[0]);
    },
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::SumOfProducts;
        add_line(cell, made);
        made.formula = "Σ " + line_name(cell);
    },
    [](const Naming& naming) {
        const bool rows = are_rows(naming.options) == naming.by_rows;
        return (rows ? "Σ_{row} " : "Σ_{column} ") + naming.inputs[0];
    },
    [](Backward& back) { return Gradients{back.add(repeated, {back.upstream()}, along(back))}; },
    {},
    at_its_line,
    where_rows<add_some_rows>};

constinit const Operation less_line{
    "less_line",
    shape_beside_lines,
    combine<false>,
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::SumOfProducts;
        made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}},
                      {{beside(cell)}, true}};
        made.formula = cell.name(0, cell.place.row, cell.place.column) + " − " + name_beside(cell);
    },
    [](const Naming& naming) { return naming.inputs[0] + " − " + naming.inputs[1]; },
    less_gradient,
    {},
    at_its_line,
    where_rows<combine_rows<false>>};

constinit const Operation over_line{
    "over_line",
    shape_beside_lines,
    combine<true>,
    [](const Cell& cell, Derivation& made) {
        const Factor line = beside(cell);
        made.rule = Rule::Quotient;
        made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}}};
        made.divisors = {{name_beside(cell), line.value, false, true, line.place}};
        made.formula =
            cell.name(0, cell.place.row, cell.place.column) + " / " + made.divisors[0].symbol;
    },
    [](const Naming& naming) { return naming.inputs[0] + " / " + naming.inputs[1]; },
    over_gradient,
    {},
    at_its_line,
    where_rows<combine_rows<true>>};

} // namespace operation
} // namespace attn
