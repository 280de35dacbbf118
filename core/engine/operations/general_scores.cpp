// SPDX-License-Identifier: MIT
// Scores with a matrix between queries and keys: scores = Q W_S Kᵀ. The general score of Luong,
// Pham and Manning 2015, eq. 8.
#include "core/engine/operation.h"

namespace attn::operation {
namespace {

Result<Shape> general_scores_shape(const Options&, std::span<const Shape> inputs) {
    const Shape &queries = inputs[0], &between = inputs[1], &keys = inputs[2];
    if (between != Shape{queries.columns, keys.columns})
        return Error{"the matrix between queries and keys is " + to_text(between) + ", expected " +
                     to_text(Shape{queries.columns, keys.columns})};
    return Shape{queries.rows, keys.rows};
}

void run_general_scores(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &queries = *inputs[0], &between = *inputs[1], &keys = *inputs[2];
    result.resize(queries.rows(), keys.rows());
    for (Index row = 0; row < queries.rows(); ++row) {
        Vector met = Vector::Zero(keys.cols());
        for (Index a = 0; a < queries.cols(); ++a)
            for (Index b = 0; b < keys.cols(); ++b)
                met(b) += queries(row, a) * between(a, b);
        for (Index column = 0; column < keys.rows(); ++column) {
            Real total = 0;
            for (Index b = 0; b < keys.cols(); ++b)
                total += met(b) * keys(column, b);
            result(row, column) = total;
        }
    }
}

void explain_general_scores(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    const bool by_rows = cell.convention == Convention::TokensAsRows;
    made.rule = Rule::SumOfProducts;
    made.runs = Derivation::Runs::RowByRow;
    made.label = "q|W_{S}|k";
    for (Index b = 0; b < cell.shape(2).columns; ++b)
        for (Index a = 0; a < cell.shape(0).columns; ++a) {
            const Factor query = cell.factor(0, row, a), between = cell.factor(1, a, b),
                         key = cell.factor(2, column, b);
            made.terms.push_back(by_rows ? Term{{query, between, key}}
                                         : Term{{key, between, query}});
        }
    const std::string query = cell.name(0, std::to_string(row), "·"),
                      between = cell.name(1, "·", "·"),
                      key = cell.name(2, std::to_string(column), "·");
    made.formula =
        by_rows ? query + " · " + between + " · " + key : key + " · " + between + " · " + query;
}

std::string general_scores_formula(const Naming& naming) {
    const std::string &queries = naming.inputs[0], &between = naming.inputs[1],
                      keys = naming.inputs[2] + "^{T}";
    return naming.by_rows ? queries + " " + between + " " + keys
                          : keys + " " + between + " " + queries;
}

Gradients general_scores_gradient(Backward& back) {
    const std::size_t queries = back.input(0), between = back.input(1), keys = back.input(2);
    const std::size_t met = back.add(product_transposed, {keys, between});
    const std::size_t seen = back.add(transposed_product, {queries, back.upstream()});
    const std::size_t turned = back.add(transposed_product, {back.upstream(), queries});
    return {back.add(product, {back.upstream(), met}), back.add(product, {seen, keys}),
            back.add(product, {turned, between})};
}

} // namespace

constinit const Operation general_scores{
    "general_scores",
    general_scores_shape,
    run_general_scores,
    explain_general_scores,
    general_scores_formula,
    general_scores_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : input == 1 ? Spot{0, 0} : Spot{0, at.row}};
    }};

} // namespace attn::operation
