// SPDX-License-Identifier: MIT
// A matrix times another, plus a row added to each row if there is one: Q = X W_Q + b_Q.
#include "core/engine/attention.h"
#include "core/engine/kernels.h"
#include "core/engine/large_pass.h"
#include "core/engine/operation.h"
#include "core/engine/operations/multiplied_rows.h"
#include "core/engine/operations/rows.h"

namespace attn::operation {
namespace {

Result<Shape> product_shape(const Options&, std::span<const Shape> inputs) {
    const Shape &left = inputs[0], &right = inputs[1];
    if (left.columns != right.rows)
        return Error{to_text(left) + " cannot be multiplied by " + to_text(right)};
    if (inputs.size() > 2 && inputs[2] != Shape{1, right.columns})
        return Error{"its bias is " + to_text(inputs[2]) + ", expected " +
                     to_text(Shape{1, right.columns})};
    return Shape{left.rows, right.columns};
}

void add_to_rows(RowsOf<Real> rows, const Real* bias) {
    for (Index row = 0; row < rows.count; ++row) {
        Real* const own = rows[row];
        for (Index column = 0; column < rows.columns; ++column)
            own[column] += bias[column];
    }
}

/// Adds every sum in order if it fits on a slide, as it is explained; else by blocks.
void run_product(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    times(*inputs[0], *inputs[1], result);
    if (inputs.size() > 2)
        add_to_rows(rows_of(result, 0, result.rows()), inputs[2]->data());
}

void explain_product(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.runs = Derivation::Runs::RowByColumn;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        made.terms.push_back(cell.product(cell.factor(0, row, at), cell.factor(1, at, column)));
    made.formula = cell.product(cell.name(0, std::to_string(row), "·"),
                                cell.name(1, "·", std::to_string(column)));
    if (cell.node().inputs.size() > 2) {
        made.terms.push_back({{cell.factor(2, 0, column)}});
        made.formula += " + " + cell.name(2, 0, column);
    }
}

std::string product_formula(const Naming& naming) {
    const std::string &left = naming.inputs[0], &right = naming.inputs[1];
    return (naming.by_rows ? left + " " + right : right + " " + left) +
           (naming.inputs.size() > 2 ? " + " + naming.inputs[2] : "");
}

Gradients product_gradient(Backward& back) {
    Gradients gradients{back.add(product_transposed, {back.upstream(), back.input(1)}),
                        back.add(transposed_product, {back.input(0), back.upstream()})};
    if (back.node().inputs.size() > 2)
        gradients.push_back(back.add(line_sum, {back.upstream()}, Axis::Columns));
    return gradients;
}

void multiply_rows(const Options&, std::span<const RowsOf<const Real>> inputs,
                   RowsOf<Real> result) {
    const RowsOf<const Real>& left = inputs[0];
    kernels().product(left.data, inputs[1].data, result.data, result.count, left.columns,
                      result.columns);
    if (inputs.size() > 2)
        add_to_rows(result, inputs[2].data);
}

} // namespace

RunRows* multiplied_rows(const Node& node) {
    return node.shape.rows > slide_tokens ? multiply_rows : nullptr;
}

constinit const Operation product{
    "product",
    product_shape,
    run_product,
    explain_product,
    product_formula,
    product_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : Spot{0, at.column}};
    },
    multiplied_rows,
    [](const Matrix& right) {
        std::unique_ptr<Real[]> packed = packed_memory(right.rows(), right.cols());
        pack(kernels(), right.data(), right.rows(), right.cols(), packed.get());
        return packed;
    }};

} // namespace attn::operation
