// SPDX-License-Identifier: MIT
// Scores that fall with the distance of query and key: score − m·|i − j|, with a slope m for each
// head (attention with linear biases; Press, Smith and Lewis 2022, section 3). The bias is added
// after the scale, so the scale does not divide it; a temperature divides both.

#include "core/engine/numbers/positions.h"

#include "core/base/number_text.h"
#include "core/engine/graph/operation.h"
#include "core/engine/operations/rows.h"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace attn::operation {
namespace {

Real slope(const Options& options) {
    return std::get<Slope>(options).slope;
}
Real temperature(const Options& options) {
    return std::get<Slope>(options).temperature;
}

Real distance(Index row, Index column) {
    return static_cast<Real>(std::abs(row - column));
}

Result<Shape> alibi_shape(const Options& options, std::span<const Shape> inputs) {
    if (!std::isfinite(slope(options)))
        return Error{"its slope is " + shortest(slope(options)) + ", expected a number"};
    return inputs[0];
}

void run_alibi(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) -= slope(options) * distance(row, column) / temperature(options);
}

void explain_alibi(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::Expression;
    made.label = "less for its distance";
    const Options& options = cell.node().options;
    Expression bias = expression::product(
        {expression::constant(slope(options), "m"), expression::constant(distance(row, column))});
    if (temperature(options) != 1)
        bias = expression::quotient(std::move(bias),
                                    expression::constant(temperature(options), "temperature"));
    made.expression =
        expression::difference(expression::number(cell.factor(0, row, column)), std::move(bias));
}

std::string alibi_formula(const Naming& naming) {
    const Real by = temperature(naming.options);
    return naming.inputs[0] + " − m·|i − j|" + (by == 1 ? "" : " / " + shortest(by));
}

} // namespace

constinit const Operation alibi{
    "alibi",
    alibi_shape,
    run_alibi,
    explain_alibi,
    alibi_formula,
    [](Backward& back) { return Gradients{back.upstream()}; },
    {},
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

// Adds to each score a learned number for the distance of the key from the query: near distances
// have a number each, far ones share one (T5's relative positions; Raffel et al. 2020, section
// 2.1). They are added after the scale; a temperature divides both.

namespace {

const Buckets& buckets(const Options& options) {
    return std::get<Buckets>(options);
}

/// Whether the table of numbers fits.
Result<> bucketed_fits(const Options& options, const Shape& table) {
    const Buckets& how = buckets(options);
    const Index fewest = fewest_buckets(how);
    if (table.rows != 1 || table.columns < fewest)
        return Error{"its table of buckets is " + to_text(table) +
                     ", expected one row of at least " + std::to_string(fewest) +
                     (how.both_ways ? " numbers for both directions" : " numbers")};
    const Index single = single_buckets(table.columns, how);
    if (how.furthest <= single)
        return Error{"its furthest distance is " + std::to_string(how.furthest) +
                     ", expected more than " + std::to_string(single) +
                     ", the distances that have a bucket each"};
    return Nothing{};
}

Result<Shape> bucketed_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fitting = bucketed_fits(options, inputs[1]); !fitting)
        return fitting.error();
    return inputs[0];
}

void run_bucketed(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix& table = *inputs[1];
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) += table(0, bucket(column - row, table.cols(), buckets(options))) /
                                   buckets(options).temperature;
}

/// Explains a score with the number in row `from_row` and column `from_column` of the second input
/// added to it, which a temperature divides.
void explain_added(const Cell& cell, Derivation& made, Index from_row, Index from_column,
                   Real temperature) {
    const Index row = cell.place.row, column = cell.place.column;
    const auto added = cell.factor(1, from_row, from_column);
    if (temperature != 1) {
        made.rule = Rule::Expression;
        made.expression = expression::sum(
            {expression::number(cell.factor(0, row, column)),
             expression::quotient(expression::number(added),
                                  expression::constant(temperature, "temperature"))});
        return;
    }
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column)}}, {{added}}};
    made.formula = cell.name(0, row, column) + " + " + cell.name(1, from_row, from_column);
}

void explain_bucketed(const Cell& cell, Derivation& made) {
    const Buckets& how = buckets(cell.node().options);
    const Index at = bucket(cell.place.column - cell.place.row, cell.shape(1).columns, how);
    made.label = "score + bucket " + std::to_string(at);
    explain_added(cell, made, 0, at, how.temperature);
}

void add_up(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix& from = *inputs[0];
    const Index count = inputs[1]->cols();
    result = Matrix::Zero(1, count);
    for (Index row = 0; row < from.rows(); ++row)
        for (Index column = 0; column < from.cols(); ++column)
            result(0, bucket(column - row, count, buckets(options))) += from(row, column);
    result /= buckets(options).temperature;
}

void explain_bucket_sum(const Cell& cell, Derivation& made) {
    const Shape& from = cell.shape(0);
    const Index count = cell.shape(1).columns;
    made.rule = Rule::SumOfProducts;
    for (Index row = 0; row < from.rows; ++row)
        for (Index column = 0; column < from.columns; ++column)
            if (bucket(column - row, count, buckets(cell.node().options)) == cell.place.column)
                made.terms.push_back({{cell.factor(0, row, column)}});
    made.formula =
        "Σ " + cell.name(0, "i", "j") + " in bucket " + std::to_string(cell.place.column);
    if (const Real by = buckets(cell.node().options).temperature; by != 1) {
        made.rule = Rule::Quotient;
        made.divisors = {{"temperature", by, false}};
        made.formula += " / temperature";
    }
}

std::string away(const Naming& naming) {
    return naming.by_rows ? "bucket(j − i)" : "bucket(i − j)";
}
std::string over(const Naming& naming) {
    const Real temperature = buckets(naming.options).temperature;
    return temperature == 1 ? "" : " / " + shortest(temperature);
}

} // namespace

constinit const Operation bucketed{
    "bucketed",
    bucketed_shape,
    run_bucketed,
    explain_bucketed,
    [](const Naming& naming) {
        return naming.inputs[0] + " + " + naming.inputs[1] + "[" + away(naming) + "]" +
               over(naming);
    },
    [](Backward& back) {
        return Gradients{back.upstream(),
                         back.add(bucket_sums, {back.upstream(), back.input(1)}, back.options())};
    }};

constinit const Operation bucket_sums{
    "bucket_sums",
    [](const Options& options, std::span<const Shape> inputs) -> Result<Shape> {
        if (const auto fitting = bucketed_fits(options, inputs[1]); !fitting)
            return fitting.error();
        return inputs[1];
    },
    add_up,
    explain_bucket_sum,
    [](const Naming& naming) {
        return "sum of " + naming.inputs[0] + " by " + away(naming) + over(naming);
    },
    nullptr,
    "it is a step of a gradient, and gradients of gradients are not computed"};

// Adds to each score a number of its own, after the scale: torch's scaled_dot_product_attention
// with an attn_mask of numbers. A temperature divides both.

namespace {

Real bias_over(const Options& options) {
    return std::get<Tempered>(options).temperature;
}

void add_bias(const Options& options, std::span<const RowsOf<const Real>> inputs,
              RowsOf<Real> result) {
    cells(result) = cells(inputs[0]) + cells(inputs[1]) / bias_over(options);
}

void explain_with_bias(const Cell& cell, Derivation& made) {
    explain_added(cell, made, cell.place.row, cell.place.column, bias_over(cell.node().options));
}

Gradients with_bias_gradient(Backward& back) {
    const Real by = bias_over(back.options());
    return {back.upstream(), by == 1 ? back.upstream()
                                     : back.add(scaled, {back.upstream()},
                                                std::vector<Divisor>{{"temperature", by, false}})};
}

} // namespace

constinit const Operation with_bias{"with_bias",
                                    same_shapes,
                                    run_rows_alike<add_bias>,
                                    explain_with_bias,
                                    [](const Naming& naming) {
                                        const Real by = bias_over(naming.options);
                                        return naming.inputs[0] + " + " + naming.inputs[1] +
                                               (by == 1 ? "" : " / " + shortest(by));
                                    },
                                    with_bias_gradient,
                                    {},
                                    at_the_same_place,
                                    always<add_bias>};

// Rotates queries or keys by the places of their words: a pair (x, y) of columns becomes (x cos a −
// y sin a, x sin a + y cos a) with a = place · base^(−2i/d), so that a score depends on how far
// apart two words are. Rotary position embedding, Su et al. 2021, eq. 34; the pairs are neighbours
// as there, or halves as in most models. If only the first columns are rotated, as in GPT-J,
// GPT-NeoX and Phi, d is their number and the other columns stay.

namespace {

const Rotation& rotation(const Options& options) {
    return std::get<Rotation>(options);
}

/// The columns of a pair.
struct Pair {
    Index number, x, y;
};

Pair pair(Index number, Index width, bool neighbours) {
    return neighbours ? Pair{number, 2 * number, 2 * number + 1}
                      : Pair{number, number, number + width / 2};
}

/// How many of the columns are rotated.
Index turned_columns(const Rotation& how, Index width) {
    return how.columns == 0 ? width : how.columns;
}

Pair pair_of(Index column, Index width, bool neighbours) {
    return pair(neighbours ? column / 2 : column % (width / 2), width, neighbours);
}

Result<Shape> rotated_shape(const Options& options, std::span<const Shape> inputs) {
    const Index width = inputs[0].columns, columns = rotation(options).columns;
    if (columns < 0 || columns > width || columns % 2 != 0)
        return Error{"it turns " + std::to_string(columns) + " columns of " + to_text(inputs[0]) +
                     "; expected an even number of them up to " + std::to_string(width)};
    if (columns == 0 && width % 2 != 0)
        return Error{"it turns pairs of columns, but " + to_text(inputs[0]) +
                     " has an odd number of them"};
    if (const auto fits = above_zero(rotation(options).base, "the base of its angles"); !fits)
        return fits.error();
    return inputs[0];
}

template <bool is_back>
void run_rotated(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix& from = *inputs[0];
    const Rotation& how = rotation(options);
    const Index width = turned_columns(how, from.cols());
    result.resize(from.rows(), from.cols());
    result.rightCols(from.cols() - width) = from.rightCols(from.cols() - width);
    for (Index number = 0; number < width / 2; ++number) {
        const Pair at = pair(number, width, how.neighbours);
        const Real step = turn(how.base, number, width);
        for (Index place = 0; place < from.rows(); ++place) {
            const Real angle = static_cast<Real>(place) * step;
            const Real cosine = std::cos(angle), sine = std::sin(angle);
            const Real x = from(place, at.x), y = from(place, at.y);
            result(place, at.x) = is_back ? x * cosine + y * sine : x * cosine - y * sine;
            result(place, at.y) = is_back ? y * cosine - x * sine : x * sine + y * cosine;
        }
    }
}

/// Explains x cos(place·θ) − y sin(place·θ), or the other number of the pair.
template <bool is_back>
void explain_rotated(const Cell& cell, Derivation& made) {
    const Rotation& how = rotation(cell.node().options);
    const Index width = turned_columns(how, cell.shape(0).columns), row = cell.place.row;
    if (cell.place.column >= width)
        return cell.copy(made, 0);
    const Pair at = pair_of(cell.place.column, width, how.neighbours);
    const auto turned = [&](std::string_view function, Index column) {
        const Expression angle =
            expression::product({expression::constant(static_cast<Real>(row)),
                                 expression::constant(turn(how.base, at.number, width),
                                                      "θ_{" + std::to_string(at.number) + "}")});
        return expression::product(
            {expression::number(cell.factor(0, row, column)), expression::call(function, {angle})});
    };
    made.rule = Rule::Expression;
    made.label = is_back ? "turned back" : "rotated";
    if (cell.place.column == at.x)
        made.expression = is_back
                              ? expression::sum({turned("cos", at.x), turned("sin", at.y)})
                              : expression::difference(turned("cos", at.x), turned("sin", at.y));
    else
        made.expression = is_back ? expression::difference(turned("cos", at.y), turned("sin", at.x))
                                  : expression::sum({turned("sin", at.x), turned("cos", at.y)});
}

template <bool is_back>
std::string rotated_formula(const Naming& naming) {
    const Rotation& how = rotation(naming.options);
    const std::string columns =
        how.columns == 0 ? "" : ", columns below " + std::to_string(how.columns);
    return naming.inputs[0] + columns + (is_back ? " turned by −pos·" : " turned by pos·") +
           shortest(how.base) + "^{−2i/" + (how.columns == 0 ? "d" : std::to_string(how.columns)) +
           "}";
}

std::vector<Spot> same_place(std::size_t, const Spot& at, const Shape&) {
    return {at};
}

} // namespace

constinit const Operation rotated{
    "rotated",
    rotated_shape,
    run_rotated<false>,
    explain_rotated<false>,
    rotated_formula<false>,
    [](Backward& back) {
        return Gradients{back.add(rotated_back, {back.upstream()}, back.options())};
    },
    {},
    same_place};

constinit const Operation rotated_back{
    "rotated_back",
    rotated_shape,
    run_rotated<true>,
    explain_rotated<true>,
    rotated_formula<true>,
    [](Backward& back) { return Gradients{back.add(rotated, {back.upstream()}, back.options())}; },
    {},
    same_place};

// Word positions as sines and cosines: P(pos, 2i) = sin(pos / base^(2i/d)), P(pos, 2i + 1) = cos of
// the same (Vaswani et al. 2017, 3.5). Or all sines are before all cosines, with the same waves or
// with tensor2tensor's. Reads only the shape of its input stage.

namespace {

const Sinusoid& sinusoid(const Options& options) {
    return std::get<Sinusoid>(options);
}

Result<Shape> sinusoidal_shape(const Options& options, std::span<const Shape> inputs) {
    const Sinusoid& how = sinusoid(options);
    if (const auto fits = above_zero(how.base, "the base of its waves"); !fits)
        return fits.error();
    if (how.waves != Waves::Alternating && inputs[0].columns % 2 != 0)
        return Error{"sines and cosines have half of the columns each, but " + to_text(inputs[0]) +
                     " has an odd number of them"};
    return inputs[0];
}

void run_sinusoidal(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result.resize(inputs[0]->rows(), inputs[0]->cols());
    for (Index column = 0; column < result.cols(); ++column) {
        const Wave at = wave(sinusoid(options), column, result.cols());
        for (Index row = 0; row < result.rows(); ++row) {
            const Real angle = static_cast<Real>(row) / at.length;
            result(row, column) = at.is_cosine ? std::cos(angle) : std::sin(angle);
        }
    }
}

void explain_sinusoidal(const Cell& cell, Derivation& made) {
    const Sinusoid& how = sinusoid(cell.node().options);
    const Wave at = wave(how, cell.place.column, cell.shape(0).columns);
    const std::string length =
        shortest(how.base) + "^{" + std::to_string(at.of) + "/" + std::to_string(at.over) + "}";
    made.rule = Rule::Expression;
    made.label = at.is_cosine ? "cosine of the place" : "sine of the place";
    made.expression = expression::call(
        at.is_cosine ? "cos" : "sin",
        {expression::quotient(expression::constant(static_cast<Real>(cell.place.row)),
                              expression::constant(at.length, length))});
}

std::string sinusoidal_formula(const Naming& naming) {
    const Sinusoid& how = sinusoid(naming.options);
    const std::string place = "pos / " + shortest(how.base);
    switch (how.waves) {
    case Waves::Alternating:
        return "sin, cos of " + place + "^{2i/d}";
    case Waves::Halves:
        return "sin, then cos of " + place + "^{2i/d}";
    case Waves::Tensor2Tensor:
        break;
    }
    return "sin, then cos of " + place + "^{i/(d/2 − 1)}";
}

} // namespace

constinit const Operation sinusoidal{
    "sinusoidal",
    sinusoidal_shape,
    run_sinusoidal,
    explain_sinusoidal,
    sinusoidal_formula,
    [](Backward&) { return Gradients{std::nullopt}; },
    "it follows from the places of the words, not from their numbers"};

} // namespace attn::operation
