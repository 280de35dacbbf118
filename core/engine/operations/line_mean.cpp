// SPDX-License-Identifier: MIT
// The mean of each row or column: μ = Σ x / n, the first step of layer normalisation (Ba, Kiros and
// Hinton 2016, eq. 3). In the gradient every number of a line gets the same share, 1 / n.
#include "core/engine/kernels.h"
#include "core/engine/operation.h"
#include "core/engine/operations/line_parts.h"
#include "core/engine/operations/rows.h"
#include "core/engine/row_sums.h"

namespace attn::operation {
namespace {

Index length(Axis axis, Index rows, Index columns) {
    return axis == Axis::Rows ? columns : rows;
}

Divisor by_count(Index count) {
    return {"", static_cast<Real>(count), false};
}

void average_rows(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_rows(of.data, of.count, of.columns, result.data);
    kernels().divide(result.data, static_cast<Real>(of.columns), result.data, result.count);
}

void run_line_mean(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    if (are_rows(options))
        return run_all_rows(average_rows, options, inputs, 1, result);
    result = added_lines(Axis::Columns, *inputs[0]);
    result /= static_cast<Real>(inputs[0]->rows());
}

void explain_line_mean(const Cell& cell, Derivation& made) {
    const Shape& of = cell.shape(0);
    const Index count = length(std::get<Axis>(cell.node().options), of.rows, of.columns);
    made.rule = Rule::Quotient;
    add_line(cell, made);
    made.divisors = {by_count(count)};
    made.formula = "Σ " + line_name(cell) + " / " + std::to_string(count);
    made.label = "mean";
}

Gradients line_mean_gradient(Backward& back) {
    const Axis axis = std::get<Axis>(back.options());
    const Index count = length(axis, back.shape(0).rows, back.shape(0).columns);
    const std::size_t share =
        back.add(scaled, {back.upstream()}, std::vector<Divisor>{by_count(count)});
    return {back.add(repeated, {share}, Repeated{axis, count})};
}

} // namespace

constinit const Operation line_mean{
    "line_mean",
    shape_of_lines,
    run_line_mean,
    explain_line_mean,
    [](const Naming& naming) { return "mean of " + each_line(naming); },
    line_mean_gradient,
    {},
    at_its_line,
    where_rows<average_rows>};

} // namespace attn::operation
