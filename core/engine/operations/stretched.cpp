// SPDX-License-Identifier: MIT
// Multiplies every row by a learned row γ and adds a learned row β if there is one: the last step
// of layer normalisation (Ba, Kiros and Hinton 2016, eq. 4) and of RMSNorm, which has no β (Zhang
// and Sennrich 2019, eq. 4).
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"

namespace attn::operation {
namespace {

Result<Shape> stretched_shape(const Options&, std::span<const Shape> inputs) {
    const Shape row{1, inputs[0].columns};
    for (std::size_t at = 1; at < inputs.size(); ++at)
        if (inputs[at] != row)
            return Error{std::string("its ") + (at == 1 ? "γ" : "β") + " is " +
                         to_text(inputs[at]) + ", expected " + to_text(row)};
    return inputs[0];
}

void stretch(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    const Real* const gamma = inputs[1].data;
    const Real* const beta = inputs.size() > 2 ? inputs[2].data : nullptr;
    for (Index row = 0; row < result.count; ++row) {
        const Real* const from = inputs[0][row];
        Real* const to = result[row];
        for (Index column = 0; column < result.columns; ++column)
            to[column] = from[column] * gamma[column];
        for (Index column = 0; beta && column < result.columns; ++column)
            to[column] += beta[column];
    }
}

void explain_stretched(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column), cell.factor(1, 0, column)}}};
    made.formula = cell.name(0, row, column) + " · " + cell.name(1, 0, column);
    made.label = "stretched";
    if (cell.node().inputs.size() > 2) {
        made.terms.push_back({{cell.factor(2, 0, column)}});
        made.formula += " + " + cell.name(2, 0, column);
        made.label = "stretched and moved";
    }
}

std::string stretched_formula(const Naming& naming) {
    return naming.inputs[0] + " ⊙ " + naming.inputs[1] +
           (naming.inputs.size() > 2 ? " + " + naming.inputs[2] : "");
}

Gradients stretched_gradient(Backward& back) {
    const std::size_t shared = back.add(each, {back.upstream(), back.input(0)});
    Gradients gradients{back.add(times_line, {back.upstream(), back.input(1)}, Axis::Columns),
                        back.add(line_sum, {shared}, Axis::Columns)};
    if (back.node().inputs.size() > 2)
        gradients.push_back(back.add(line_sum, {back.upstream()}, Axis::Columns));
    return gradients;
}

} // namespace

constinit const Operation stretched{
    "stretched",
    stretched_shape,
    run_rows_alike<stretch>,
    explain_stretched,
    stretched_formula,
    stretched_gradient,
    {},
    // γ and β are first read in the first row.
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; },
    always<stretch>};

} // namespace attn::operation
