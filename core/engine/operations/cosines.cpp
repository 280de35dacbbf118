// SPDX-License-Identifier: MIT
// The coordinates of rows along the concepts, X V, and the cosines between rows.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <algorithm>
#include <cmath>

namespace attn::operation {
namespace {

constexpr std::string_view why_no_gradient =
    "it follows from a decomposition, whose signs are chosen";

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

} // namespace attn::operation
