// SPDX-License-Identifier: MIT
// The sum of each row or column, and lines less their number or divided by it. Layer normalisation
// subtracts the mean from each row and divides by the deviation (Ba, Kiros and Hinton 2016, eq. 4).

#include "core/engine/graph/operation.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/operations/rows.h"
#include "core/engine/pass/normalise.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace attn {

// Shared by operations on rows or columns: one number for each line, as an input beside a stage or
// as the result. With Axis::Rows lines are rows, and their numbers form an n × 1 matrix.

inline bool are_rows(const Options& options) {
    return std::get<Axis>(options) == Axis::Rows;
}

/// `Operation::by_rows` for an operation on lines. Null if lines are columns: a number then depends
/// on every row.
template <RunRows* some>
RunRows* where_rows(const Node& node) {
    return are_rows(node.options) ? some : nullptr;
}

/// Returns the shape of one number for each line of the first input.
inline Result<Shape> shape_of_lines(const Options& options, std::span<const Shape> inputs) {
    return are_rows(options) ? Shape{inputs[0].rows, 1} : Shape{1, inputs[0].columns};
}

/// Returns the first input's shape if the second input has one number for each of its lines.
inline Result<Shape> shape_beside_lines(const Options& options, std::span<const Shape> inputs) {
    const Shape line = *shape_of_lines(options, inputs.first(1));
    if (inputs[1] != line)
        return Error{"it has " + to_text(inputs[1]) + " numbers for its lines, expected " +
                     to_text(line)};
    return inputs[0];
}

/// Sums each line in plain order.
Matrix added_lines(Axis axis, const Matrix& of);

/// Explains a cell that is computed from a whole line of the first input: adds every number of the
/// line as a term.
void add_line(const Cell& cell, Derivation& made);
/// Names the line that the cell belongs to: "X[1,·]".
std::string line_name(const Cell& cell);

/// Returns the second input's number for the line of the cell, with its name.
inline Factor beside(const Cell& cell) {
    return are_rows(cell.node().options) ? cell.factor(1, cell.place.row, 0)
                                         : cell.factor(1, 0, cell.place.column);
}
inline std::string name_beside(const Cell& cell) {
    const Place place = beside(cell).place;
    return cell.name(1, place.row, place.column);
}

/// Returns "each row of X", as it is written.
std::string each_line(const Naming& naming);

/// Readers of a number: for an input number, its line's result; for the number beside a line, the
/// first result of that line.
std::vector<Spot> at_its_line(std::size_t input, const Spot& at, const Shape& shape);

} // namespace attn

namespace attn::operation {

// The squares of each row, for operations that divide rows by their size.

inline Real epsilon_of(const Options& options) {
    return std::get<Epsilon>(options).epsilon;
}

/// Computes Σ x² for each row.
inline void add_squares(const RowsOf<const Real>& of, RowsOf<Real> result) {
    add_rows(of.data, of.count, of.columns, result.data,
             [](Real number) { return number * number; });
}

/// Builds the expression Σ x² / divisor for the cell's row.
inline Expression shared_squares(const Cell& cell, Index divisor) {
    std::vector<Expression> squares;
    for (Index column = 0; column < cell.shape(0).columns; ++column)
        squares.push_back(
            expression::square(expression::number(cell.factor(0, cell.place.row, column))));
    return expression::quotient(expression::series(std::move(squares)),
                                expression::constant(static_cast<Real>(divisor)));
}

} // namespace attn::operation

namespace attn {

Matrix added_lines(Axis axis, const Matrix& of) {
    if (axis == Axis::Rows) {
        Matrix sums(of.rows(), 1);
        add_rows(of.data(), of.rows(), of.cols(), sums.data());
        return sums;
    }
    Matrix sums = Matrix::Zero(1, of.cols());
    for (Index row = 0; row < of.rows(); ++row)
        sums.row(0) += of.row(row);
    return sums;
}

void add_line(const Cell& cell, Derivation& made) {
    const bool rows = are_rows(cell.node().options);
    const Index count = rows ? cell.shape(0).columns : cell.shape(0).rows;
    for (Index at = 0; at < count; ++at)
        made.terms.push_back(
            {{rows ? cell.factor(0, cell.place.row, at) : cell.factor(0, at, cell.place.column)}});
}

std::string line_name(const Cell& cell) {
    return are_rows(cell.node().options) ? cell.name(0, std::to_string(cell.place.row), "·")
                                         : cell.name(0, "·", std::to_string(cell.place.column));
}

std::string each_line(const Naming& naming) {
    return (are_rows(naming.options) == naming.by_rows ? "each row of " : "each column of ") +
           naming.inputs[0];
}

std::vector<Spot> at_its_line(std::size_t, const Spot& at, const Shape& shape) {
    return {{std::min(at.row, shape.rows - 1), std::min(at.column, shape.columns - 1)}};
}

namespace operation {
namespace {

template <bool is_quotient>
Real combined(Real number, Real other) {
    return is_quotient ? number / other : number - other;
}

template <bool is_quotient>
void combine_rows(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    for (Index row = 0; row < result.count; ++row) {
        const Real* const from = inputs[0][row];
        Real* const to = result[row];
        const Real other = inputs[1][row][0];
        if constexpr (is_quotient)
            kernels().divide(from, other, to, result.columns);
        else
            std::transform(from, from + result.columns, to,
                           [&](Real number) { return number - other; });
    }
}

template <bool is_quotient>
void combine(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    if (are_rows(options))
        return run_rows_alike<combine_rows<is_quotient>>(options, inputs, result);
    result.resize(inputs[0]->rows(), inputs[0]->cols());
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) =
                combined<is_quotient>((*inputs[0])(row, column), (*inputs[1])(0, column));
}

void add_some_rows(const Options&, std::span<const RowsOf<const Real>> inputs,
                   RowsOf<Real> result) {
    add_rows(inputs[0].data, inputs[0].count, inputs[0].columns, result.data);
}

Repeated along(const Backward& back) {
    const Axis axis = std::get<Axis>(back.options());
    return {axis, axis == Axis::Rows ? back.shape(0).columns : back.shape(0).rows};
}

/// The gradients of x − l, where l is subtracted from a whole line: −Σ of the line for l.
Gradients less_gradient(Backward& back) {
    const std::size_t sums = back.add(line_sum, {back.upstream()}, back.options());
    return {back.upstream(), back.add(negative, {sums})};
}

/// The gradients of y = x / l: g / l for x, and −Σ g ⊙ y / l for l.
Gradients over_gradient(Backward& back) {
    const std::size_t of_x = back.add(over_line, {back.upstream(), back.input(1)}, back.options());
    const std::size_t shared = back.add(each, {of_x, back.self()});
    const std::size_t sums = back.add(line_sum, {shared}, back.options());
    return {of_x, back.add(negative, {sums})};
}

} // namespace

constinit const Operation line_sum{
    "line_sum",
    shape_of_lines,
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        if (are_rows(options))
            run_all_rows(add_some_rows, options, inputs, 1, result);
        else
            result = added_lines(Axis::Columns, *inputs[0]);
    },
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::SumOfProducts;
        add_line(cell, made);
        made.formula = "Σ " + line_name(cell);
    },
    [](const Naming& naming) {
        const bool rows = are_rows(naming.options) == naming.by_rows;
        return (rows ? "Σ_{row} " : "Σ_{column} ") + naming.inputs[0];
    },
    [](Backward& back) { return Gradients{back.add(repeated, {back.upstream()}, along(back))}; },
    {},
    at_its_line,
    where_rows<add_some_rows>};

constinit const Operation less_line{
    "less_line",
    shape_beside_lines,
    combine<false>,
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::SumOfProducts;
        made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}},
                      {{beside(cell)}, true}};
        made.formula = cell.name(0, cell.place.row, cell.place.column) + " − " + name_beside(cell);
    },
    [](const Naming& naming) { return naming.inputs[0] + " − " + naming.inputs[1]; },
    less_gradient,
    {},
    at_its_line,
    where_rows<combine_rows<false>>};

constinit const Operation over_line{
    "over_line",
    shape_beside_lines,
    combine<true>,
    [](const Cell& cell, Derivation& made) {
        const Factor line = beside(cell);
        made.rule = Rule::Quotient;
        made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}}};
        made.divisors = {{name_beside(cell), line.value, false, true, line.place}};
        made.formula =
            cell.name(0, cell.place.row, cell.place.column) + " / " + made.divisors[0].symbol;
    },
    [](const Naming& naming) { return naming.inputs[0] + " / " + naming.inputs[1]; },
    over_gradient,
    {},
    at_its_line,
    where_rows<combine_rows<true>>};

} // namespace operation
} // namespace attn

namespace attn::operation {

// The mean of each row or column: μ = Σ x / n, the first step of layer normalisation (Ba, Kiros and
// Hinton 2016, eq. 3). In the gradient every number of a line gets the same share, 1 / n.

namespace {

Index length(Axis axis, Index rows, Index columns) {
    return axis == Axis::Rows ? columns : rows;
}

Divisor by_count(Index count) {
    return {"", static_cast<Real>(count), false};
}

void average_rows(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_rows(of.data, of.count, of.columns, result.data);
    kernels().divide(result.data, static_cast<Real>(of.columns), result.data, result.count);
}

void run_line_mean(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    if (are_rows(options))
        return run_all_rows(average_rows, options, inputs, 1, result);
    result = added_lines(Axis::Columns, *inputs[0]);
    result /= static_cast<Real>(inputs[0]->rows());
}

void explain_line_mean(const Cell& cell, Derivation& made) {
    const Shape& of = cell.shape(0);
    const Index count = length(std::get<Axis>(cell.node().options), of.rows, of.columns);
    made.rule = Rule::Quotient;
    add_line(cell, made);
    made.divisors = {by_count(count)};
    made.formula = "Σ " + line_name(cell) + " / " + std::to_string(count);
    made.label = "mean";
}

Gradients line_mean_gradient(Backward& back) {
    const Axis axis = std::get<Axis>(back.options());
    const Index count = length(axis, back.shape(0).rows, back.shape(0).columns);
    const std::size_t share =
        back.add(scaled, {back.upstream()}, std::vector<Divisor>{by_count(count)});
    return {back.add(repeated, {share}, Repeated{axis, count})};
}

} // namespace

constinit const Operation line_mean{
    "line_mean",
    shape_of_lines,
    run_line_mean,
    explain_line_mean,
    [](const Naming& naming) { return "mean of " + each_line(naming); },
    line_mean_gradient,
    {},
    at_its_line,
    where_rows<average_rows>};

// The root mean square of each row, √(Σ x² / n + ε). For centred rows it is the deviation of layer
// normalisation (Ba, Kiros and Hinton 2016, eq. 3), for others the divisor of RMSNorm (Zhang and
// Sennrich 2019, eq. 4).

namespace {

Result<Shape> root_mean_square_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(epsilon_of(options), "ε"); !fits)
        return fits.error();
    return Shape{inputs[0].rows, 1};
}

void average_squares(const Options& options, std::span<const RowsOf<const Real>> inputs,
                     RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_squares(of, result);
    for (Index row = 0; row < result.count; ++row)
        result.data[row] =
            std::sqrt(result.data[row] / static_cast<Real>(of.columns) + epsilon_of(options));
}

void run_root_mean_square(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    run_all_rows(average_squares, options, inputs, 1, result);
}

void explain_root_mean_square(const Cell& cell, Derivation& made) {
    made.rule = Rule::Expression;
    made.expression = expression::root(
        expression::sum({shared_squares(cell, cell.shape(0).columns),
                         expression::constant(epsilon_of(cell.node().options), "ε")}));
    made.label = "root mean square";
}

/// The gradient of r = √(Σ x² / n + ε): x g / (n r).
Gradients root_mean_square_gradient(Backward& back) {
    const auto count = static_cast<Real>(back.shape(0).columns);
    const std::size_t divided = back.add(over_line, {back.upstream(), back.self()}, Axis::Rows);
    const std::size_t share = back.add(scaled, {divided}, std::vector<Divisor>{{"", count, false}});
    return {back.add(times_line, {back.input(0), share}, Axis::Rows)};
}

} // namespace

constinit const Operation root_mean_square{
    "root_mean_square",
    root_mean_square_shape,
    run_root_mean_square,
    explain_root_mean_square,
    [](const Naming& naming) { return "√(mean of " + naming.inputs[0] + "² + ε)"; },
    root_mean_square_gradient,
    {},
    at_its_line,
    always<average_squares>};

// The sample deviation of each centred row, plus ε: √(Σ c² / (n − 1)) + ε. "The Annotated
// Transformer" (Rush 2018; Huang et al. 2022), class LayerNorm, and programs that follow it divide
// by it, because std of PyTorch divides by n − 1. If a row has only zeros its gradient is 0, as in
// PyTorch.

namespace {

Result<Shape> sample_deviation_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(epsilon_of(options), "ε"); !fits)
        return fits.error();
    if (inputs[0].columns < 2)
        return Error{"it divides by n − 1, but " + to_text(inputs[0]) + " has one column"};
    return Shape{inputs[0].rows, 1};
}

void deviate(const Options& options, std::span<const RowsOf<const Real>> inputs,
             RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_squares(of, result);
    for (Index row = 0; row < result.count; ++row)
        result.data[row] =
            std::sqrt(result.data[row] / static_cast<Real>(of.columns - 1)) + epsilon_of(options);
}

void run_sample_deviation(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    run_all_rows(deviate, options, inputs, 1, result);
}

void explain_sample_deviation(const Cell& cell, Derivation& made) {
    made.rule = Rule::Expression;
    made.expression =
        expression::sum({expression::root(shared_squares(cell, cell.shape(0).columns - 1)),
                         expression::constant(epsilon_of(cell.node().options), "ε")});
    made.label = "sample deviation";
}

/// The gradient of s = √(Σ c² / (n − 1)) + ε: g c / (‖c‖ √(n − 1)).
Gradients sample_deviation_gradient(Backward& back) {
    const auto less_one = static_cast<Real>(back.shape(0).columns - 1);
    const std::size_t share =
        back.add(scaled, {back.upstream()}, std::vector<Divisor>{{"", less_one, true}});
    const std::size_t direction = back.add(unit_rows, {back.input(0)});
    return {back.add(times_line, {direction, share}, Axis::Rows)};
}

} // namespace

constinit const Operation sample_deviation{
    "sample_deviation",
    sample_deviation_shape,
    run_sample_deviation,
    explain_sample_deviation,
    [](const Naming& naming) { return "√(Σ " + naming.inputs[0] + "² / (n − 1)) + ε"; },
    sample_deviation_gradient,
    {},
    at_its_line,
    always<deviate>};

// Multiplies every row by a learned row γ and adds a learned row β if there is one: the last step
// of layer normalisation (Ba, Kiros and Hinton 2016, eq. 4) and of RMSNorm, which has no β (Zhang
// and Sennrich 2019, eq. 4).

namespace {

Result<Shape> stretched_shape(const Options&, std::span<const Shape> inputs) {
    const Shape row{1, inputs[0].columns};
    for (std::size_t at = 1; at < inputs.size(); ++at)
        if (inputs[at] != row)
            return Error{std::string("its ") + (at == 1 ? "γ" : "β") + " is " +
                         to_text(inputs[at]) + ", expected " + to_text(row)};
    return inputs[0];
}

void stretch(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    const Real* const gamma = inputs[1].data;
    const Real* const beta = inputs.size() > 2 ? inputs[2].data : nullptr;
    for (Index row = 0; row < result.count; ++row) {
        const Real* const from = inputs[0][row];
        Real* const to = result[row];
        for (Index column = 0; column < result.columns; ++column)
            to[column] = from[column] * gamma[column];
        for (Index column = 0; beta && column < result.columns; ++column)
            to[column] += beta[column];
    }
}

void explain_stretched(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column), cell.factor(1, 0, column)}}};
    made.formula = cell.name(0, row, column) + " · " + cell.name(1, 0, column);
    made.label = "stretched";
    if (cell.node().inputs.size() > 2) {
        made.terms.push_back({{cell.factor(2, 0, column)}});
        made.formula += " + " + cell.name(2, 0, column);
        made.label = "stretched and moved";
    }
}

std::string stretched_formula(const Naming& naming) {
    return naming.inputs[0] + " ⊙ " + naming.inputs[1] +
           (naming.inputs.size() > 2 ? " + " + naming.inputs[2] : "");
}

Gradients stretched_gradient(Backward& back) {
    const std::size_t shared = back.add(each, {back.upstream(), back.input(0)});
    Gradients gradients{back.add(times_line, {back.upstream(), back.input(1)}, Axis::Columns),
                        back.add(line_sum, {shared}, Axis::Columns)};
    if (back.node().inputs.size() > 2)
        gradients.push_back(back.add(line_sum, {back.upstream()}, Axis::Columns));
    return gradients;
}

} // namespace

constinit const Operation stretched{
    "stretched",
    stretched_shape,
    run_rows_alike<stretch>,
    explain_stretched,
    stretched_formula,
    stretched_gradient,
    {},
    // γ and β are first read in the first row.
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; },
    always<stretch>};

// Multiplies each row or column by its number, or repeats such a number along its line: gradients
// of numbers that belong to a whole line.

namespace {

void multiply(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) *=
                are_rows(options) ? (*inputs[1])(row, 0) : (*inputs[1])(0, column);
}

void explain_times_line(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column), beside(cell)}}};
    made.formula = cell.name(0, row, column) + " · " + name_beside(cell);
}

Gradients times_line_gradient(Backward& back) {
    const std::size_t shared = back.add(each, {back.upstream(), back.input(0)});
    return {back.add(times_line, {back.upstream(), back.input(1)}, back.options()),
            back.add(line_sum, {shared}, back.options())};
}

const Repeated& how(const Options& options) {
    return std::get<Repeated>(options);
}

Result<Shape> repeated_shape(const Options& options, std::span<const Shape> inputs) {
    const auto& [axis, count] = how(options);
    const bool rows = axis == Axis::Rows;
    if ((rows ? inputs[0].columns : inputs[0].rows) != 1)
        return Error{"it repeats " + to_text(inputs[0]) + " numbers, expected one for each " +
                     (rows ? "row" : "column")};
    return rows ? Shape{inputs[0].rows, count} : Shape{count, inputs[0].columns};
}

void repeat(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const auto& [axis, count] = how(options);
    result = axis == Axis::Rows ? inputs[0]->replicate(1, count) : inputs[0]->replicate(count, 1);
}

void explain_repeated(const Cell& cell, Derivation& made) {
    const bool rows = how(cell.node().options).axis == Axis::Rows;
    const Factor from =
        rows ? cell.factor(0, cell.place.row, 0) : cell.factor(0, 0, cell.place.column);
    made.rule = Rule::SumOfProducts;
    made.terms = {{{from}}};
    made.formula = cell.name(0, from.place.row, from.place.column);
    made.label = "as in " + std::string(from.place.sheet.stage.name());
}

} // namespace

constinit const Operation times_line{
    "times_line",
    shape_beside_lines,
    multiply,
    explain_times_line,
    [](const Naming& naming) { return naming.inputs[0] + " ⊙ " + naming.inputs[1]; },
    times_line_gradient,
    {},
    at_its_line};

constinit const Operation repeated{
    "repeated",
    repeated_shape,
    repeat,
    explain_repeated,
    [](const Naming& naming) {
        const bool rows = (how(naming.options).axis == Axis::Rows) == naming.by_rows;
        return naming.inputs[0] + (rows ? " in every column" : " in every row");
    },
    [](Backward& back) {
        return Gradients{back.add(line_sum, {back.upstream()}, how(back.options()).axis)};
    },
    {},
    at_its_line};

} // namespace attn::operation
