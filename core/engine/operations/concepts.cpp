// SPDX-License-Identifier: MIT
// Measures of concepts: shares of the squares, the rebuilt ratings and the loss.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <cmath>

namespace attn::operation {
namespace {

constexpr std::string_view why_no_gradient =
    "it follows from a decomposition, whose signs are chosen";

Index kept(const Options& options) {
    return std::get<Kept>(options).count;
}

/// Adds the squares of the first input's only row, from column `first` on.
void add_squares_from(const Cell& cell, Derivation& made, Index first) {
    for (Index at = first; at < cell.shape(0).columns; ++at) {
        const Factor one = cell.factor(0, 0, at);
        made.terms.push_back({{one, one}});
    }
}

void share(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Real largest = inputs[0]->maxCoeff();
    result = Matrix::Zero(1, inputs[0]->cols());
    if (largest > 0) {
        result = (*inputs[0] / largest).array().square();
        result /= result.sum();
    }
}

void explain_share(const Cell& cell, Derivation& made) {
    if (!(cell.cells(0)(0, 0) > 0)) {
        made.rule = Rule::Undefined;
        made.reason = "every rating is 0, so there is nothing to share";
        return;
    }
    add_squares_from(cell, made, 0);
    made.own = static_cast<std::size_t>(cell.place.column);
    made.rule = Rule::DivideBySum;
    made.formula = cell.name(0, 0, cell.place.column) + "² / Σ_j " + cell.name(0, "0", "j") + "²";
}

void rebuild(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Index count = kept(options);
    result = inputs[0]->leftCols(count) * inputs[1]->row(0).head(count).asDiagonal() *
             inputs[2]->topRows(count);
}

void explain_rebuilt(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    for (Index at = 0; at < kept(cell.node().options); ++at)
        made.terms.push_back(
            {{cell.factor(0, row, at), cell.factor(1, 0, at), cell.factor(2, at, column)}});
    made.formula = "Σ_j " + cell.name(0, std::to_string(row), "j") + "·" + cell.name(1, "0", "j") +
                   "·" + cell.name(2, "j", std::to_string(column)) + " over kept j";
}

std::string rebuilt_formula(const Naming& naming) {
    const Index count = kept(naming.options);
    const std::string k = count == 0 ? "" : "_{" + std::to_string(count) + "}";
    return naming.inputs[0] + k + " " + naming.inputs[1] + k + " V" + k + "^{T}";
}

void explain_dropped(const Cell& cell, Derivation& made) {
    const Index count = cell.shape(0).columns, first = kept(cell.node().options);
    if (first == count) {
        made.rule = Rule::Chosen;
        made.reason = "no concept is dropped";
        return;
    }
    add_squares_from(cell, made, first);
    made.rule = Rule::Length;
    made.formula = "√(Σ_j " + cell.name(0, "0", "j") + "² over dropped j)";
}

} // namespace

constinit const Operation shares{
    "shares",
    shape_of_first,
    share,
    explain_share,
    [](const Naming& naming) { return naming.inputs[0] + "² / Σ " + naming.inputs[0] + "²"; },
    nullptr,
    why_no_gradient};

constinit const Operation rebuilt{
    "rebuilt",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        return Shape{inputs[0].rows, inputs[2].columns};
    },
    rebuild,
    explain_rebuilt,
    rebuilt_formula,
    nullptr,
    why_no_gradient};

constinit const Operation dropped{
    "dropped",
    [](const Options&, std::span<const Shape>) -> Result<Shape> {
        return Shape{1, 1};
    },
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        const Index count = inputs[0]->cols() - kept(options);
        result = Matrix::Constant(1, 1, inputs[0]->rightCols(count).stableNorm());
    },
    explain_dropped,
    [](const Naming& naming) { return "√(Σ of the dropped " + naming.inputs[0] + "²)"; },
    nullptr,
    why_no_gradient};

} // namespace attn::operation
