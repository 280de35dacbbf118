// SPDX-License-Identifier: MIT
// Adds to each score a learned number for the distance of the key from the query: near distances
// have a number each, far ones share one (T5's relative positions; Raffel et al. 2020, section
// 2.1). They are added after the scale; a temperature divides both.
#include "core/base/number_text.h"
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/positions.h"

namespace attn::operation {
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

void explain_bucketed(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    const Index at = bucket(column - row, cell.shape(1).columns, buckets(cell.node().options));
    made.label = "score + bucket " + std::to_string(at);
    if (const Real by = buckets(cell.node().options).temperature; by != 1) {
        made.rule = Rule::Expression;
        made.expression =
            expression::sum({expression::number(cell.factor(0, row, column)),
                             expression::quotient(expression::number(cell.factor(1, 0, at)),
                                                  expression::constant(by, "temperature"))});
        return;
    }
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column)}}, {{cell.factor(1, 0, at)}}};
    made.formula = cell.name(0, row, column) + " + " + cell.name(1, 0, at);
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

} // namespace attn::operation
