// SPDX-License-Identifier: MIT
// The transpose of a matrix times another: the gradient of W_Q is Xᵀ ∂Q.
#include "core/engine/attention.h"
#include "core/engine/operation.h"

namespace attn::operation {
namespace {

Result<Shape> transposed_product_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0].rows != inputs[1].rows)
        return Error{"columns of " + std::to_string(inputs[0].rows) + " and of " +
                     std::to_string(inputs[1].rows) + " numbers cannot be multiplied"};
    return Shape{inputs[0].columns, inputs[1].columns};
}

/// Adds every sum in order if it fits on a slide, as it is explained; else by blocks.
void run_transposed_product(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    transposed_times(*inputs[0], *inputs[1], result);
}

void explain_transposed_product(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    for (Index at = 0; at < cell.shape(0).rows; ++at)
        made.terms.push_back(cell.product(cell.factor(0, at, row), cell.factor(1, at, column)));
    made.formula = cell.product(cell.name(0, "·", std::to_string(row)),
                                cell.name(1, "·", std::to_string(column)));
}

std::string transposed_product_formula(const Naming& naming) {
    const std::string turned = naming.inputs[0] + "^{T}", &right = naming.inputs[1];
    return naming.by_rows ? turned + " " + right : right + " " + turned;
}

Gradients transposed_product_gradient(Backward& back) {
    return {back.add(product_transposed, {back.input(1), back.upstream()}),
            back.add(product, {back.input(0), back.upstream()})};
}

} // namespace

constinit const Operation transposed_product{
    "transposed_product",       transposed_product_shape,   run_transposed_product,
    explain_transposed_product, transposed_product_formula, transposed_product_gradient};

} // namespace attn::operation
