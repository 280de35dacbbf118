// SPDX-License-Identifier: MIT
// The sum of each row or column, and lines less their number or divided by it.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {
namespace {

bool by_rows(const Options& options) {
    return std::get<Axis>(options) == Axis::Rows;
}

Result<Shape> shape_of_sums(const Options& options, std::span<const Shape> inputs) {
    return by_rows(options) ? Shape{inputs[0].rows, 1} : Shape{1, inputs[0].columns};
}

void add_up(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix& of = *inputs[0];
    result = by_rows(options) ? Matrix::Zero(of.rows(), 1) : Matrix::Zero(1, of.cols());
    for (Index row = 0; row < of.rows(); ++row)
        for (Index column = 0; column < of.cols(); ++column)
            result(by_rows(options) ? row : 0, by_rows(options) ? 0 : column) += of(row, column);
}

void explain_sum(const Cell& cell, Derivation& made) {
    const bool rows = by_rows(cell.node().options);
    const Index count = rows ? cell.shape(0).columns : cell.shape(0).rows;
    const std::string line = std::to_string(rows ? cell.place.row : cell.place.column);
    made.rule = Rule::SumOfProducts;
    for (Index at = 0; at < count; ++at)
        made.terms.push_back(
            {{rows ? cell.factor(0, cell.place.row, at) : cell.factor(0, at, cell.place.column)}});
    made.formula = "Σ " + (rows ? cell.name(0, line, "·") : cell.name(0, "·", line));
}

/// One number for each line beside the stage.
Result<Shape> shape_beside(const Options& options, std::span<const Shape> inputs) {
    const Shape line = *shape_of_sums(options, inputs.first(1));
    if (inputs[1] != line)
        return Error{"it has " + to_text(inputs[1]) + " numbers for its lines, expected " +
                     to_text(line)};
    return inputs[0];
}

template <bool is_quotient>
void combine(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column) {
            const Real other = by_rows(options) ? (*inputs[1])(row, 0) : (*inputs[1])(0, column);
            if (is_quotient)
                result(row, column) /= other;
            else
                result(row, column) -= other;
        }
}

Factor of_line(const Cell& cell) {
    return by_rows(cell.node().options) ? cell.factor(1, cell.place.row, 0)
                                        : cell.factor(1, 0, cell.place.column);
}

std::string name_of_line(const Cell& cell) {
    const Place place = of_line(cell).place;
    return cell.name(1, place.row, place.column);
}

} // namespace

constinit const Operation line_sum{"line_sum",
                                   shape_of_sums,
                                   add_up,
                                   explain_sum,
                                   [](const Naming& naming) {
                                       const bool rows = by_rows(naming.options) == naming.by_rows;
                                       return std::string(rows ? "sum of each row of "
                                                               : "sum of each column of ") +
                                              naming.inputs[0];
                                   },
                                   nullptr,
                                   "it is a step of gradients, of which no gradient is taken"};

constinit const Operation less_line{
    "less_line",
    shape_beside,
    combine<false>,
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::SumOfProducts;
        made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}},
                      {{of_line(cell)}, true}};
        made.formula = cell.name(0, cell.place.row, cell.place.column) + " − " + name_of_line(cell);
    },
    [](const Naming& naming) { return naming.inputs[0] + " − " + naming.inputs[1]; },
    nullptr,
    "it is a step of gradients, of which no gradient is taken"};

constinit const Operation over_line{
    "over_line",
    shape_beside,
    combine<true>,
    [](const Cell& cell, Derivation& made) {
        const Factor line = of_line(cell);
        made.rule = Rule::Quotient;
        made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}}};
        made.divisors = {{name_of_line(cell), line.value, false, true, line.place}};
        made.formula =
            cell.name(0, cell.place.row, cell.place.column) + " / " + made.divisors[0].symbol;
    },
    [](const Naming& naming) { return naming.inputs[0] + " / " + naming.inputs[1]; },
    nullptr,
    "it is a step of gradients, of which no gradient is taken"};

} // namespace attn::operation
