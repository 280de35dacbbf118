// SPDX-License-Identifier: MIT
// The parts of a singular value decomposition, X = U s Vᵀ: each is explained by the others.
#include "core/engine/concepts.h"
#include "core/engine/operation.h"

#include <algorithm>

namespace attn::operation {
namespace {

constexpr std::string_view why_signs_jump =
    "the signs of a decomposition, and its vectors of equal singular values, are chosen: they jump "
    "where the ratings change a little";

/// How many singular values are above 0.
Index rank(const Cells& s) {
    Index count = 0;
    while (count < s.cols() && s(0, count) > 0)
        ++count;
    return count;
}

void choose(Derivation& made, std::string reason) {
    made.rule = Rule::Chosen;
    made.reason = std::move(reason);
}

void choose_direction(Derivation& made, Index concept_at) {
    choose(made, "s[0," + std::to_string(concept_at) +
                     "] is 0: any direction at right angles to the others would do");
}

void divide(const Cell& cell, Derivation& made, const Factor& by) {
    made.rule = Rule::Quotient;
    made.divisors.push_back({cell.name(by.place.sheet, "0", std::to_string(by.place.column)),
                             by.value, false, true, by.place});
}

void explain_left(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    if (column >= rank(cell.cells(1)))
        return choose_direction(made, column);
    made.terms = {{{cell.factor(0, row, column)}}};
    divide(cell, made, cell.factor(1, 0, column));
    made.formula = cell.name(0, row, column) + " / " + made.divisors[0].symbol;
}

void explain_right(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    if (row >= rank(cell.others[1]))
        return choose_direction(made, row);
    for (Index at = 0; at < cell.shape(0).rows; ++at)
        made.terms.push_back({{cell.other(0, at, row), cell.factor(0, at, column)}});
    divide(cell, made, cell.other(1, 0, row));
    made.formula = cell.name(cell.node().seen_with[0], "·", std::to_string(row)) + " · " +
                   cell.name(0, "·", std::to_string(column)) + " / " + made.divisors[0].symbol;
}

void explain_value(const Cell& cell, Derivation& made) {
    const Index column = cell.place.column, count = rank(cell.own);
    if (column >= count)
        return choose(made, "the rank of the ratings is " + std::to_string(count) +
                                ": all later singular values are 0");
    for (Index at = 0; at < cell.shape(0).rows; ++at) {
        const Factor one = cell.factor(0, at, column);
        made.terms.push_back({{one, one}});
    }
    made.rule = Rule::Length;
    made.formula = "√(Σ_i " + cell.name(0, "i", std::to_string(column)) + "²)";
}

} // namespace

constinit const Operation left_vectors{
    "left_vectors",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> { return inputs[0]; },
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = *inputs[0];
        for (Index column = 0; column < result.cols(); ++column)
            if (const Real s = (*inputs[1])(0, column); s > 0)
                result.col(column) /= s;
    },
    explain_left,
    [](const Naming& naming) { return "X V / " + naming.inputs[1]; },
    nullptr,
    why_signs_jump};

constinit const Operation singular_values{
    "singular_values",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        return Shape{1, inputs[0].columns};
    },
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = inputs[0]->colwise().stableNorm();
    },
    explain_value,
    [](const Naming&) { return std::string("lengths of the columns of X V"); },
    nullptr,
    why_signs_jump};

constinit const Operation right_vectors{
    "right_vectors",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        return Shape{std::min(inputs[0].rows, inputs[0].columns), inputs[0].columns};
    },
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = decompose(*inputs[0]).vt;
    },
    explain_right,
    [](const Naming& naming) { return "U^{T} " + naming.inputs[0] + " / s"; },
    nullptr,
    why_signs_jump};

} // namespace attn::operation
