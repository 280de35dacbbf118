// SPDX-License-Identifier: MIT
// The transpose of a matrix times another: the gradient of W_Q is Xᵀ times that of Q.
#include "core/engine/attention.h"
#include "core/engine/operation.h"

#include <algorithm>

namespace attn::operation {
namespace {

Result<Shape> shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0].rows != inputs[1].rows)
        return Error{"columns of " + std::to_string(inputs[0].rows) + " and of " +
                     std::to_string(inputs[1].rows) + " numbers cannot be multiplied"};
    return Shape{inputs[0].columns, inputs[1].columns};
}

/// By squares that the cache holds: row after row would read each column from far apart.
Matrix turned(const Matrix& matrix) {
    constexpr Index side = 32;
    Matrix result(matrix.cols(), matrix.rows());
    for (Index row = 0; row < matrix.rows(); row += side)
        for (Index column = 0; column < matrix.cols(); column += side) {
            const Index rows = std::min(side, matrix.rows() - row);
            const Index columns = std::min(side, matrix.cols() - column);
            result.block(column, row, columns, rows) =
                matrix.block(row, column, rows, columns).transpose();
        }
    return result;
}

/// Every sum in order where it fits on a slide, as it is explained; a large one by blocks, for
/// which the copy of the transpose costs little.
void run(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &left = *inputs[0], &right = *inputs[1];
    constexpr Index slide = 1024; // numbers
    if (left.size() > slide) {
        result = times(turned(left), right);
        return;
    }
    result = Matrix::Zero(left.cols(), right.cols());
    for (Index at = 0; at < left.rows(); ++at)
        for (Index row = 0; row < left.cols(); ++row)
            for (Index column = 0; column < right.cols(); ++column)
                result(row, column) += left(at, row) * right(at, column);
}

void explain(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    for (Index at = 0; at < cell.shape(0).rows; ++at)
        made.terms.push_back(cell.product(cell.factor(0, at, row), cell.factor(1, at, column)));
    made.formula = cell.product(cell.name(0, "·", std::to_string(row)),
                                cell.name(1, "·", std::to_string(column)));
}

std::string formula(const Naming& naming) {
    const std::string turned = naming.inputs[0] + "^{T}", &right = naming.inputs[1];
    return naming.by_rows ? turned + " " + right : right + " " + turned;
}

Gradients gradient(Backward& back) {
    return {back.add(product_transposed, {back.input(1), back.upstream()}),
            back.add(product, {back.input(0), back.upstream()})};
}

} // namespace

constinit const Operation transposed_product{
    "transposed_product", shape, run, explain, formula, gradient};

} // namespace attn::operation
