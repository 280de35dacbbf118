// SPDX-License-Identifier: MIT
// Scores that are cosines, q·k / (‖q‖‖k‖), so that lengths do not matter (Graves, Wayne and
// Danihelka 2014, eq. 6). For the gradient: rows divided by their lengths, and how a change of such
// a row changes the original row.
#include "core/engine/operation.h"

#include <cmath>

namespace attn::operation {
namespace {

constexpr std::string_view only_a_step =
    "it is a step of a gradient, and gradients of gradients are not computed";

Real squares(const Matrix& rows, Index row) {
    Real total = 0;
    for (Index at = 0; at < rows.cols(); ++at)
        total += rows(row, at) * rows(row, at);
    return total;
}

std::string name(const Cell& cell, std::size_t input, Index row) {
    return cell.name(input, std::to_string(row), "·");
}

/// Returns the length of a row as a divisor.
Divisor length(const Cell& cell, std::size_t input, Index row) {
    Real total = 0;
    for (Index at = 0; at < cell.shape(input).columns; ++at)
        total += cell.cells(input)(row, at) * cell.cells(input)(row, at);
    return {"|" + name(cell, input, row) + "|", total, true, true, std::nullopt};
}

void leave_undefined(Derivation& made, const std::string& row, const std::string& what) {
    made.rule = Rule::Undefined;
    made.reason = row + " has no " + what + ": its length is 0, so it has no direction";
}

Result<Shape> cosine_scores_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0].columns != inputs[1].columns)
        return Error{"rows of " + std::to_string(inputs[0].columns) + " and of " +
                     std::to_string(inputs[1].columns) + " numbers have no cosine"};
    return Shape{inputs[0].rows, inputs[1].rows};
}

void run_cosine_scores(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &queries = *inputs[0], &keys = *inputs[1];
    result = Matrix::Zero(queries.rows(), keys.rows());
    Vector lengths(keys.rows());
    for (Index column = 0; column < keys.rows(); ++column)
        lengths(column) = std::sqrt(squares(keys, column));
    for (Index row = 0; row < queries.rows(); ++row) {
        const Real length_of_query = std::sqrt(squares(queries, row));
        for (Index column = 0; column < keys.rows(); ++column) {
            if (length_of_query == 0 || lengths(column) == 0)
                continue;
            Real total = 0;
            for (Index at = 0; at < queries.cols(); ++at)
                total += queries(row, at) * keys(column, at);
            result(row, column) = total / length_of_query / lengths(column);
        }
    }
}

void explain_cosine_scores(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.label = "cosine of q and k";
    const std::vector<Divisor> lengths = {length(cell, 0, row), length(cell, 1, column)};
    if (lengths[0].number == 0)
        return leave_undefined(made, name(cell, 0, row), "cosine");
    if (lengths[1].number == 0)
        return leave_undefined(made, name(cell, 1, column), "cosine");
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        made.terms.push_back(cell.product(cell.factor(0, row, at), cell.factor(1, column, at)));
    made.rule = Rule::Quotient;
    made.runs = Derivation::Runs::RowByRow;
    made.divisors = lengths;
    made.formula = cell.product(name(cell, 0, row), name(cell, 1, column)) + " / " +
                   lengths[0].symbol + " / " + lengths[1].symbol;
}

/// Each cosine is the product of two rows of length 1.
Gradients cosine_scores_gradient(Backward& back) {
    const std::size_t queries = back.add(unit_rows, {back.input(0)});
    const std::size_t keys = back.add(unit_rows, {back.input(1)});
    const std::size_t of_queries = back.add(product, {back.upstream(), keys});
    const std::size_t of_keys = back.add(transposed_product, {back.upstream(), queries});
    return {back.add(unit_rows_back, {of_queries, back.input(0)}),
            back.add(unit_rows_back, {of_keys, back.input(1)})};
}

void make_unit(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        if (const Real total = squares(*inputs[0], row); total != 0)
            result.row(row) /= std::sqrt(total);
        else
            result.row(row).setZero();
}

void explain_unit(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row;
    const Divisor by = length(cell, 0, row);
    made.label = "of length 1";
    if (by.number == 0)
        return leave_undefined(made, name(cell, 0, row), "row of length 1");
    made.rule = Rule::Quotient;
    made.terms = {{{cell.factor(0, row, cell.place.column)}}};
    made.divisors = {by};
    made.formula = cell.name(0, row, cell.place.column) + " / " + by.symbol;
}

/// (g − (g·m) m / |m|²) / |m|: only the part that turns row m; lengthening it changes nothing.
void turn_back(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &upstream = *inputs[0], &rows = *inputs[1];
    result = Matrix::Zero(rows.rows(), rows.cols());
    for (Index row = 0; row < rows.rows(); ++row) {
        const Real total = squares(rows, row);
        if (total == 0)
            continue;
        Real along = 0;
        for (Index at = 0; at < rows.cols(); ++at)
            along += upstream(row, at) * rows(row, at);
        for (Index at = 0; at < rows.cols(); ++at)
            result(row, at) =
                (upstream(row, at) - along * rows(row, at) / total) / std::sqrt(total);
    }
}

void explain_turn_back(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.label = "what turns the row";
    if (length(cell, 1, row).number == 0)
        return leave_undefined(made, name(cell, 1, row), "gradient");
    const auto of = [&](std::size_t input, Index at) {
        return expression::number(cell.factor(input, row, at));
    };
    std::vector<Expression> along, size;
    for (Index at = 0; at < cell.shape(1).columns; ++at) {
        along.push_back(expression::product({of(0, at), of(1, at)}));
        size.push_back(expression::square(of(1, at)));
    }
    const Expression total = expression::series(size);
    made.rule = Rule::Expression;
    made.expression = expression::quotient(
        expression::difference(
            of(0, column),
            expression::quotient(expression::product({expression::series(along), of(1, column)}),
                                 total)),
        expression::root(total));
}

} // namespace

constinit const Operation cosine_scores{
    "cosine_scores",
    cosine_scores_shape,
    run_cosine_scores,
    explain_cosine_scores,
    [](const Naming&) { return std::string("q · k / (|q| |k|)"); },
    cosine_scores_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : Spot{0, at.row}};
    }};

constinit const Operation unit_rows{
    "unit_rows",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> { return inputs[0]; },
    make_unit,
    explain_unit,
    [](const Naming& naming) { return naming.inputs[0] + " over lengths"; },
    [](Backward& back) {
        return Gradients{back.add(unit_rows_back, {back.upstream(), back.input(0)})};
    }};

constinit const Operation unit_rows_back{
    "unit_rows_back",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        if (inputs[0] != inputs[1])
            return Error{"the gradient is " + to_text(inputs[0]) + ", expected " +
                         to_text(inputs[1])};
        return inputs[1];
    },
    turn_back,
    explain_turn_back,
    [](const Naming& naming) {
        const std::string &g = naming.inputs[0], &m = naming.inputs[1];
        return "(" + g + " − (" + g + " · " + m + ") " + m + " / |" + m + "|²) / |" + m + "|";
    },
    nullptr,
    only_a_step};

} // namespace attn::operation
