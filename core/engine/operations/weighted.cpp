// SPDX-License-Identifier: MIT
// Multiplies each value by the weight that one query gives to its key.
#include "core/engine/operation.h"

namespace attn::operation {
namespace {

void run_weighted(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &weights = *inputs[0], &values = *inputs[1];
    result = weights.row(0).transpose().asDiagonal() * values;
}

void explain_weighted(const Cell& cell, Derivation& made) {
    const Index query = cell.place.sheet.query, row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {cell.product(cell.factor(0, query, row), cell.factor(1, row, column))};
    made.formula = cell.product(cell.name(0, query, row), cell.name(1, row, column));
    made.result = made.terms[0].value();
}

std::string weighted_formula(const Naming& naming) {
    return naming.by_rows ? naming.nouns[0] + " · " + naming.inputs[1] + ", row by row"
                          : naming.inputs[1] + " · " + naming.nouns[0] + ", column by column";
}

} // namespace

constinit const Operation weighted{
    "weighted",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> { return inputs[1]; },
    run_weighted,
    explain_weighted,
    weighted_formula,
    nullptr,
    "no later stage reads the weighted values: the output adds weights and values by itself"};

} // namespace attn::operation
