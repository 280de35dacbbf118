// SPDX-License-Identifier: MIT
// Adds several stages of one shape: a residual connection, x + attention (He et al. 2016), and the
// sum of the gradients that a stage's readers give.
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {
namespace {

void add_two(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    cells(result) = cells(inputs[0]) + cells(inputs[1]);
}

void run_sum(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    if (inputs.size() == 2)
        return run_rows_alike<add_two>(options, inputs, result);
    result = *inputs[0];
    for (const Matrix* const input : inputs.subspan(1))
        result += *input;
}

void explain_sum(const Cell& cell, Derivation& made) {
    made.rule = Rule::SumOfProducts;
    for (std::size_t input = 0; input < cell.node().inputs.size(); ++input) {
        made.terms.push_back({{cell.factor(input, cell.place.row, cell.place.column)}});
        made.formula +=
            (input == 0 ? "" : " + ") + cell.name(input, cell.place.row, cell.place.column);
    }
}

std::string sum_formula(const Naming& naming) {
    std::string text;
    for (const std::string& input : naming.inputs)
        text += (text.empty() ? "" : " + ") + input;
    return text;
}

Gradients sum_gradient(Backward& back) {
    return Gradients(back.node().inputs.size(), back.upstream());
}

} // namespace

constinit const Operation sum{
    "sum",
    same_shapes,
    run_sum,
    explain_sum,
    sum_formula,
    sum_gradient,
    {},
    at_the_same_place,
    [](const Node& node) -> RunRows* { return node.inputs.size() == 2 ? add_two : nullptr; }};

} // namespace attn::operation
