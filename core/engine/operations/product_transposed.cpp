// SPDX-License-Identifier: MIT
// A matrix times the transpose of another: scores = Q Kᵀ.
#include "core/engine/attention.h"
#include "core/engine/kernels.h"
#include "core/engine/large_pass.h"
#include "core/engine/operation.h"
#include "core/engine/operations/multiplied_rows.h"

namespace attn::operation {
namespace {

Result<Shape> product_transposed_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0].columns != inputs[1].columns)
        return Error{"rows of " + std::to_string(inputs[0].columns) + " and of " +
                     std::to_string(inputs[1].columns) + " numbers cannot be multiplied"};
    return Shape{inputs[0].rows, inputs[1].rows};
}

/// Adds every sum in order if it fits on a slide, as it is explained; else by blocks.
void run_product_transposed(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    times_transposed(*inputs[0], *inputs[1], result);
}

void explain_product_transposed(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.runs = Derivation::Runs::RowByRow;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        made.terms.push_back(cell.product(cell.factor(0, row, at), cell.factor(1, column, at)));
    made.formula = cell.product(cell.name(0, std::to_string(row), "·"),
                                cell.name(1, std::to_string(column), "·"));
}

std::string product_transposed_formula(const Naming& naming) {
    const std::string &left = naming.inputs[0], turned = naming.inputs[1] + "^{T}";
    return naming.by_rows ? left + " " + turned : turned + " " + left;
}

Gradients product_transposed_gradient(Backward& back) {
    return {back.add(product, {back.upstream(), back.input(1)}),
            back.add(transposed_product, {back.upstream(), back.input(0)})};
}

} // namespace

constinit const Operation product_transposed{
    "product_transposed",
    product_transposed_shape,
    run_product_transposed,
    explain_product_transposed,
    product_transposed_formula,
    product_transposed_gradient,
    {},
    nullptr,
    multiplied_rows,
    [](const Matrix& right) {
        std::unique_ptr<Real[]> packed = packed_memory(right.cols(), right.rows());
        pack_keys(kernels(), right.data(), right.rows(), right.cols(), packed.get());
        return packed;
    }};

} // namespace attn::operation
