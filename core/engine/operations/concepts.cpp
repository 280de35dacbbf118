// SPDX-License-Identifier: MIT
// Measures of concepts: shares of the squares, the rebuilt ratings and the loss.

#include "core/engine/numbers/concepts.h"

#include "core/engine/graph/operation.h"
#include "core/engine/operations/rows.h"

#include <algorithm>
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

// The coordinates of rows along the concepts, X V, and the cosines between rows.

namespace {

void explain_coordinate(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.runs = Derivation::Runs::RowByRow;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        made.terms.push_back({{cell.factor(0, row, at), cell.factor(1, column, at)}});
    made.formula =
        cell.name(0, std::to_string(row), "·") + " · " + cell.name(1, std::to_string(column), "·");
}

/// How many numbers of each row are compared.
Index compared(const Options& options, Index columns) {
    const auto* const kept = std::get_if<Kept>(&options);
    return kept ? kept->count : columns;
}

bool has_direction(const Cells& rows, Index row, Index count) {
    for (Index at = 0; at < count; ++at)
        if (rows(row, at) != 0)
            return true;
    return false;
}

void compare(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix rows = inputs[0]->leftCols(compared(options, inputs[0]->cols()));
    result = Matrix::Zero(rows.rows(), rows.rows());
    for (Index a = 0; a < rows.rows(); ++a)
        for (Index b = 0; b < rows.rows(); ++b)
            if (rows.row(a).any() && rows.row(b).any())
                result(a, b) = std::clamp((rows.row(a) / rows.row(a).stableNorm())
                                              .dot(rows.row(b) / rows.row(b).stableNorm()),
                                          -1.0, 1.0);
}

void explain_cosine(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    const Options& options = cell.node().options;
    const bool is_of_kept = std::holds_alternative<Kept>(options);
    const Index count = compared(options, cell.shape(0).columns);
    const auto name = [&](Index vector) { return cell.name(0, std::to_string(vector), "·"); };
    for (const Index vector : {row, column})
        if (!has_direction(cell.cells(0), vector, count)) {
            made.rule = Rule::Undefined;
            made.reason = name(vector) + " has no cosine: " +
                          (is_of_kept ? "its numbers for the kept concepts are all 0"
                                      : "all its numbers are 0, so it has no direction");
            return;
        }
    for (Index at = 0; at < count; ++at)
        made.terms.push_back({{cell.factor(0, row, at), cell.factor(0, column, at)}});
    for (const Index vector : {row, column}) {
        Real squares = 0;
        for (Index at = 0; at < count; ++at)
            squares += cell.cells(0)(vector, at) * cell.cells(0)(vector, at);
        made.divisors.push_back({"|" + name(vector) + "|", squares, true, true, std::nullopt});
    }
    made.rule = Rule::Quotient;
    made.formula = name(row) + " · " + name(column) + " / " + made.divisors[0].symbol + " / " +
                   made.divisors[1].symbol + (is_of_kept ? " of the kept" : "");
}

std::string cosine_formula(const Naming& naming) {
    const auto* const kept = std::get_if<Kept>(&naming.options);
    if (!kept)
        return "a · b / (|a| |b|)";
    return "the same in " + std::to_string(kept->count) +
           (kept->count == 1 ? " concept" : " concepts");
}

} // namespace

constinit const Operation coordinates{
    "coordinates",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        return Shape{inputs[0].rows, inputs[1].rows};
    },
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = *inputs[0] * inputs[1]->transpose();
    },
    explain_coordinate,
    [](const Naming& naming) { return naming.inputs[0] + " V"; },
    nullptr,
    why_no_gradient,
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {{at.row, 0}};
    }};

constinit const Operation cosines{
    "cosines",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        return Shape{inputs[0].rows, inputs[0].rows};
    },
    compare,
    explain_cosine,
    cosine_formula,
    nullptr,
    why_no_gradient,
    [](std::size_t, const Spot& at, const Shape& shape) {
        std::vector<Spot> others;
        for (Index other = 0; other < shape.columns; ++other)
            if (other != at.row)
                others.push_back({at.row, other});
        return others;
    }};

// The parts of a singular value decomposition, X = U s Vᵀ: each is explained by the others.

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
