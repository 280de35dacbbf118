// SPDX-License-Identifier: MIT
// Scores with a matrix between queries and keys: scores = Q W_S Kᵀ. The general score of Luong,
// Pham and Manning 2015, eq. 8.

#include "core/base/number_text.h"
#include "core/engine/graph/operation.h"

#include <cmath>

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

// Scores by a small network: score[i,j] = Σ u[a]·tanh(A[i,a] + B[j,a]), where A and B are queries
// and keys times learned matrices (Bahdanau, Cho and Bengio 2015, section A.1.2); and the gradients
// of A, B and u.

namespace {

constexpr std::string_view only_a_step =
    "it is a step of a gradient, and gradients of gradients are not computed";

/// Says why A, B and u do not fit; they are the last three shapes.
Result<> additive_scores_fits(const Shape& a, const Shape& b, const Shape& u) {
    if (a.columns != b.columns)
        return Error{"rows of " + std::to_string(a.columns) + " and of " +
                     std::to_string(b.columns) + " numbers cannot be added"};
    if (u != Shape{1, a.columns})
        return Error{"what weighs their sums is " + to_text(u) + ", expected " +
                     to_text(Shape{1, a.columns})};
    return Nothing{};
}

Result<Shape> additive_scores_shape(const Options&, std::span<const Shape> inputs) {
    if (const auto fitting = additive_scores_fits(inputs[0], inputs[1], inputs[2]); !fitting)
        return fitting.error();
    return Shape{inputs[0].rows, inputs[1].rows};
}

void run_additive_scores(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &a = *inputs[0], &b = *inputs[1], &u = *inputs[2];
    result.resize(a.rows(), b.rows());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < b.rows(); ++column) {
            Real total = 0;
            for (Index at = 0; at < a.cols(); ++at)
                total += u(0, at) * std::tanh(a(row, at) + b(column, at));
            result(row, column) = total;
        }
}

/// tanh(A[row,at] + B[column,at]), where A is the input `first` and B follows it.
Expression met(const Cell& cell, std::size_t first, Index row, Index column, Index at) {
    return expression::call(
        "tanh", {expression::sum({expression::number(cell.factor(first, row, at)),
                                  expression::number(cell.factor(first + 1, column, at))})});
}

void explain_additive_scores(const Cell& cell, Derivation& made) {
    std::vector<Expression> parts;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        parts.push_back(expression::product({expression::number(cell.factor(2, 0, at)),
                                             met(cell, 0, cell.place.row, cell.place.column, at)}));
    made.rule = Rule::Expression;
    made.label = "Σ u|tanh(q + k)";
    made.expression = expression::series(std::move(parts));
}

/// Adds up the gradient of A over the keys, or of B over the queries. Inputs: upstream, A, B, u.
template <bool is_of_keys>
void pull_additive_scores(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &upstream = *inputs[0], &a = *inputs[1], &b = *inputs[2], &u = *inputs[3];
    const Matrix& of = is_of_keys ? b : a;
    result = Matrix::Zero(of.rows(), of.cols());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < b.rows(); ++column)
            for (Index at = 0; at < a.cols(); ++at) {
                const Real reached = std::tanh(a(row, at) + b(column, at));
                result(is_of_keys ? column : row, at) +=
                    upstream(row, column) * u(0, at) * (1 - reached * reached);
            }
}

template <bool is_of_keys>
void explain_pull_additive_scores(const Cell& cell, Derivation& made) {
    const Index at = cell.place.column;
    const Index count = is_of_keys ? cell.shape(1).rows : cell.shape(2).rows;
    std::vector<Expression> parts;
    for (Index other = 0; other < count; ++other) {
        const Index row = is_of_keys ? other : cell.place.row;
        const Index column = is_of_keys ? cell.place.row : other;
        parts.push_back(expression::product(
            {expression::number(cell.factor(0, row, column)),
             expression::number(cell.factor(3, 0, at)),
             expression::difference(expression::constant(1),
                                    expression::square(met(cell, 1, row, column, at)))}));
    }
    made.rule = Rule::Expression;
    made.label = "Σ over the scores";
    made.expression = expression::series(std::move(parts));
}

template <std::size_t of>
Result<Shape> shape_of_pull_additive_scores(const Options&, std::span<const Shape> inputs) {
    if (const auto fitting = additive_scores_fits(inputs[1], inputs[2], inputs[3]); !fitting)
        return fitting.error();
    if (inputs[0] != Shape{inputs[1].rows, inputs[2].rows})
        return Error{"the gradient of the scores is " + to_text(inputs[0]) + ", expected " +
                     to_text(Shape{inputs[1].rows, inputs[2].rows})};
    return inputs[of];
}

std::string formula_of_pull_additive_scores(const Naming& naming) {
    return "Σ " + naming.inputs[0] + " · " + naming.inputs[3] + " (1 − tanh²(" + naming.inputs[1] +
           " + " + naming.inputs[2] + "))";
}

/// Computes the gradient of u. Inputs: upstream, A, B, u.
void weigh(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &upstream = *inputs[0], &a = *inputs[1], &b = *inputs[2];
    result = Matrix::Zero(1, a.cols());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < b.rows(); ++column)
            for (Index at = 0; at < a.cols(); ++at)
                result(0, at) += upstream(row, column) * std::tanh(a(row, at) + b(column, at));
}

void explain_weigh(const Cell& cell, Derivation& made) {
    std::vector<Expression> parts;
    for (Index row = 0; row < cell.shape(1).rows; ++row)
        for (Index column = 0; column < cell.shape(2).rows; ++column)
            parts.push_back(expression::product({expression::number(cell.factor(0, row, column)),
                                                 met(cell, 1, row, column, cell.place.column)}));
    made.rule = Rule::Expression;
    made.label = "Σ over the scores";
    made.expression = expression::series(std::move(parts));
}

Gradients additive_scores_gradient(Backward& back) {
    const std::vector<std::size_t> read = {back.upstream(), back.input(0), back.input(1),
                                           back.input(2)};
    return {back.add(additive_queries, read), back.add(additive_keys, read),
            back.add(additive_weights, read)};
}

} // namespace

constinit const Operation additive_scores{
    "additive_scores",
    additive_scores_shape,
    run_additive_scores,
    explain_additive_scores,
    [](const Naming& naming) {
        return "Σ " + naming.inputs[2] + " tanh(" + naming.inputs[0] + " + " + naming.inputs[1] +
               ")";
    },
    additive_scores_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : input == 1 ? Spot{0, at.row} : Spot{0, 0}};
    }};

constinit const Operation additive_queries{"additive_queries",
                                           shape_of_pull_additive_scores<1>,
                                           pull_additive_scores<false>,
                                           explain_pull_additive_scores<false>,
                                           formula_of_pull_additive_scores,
                                           nullptr,
                                           only_a_step};

constinit const Operation additive_keys{"additive_keys",
                                        shape_of_pull_additive_scores<2>,
                                        pull_additive_scores<true>,
                                        explain_pull_additive_scores<true>,
                                        formula_of_pull_additive_scores,
                                        nullptr,
                                        only_a_step};

constinit const Operation additive_weights{"additive_weights",
                                           shape_of_pull_additive_scores<3>,
                                           weigh,
                                           explain_weigh,
                                           [](const Naming& naming) {
                                               return "Σ " + naming.inputs[0] + " · tanh(" +
                                                      naming.inputs[1] + " + " + naming.inputs[2] +
                                                      ")";
                                           },
                                           nullptr,
                                           only_a_step};

// Scores that are cosines, q·k / (‖q‖‖k‖), so that lengths do not matter (Graves, Wayne and
// Danihelka 2014, eq. 6). For the gradient: rows divided by their lengths, and how a change of such
// a row changes the original row.

namespace {

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

// Scores that are high if query and key are near: −‖q − k‖², or −‖q − k‖² / 2σ², whose softmax is
// the kernel regression of Nadaraya 1964 and Watson 1964; and the gradients of queries and keys.

namespace {

Real sigma(const Options& options) {
    return std::get<Distances>(options).sigma;
}

/// Says why the rows or σ do not fit; if there is a σ, σ² must also be a number above 0.
Result<> distance_scores_fits(const Options& options, const Shape& queries, const Shape& keys) {
    if (queries.columns != keys.columns)
        return Error{"rows of " + std::to_string(queries.columns) + " and of " +
                     std::to_string(keys.columns) + " numbers have no distance"};
    const Real width = sigma(options);
    if (width != 0 && !(width >= 1e-150 && width <= 1e150))
        return Error{"its σ is " + shortest(width) + ", expected a number" +
                     (width > 0 ? " between 1e-150 and 1e150" : " above 0")};
    return Nothing{};
}

Result<Shape> distance_scores_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fitting = distance_scores_fits(options, inputs[0], inputs[1]); !fitting)
        return fitting.error();
    return Shape{inputs[0].rows, inputs[1].rows};
}

void run_distance_scores(const Options& options, std::span<const Matrix* const> inputs,
                         Matrix& result) {
    const Matrix &queries = *inputs[0], &keys = *inputs[1];
    const Real width = sigma(options);
    result.resize(queries.rows(), keys.rows());
    for (Index row = 0; row < queries.rows(); ++row)
        for (Index column = 0; column < keys.rows(); ++column) {
            Real total = 0;
            for (Index at = 0; at < queries.cols(); ++at) {
                const Real between = queries(row, at) - keys(column, at);
                total += between * between;
            }
            result(row, column) = width == 0 ? -total : -(total / (2 * (width * width)));
        }
}

Expression squared_sigma(const Options& options) {
    return expression::square(expression::constant(sigma(options), "σ"));
}

void explain_distance_scores(const Cell& cell, Derivation& made) {
    const Options& options = cell.node().options;
    std::vector<Expression> parts;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        parts.push_back(expression::square(
            expression::difference(expression::number(cell.factor(0, cell.place.row, at)),
                                   expression::number(cell.factor(1, cell.place.column, at)))));
    Expression total = expression::series(std::move(parts));
    if (sigma(options) != 0)
        total = expression::quotient(
            std::move(total),
            expression::product({expression::constant(2), squared_sigma(options)}));
    made.rule = Rule::Expression;
    made.label = "−|q − k|^{2}";
    made.expression = expression::negative(std::move(total));
}

/// Computes the gradient of Q or of K: each query is pulled towards the keys whose scores should
/// rise, or each key towards such queries. Inputs: upstream, Q, K. Σ upstream·2(k − q), divided by
/// 2σ² if there is a σ.
template <bool is_of_keys>
void pull_distance_scores(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    const Matrix &upstream = *inputs[0], &queries = *inputs[1], &keys = *inputs[2];
    const Matrix &of = is_of_keys ? keys : queries, &to = is_of_keys ? queries : keys;
    const Real width = sigma(options);
    result = Matrix::Zero(of.rows(), of.cols());
    for (Index row = 0; row < of.rows(); ++row)
        for (Index at = 0; at < of.cols(); ++at) {
            Real total = 0;
            for (Index other = 0; other < to.rows(); ++other)
                total += (is_of_keys ? upstream(other, row) : upstream(row, other)) *
                         (to(other, at) - of(row, at));
            result(row, at) = width == 0 ? 2 * total : total / (width * width);
        }
}

template <bool is_of_keys>
void explain_pull_distance_scores(const Cell& cell, Derivation& made) {
    const Options& options = cell.node().options;
    const Index row = cell.place.row, at = cell.place.column;
    const std::size_t of = is_of_keys ? 2 : 1, to = is_of_keys ? 1 : 2;
    std::vector<Expression> parts;
    for (Index other = 0; other < cell.shape(to).rows; ++other)
        parts.push_back(expression::product(
            {expression::number(is_of_keys ? cell.factor(0, other, row)
                                           : cell.factor(0, row, other)),
             expression::difference(expression::number(cell.factor(to, other, at)),
                                    expression::number(cell.factor(of, row, at)))}));
    Expression total = expression::series(std::move(parts));
    made.rule = Rule::Expression;
    made.label = is_of_keys ? "pulled by queries" : "pulled by keys";
    made.expression = sigma(options) == 0
                          ? expression::product({expression::constant(2), std::move(total)})
                          : expression::quotient(std::move(total), squared_sigma(options));
}

template <bool is_of_keys>
Result<Shape> shape_of_pull_distance_scores(const Options& options, std::span<const Shape> inputs) {
    if (const auto fitting = distance_scores_fits(options, inputs[1], inputs[2]); !fitting)
        return fitting.error();
    if (inputs[0] != Shape{inputs[1].rows, inputs[2].rows})
        return Error{"the gradient of the scores is " + to_text(inputs[0]) + ", expected " +
                     to_text(Shape{inputs[1].rows, inputs[2].rows})};
    return inputs[is_of_keys ? 2 : 1];
}

template <bool is_of_keys>
std::string formula_of_pull_distance_scores(const Naming& naming) {
    const std::string &queries = naming.inputs[1], &keys = naming.inputs[2];
    const std::string sum = "Σ " + naming.inputs[0] + " (" +
                            (is_of_keys ? queries + " − " + keys : keys + " − " + queries) + ")";
    return sigma(naming.options) == 0 ? "2 " + sum : sum + " / σ^{2}";
}

Gradients distance_scores_gradient(Backward& back) {
    const std::vector<std::size_t> read = {back.upstream(), back.input(0), back.input(1)};
    return {back.add(pulled_queries, read, back.options()),
            back.add(pulled_keys, read, back.options())};
}

} // namespace

constinit const Operation distance_scores{
    "distance_scores",
    distance_scores_shape,
    run_distance_scores,
    explain_distance_scores,
    [](const Naming& naming) {
        return std::string("−|q − k|^{2}") + (sigma(naming.options) == 0 ? "" : " / 2σ^{2}");
    },
    distance_scores_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : Spot{0, at.row}};
    }};

constinit const Operation pulled_queries{"pulled_queries",
                                         shape_of_pull_distance_scores<false>,
                                         pull_distance_scores<false>,
                                         explain_pull_distance_scores<false>,
                                         formula_of_pull_distance_scores<false>,
                                         nullptr,
                                         only_a_step};

constinit const Operation pulled_keys{"pulled_keys",
                                      shape_of_pull_distance_scores<true>,
                                      pull_distance_scores<true>,
                                      explain_pull_distance_scores<true>,
                                      formula_of_pull_distance_scores<true>,
                                      nullptr,
                                      only_a_step};

} // namespace attn::operation
