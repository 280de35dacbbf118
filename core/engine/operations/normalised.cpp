// SPDX-License-Identifier: MIT
// Turns lines of scores into lines of weights: softmax, naive softmax, division by the sum, or
// sparsemax. With a sink each row has one more score, whose weight is dropped, so that the keys may
// share less than 1 (Miller 2023; gpt-oss, OpenAI 2025).

#include "core/base/number_text.h"
#include "core/engine/graph/operation.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/operations/rows.h"
#include "core/engine/pass/normalise.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace attn::operation {

// Scores divided by the scale and the temperature, in this order.

namespace {

const std::vector<Divisor>& divisors(const Options& options) {
    return std::get<std::vector<Divisor>>(options);
}

void divide(const Options& options, std::span<const RowsOf<const Real>> inputs,
            RowsOf<Real> result) {
    const Real* from = inputs[0].data;
    const Index count = result.count * result.columns;
    for (const Divisor& divisor : divisors(options))
        kernels().divide(std::exchange(from, result.data), divisor.value(), result.data, count);
    if (from != result.data)
        std::copy_n(from, count, result.data);
}

void explain_scaled(const Cell& cell, Derivation& made) {
    made.rule = Rule::Quotient;
    made.divisors = divisors(cell.node().options);
    made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}}};
    made.formula = cell.name(0, cell.place.row, cell.place.column);
    for (const Divisor& divisor : made.divisors)
        made.formula += std::string(" / ") + (divisor.is_root ? "√" : "") +
                        (divisor.symbol.empty() ? shortest(divisor.number) : divisor.symbol);
}

/// Returns "√d_{k}"; a temperature is written as its number.
std::string symbol(const Divisor& divisor) {
    if (divisor.symbol.empty() || divisor.symbol == "temperature")
        return shortest(divisor.number);
    const auto low = divisor.symbol.find('_');
    return (divisor.is_root ? "√" : "") + divisor.symbol.substr(0, low + 1) + "{" +
           divisor.symbol.substr(low + 1) + "}";
}

std::string scaled_formula(const Naming& naming) {
    std::string text = naming.inputs[0];
    for (const Divisor& divisor : divisors(naming.options))
        text += " / " + symbol(divisor);
    return text;
}

Gradients scaled_gradient(Backward& back) {
    return {back.add(scaled, {back.upstream()}, back.options())};
}

} // namespace

constinit const Operation scaled{"scaled",
                                 shape_of_first,
                                 run_rows_alike<divide>,
                                 explain_scaled,
                                 scaled_formula,
                                 scaled_gradient,
                                 {},
                                 nullptr,
                                 always<divide>};

// Limits scores to a number c: c·tanh(score / c), which is nearly the score itself near 0. The soft
// limit of Gemma 2, Riviere et al. 2024, section 2; and its slope for the gradient.

namespace {

Real limit(const Options& options) {
    return std::get<SoftLimit>(options).limit;
}

Result<Shape> limited_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(limit(options), "its limit"); !fits)
        return fits.error();
    return inputs[0];
}

/// tanh(score / c).
Expression reached(const Cell& cell) {
    return expression::call(
        "tanh",
        {expression::quotient(expression::number(cell.factor(0, cell.place.row, cell.place.column)),
                              expression::constant(limit(cell.node().options), "c"))});
}

std::string over_limit(const Naming& naming) {
    return "(" + naming.inputs[0] + " / " + shortest(limit(naming.options)) + ")";
}

} // namespace

constinit const Operation limited{
    "limited",
    limited_shape,
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        const Real most = limit(options);
        result =
            inputs[0]->unaryExpr([most](Real score) { return most * std::tanh(score / most); });
    },
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::Expression;
        made.label = "limited";
        made.expression = expression::product(
            {expression::constant(limit(cell.node().options), "c"), reached(cell)});
    },
    [](const Naming& naming) {
        return shortest(limit(naming.options)) + " tanh" + over_limit(naming);
    },
    [](Backward& back) {
        const std::size_t slopes = back.add(limit_slopes, {back.input(0)}, back.options());
        return Gradients{back.add(each, {back.upstream(), slopes})};
    },
    {},
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

constinit const Operation limit_slopes{
    "limit_slopes",
    limited_shape,
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        const Real most = limit(options);
        result = inputs[0]->unaryExpr([most](Real score) {
            const Real bent = std::tanh(score / most);
            return 1 - bent * bent;
        });
    },
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::Expression;
        made.label = "slope of the limit";
        made.expression =
            expression::difference(expression::constant(1), expression::square(reached(cell)));
    },
    [](const Naming& naming) { return "1 − tanh²" + over_limit(naming); },
    nullptr,
    "it is a step of a gradient, and gradients of gradients are not computed"};

// Sets blocked cells to −∞, so that their weight is 0; in the gradient they are 0.

namespace {

constexpr Real closed = -std::numeric_limits<Real>::infinity();

const Mask& mask(const Options& options) {
    return std::get<Mask>(options);
}

template <bool is_back>
void close(const Options& options, std::span<const RowsOf<const Real>> inputs,
           RowsOf<Real> result) {
    cells(result) = cells(inputs[0]);
    if (mask(options).kind == Mask::Kind::None)
        return;
    for (Index row = 0; row < result.count; ++row)
        for (Index column = 0; column < result.columns; ++column)
            if (is_blocked(mask(options), result.first + row, column))
                result[row][column] = is_back ? 0 : closed;
}

template <bool is_back>
void explain_masked(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.label = mask(cell.node().options).kind == Mask::Kind::None ? "no mask" : "not masked";
    if (!is_blocked(mask(cell.node().options), row, column))
        return cell.copy(made, 0);
    made.rule = Rule::Blocked;
    made.blocked_as = is_back ? 0 : closed;
    made.reason =
        "the mask keeps query " + std::to_string(row) + " from key " + std::to_string(column);
}

std::string where(const Options& options) {
    const Mask& how = mask(options);
    const std::string number = std::to_string(how.number);
    switch (how.kind) {
    case Mask::Kind::Causal:
        return " where key > query";
    case Mask::Kind::Window:
        return " where |query − key| ≥ " + number;
    case Mask::Kind::Prefix:
        return " where key > query and key ≥ " + number;
    case Mask::Kind::Padding:
        return " where key ≥ " + std::to_string(how.keys - how.number);
    case Mask::Kind::None:
    case Mask::Kind::Painted:
    case Mask::Kind::All:
        break;
    }
    return " where blocked";
}

Gradients masked_gradient(Backward& back) {
    return {back.add(opened, {back.upstream()}, back.options())};
}

} // namespace

constinit const Operation masked{"masked",
                                 shape_of_first,
                                 run_rows_alike<close<false>>,
                                 explain_masked<false>,
                                 [](const Naming& naming) { return "−∞" + where(naming.options); },
                                 masked_gradient,
                                 {},
                                 nullptr,
                                 always<close<false>>};

constinit const Operation opened{"opened",
                                 shape_of_first,
                                 run_rows_alike<close<true>>,
                                 explain_masked<true>,
                                 [](const Naming& naming) {
                                     return mask(naming.options).kind == Mask::Kind::None
                                                ? naming.inputs[0]
                                                : naming.inputs[0] + ", 0" + where(naming.options);
                                 },
                                 masked_gradient,
                                 {},
                                 nullptr,
                                 always<close<true>>};

namespace {

const Normalising& normalising(const Options& options) {
    return std::get<Normalising>(options);
}

Result<Shape> normalised_shape(const Options& options, std::span<const Shape> inputs) {
    const Normalising& how = normalising(options);
    if (inputs.size() == 1)
        return inputs[0];
    if (!info(how.normaliser).takes_sink || how.axis != Axis::Rows)
        return Error{"a sink takes part in a softmax over the keys of each query only"};
    if (inputs[1].rows != 1 || inputs[1].columns <= how.sink_column)
        return Error{"its sinks are " + to_text(inputs[1]) + ", expected one row with column " +
                     std::to_string(how.sink_column)};
    return inputs[0];
}

void normalise_some(const Options& options, std::span<const RowsOf<const Real>> inputs,
                    RowsOf<Real> result) {
    const Normalising& how = normalising(options);
    normalise_rows(inputs[0].data, result.data, result.first, result.count, result.columns,
                   how.mask, how.normaliser);
}

/// False with a sink: it is one number for all rows, and has no row of its own.
bool goes_by_rows(const Normalising& how, std::size_t inputs) {
    return how.axis == Axis::Rows && inputs == 1;
}

void run_normalised(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Normalising& how = normalising(options);
    if (goes_by_rows(how, inputs.size()))
        return run_rows_alike<normalise_some>(options, inputs, result);
    const std::optional<Real> sink =
        inputs.size() > 1 ? std::optional((*inputs[1])(0, how.sink_column)) : std::nullopt;
    result = normalise(*inputs[0], how.mask, how.normaliser, how.axis, nullptr, {}, sink).weights;
}

/// The largest of the open scores of a line, and the threshold of all less it.
struct SparseLine {
    Real largest = 0;
    SparseThreshold threshold;
};
SparseLine sparse_line(std::vector<Real> scores) {
    std::sort(scores.begin(), scores.end(), std::greater<>());
    const Real largest = scores.front();
    for (Real& score : scores)
        score -= largest;
    std::erase_if(scores, [](Real less) { return !(less > -1); });
    return {largest, sparse_threshold(scores)};
}

/// Explains one weight by the scores of its line.
class Explaining {
public:
    Explaining(const Cell& cell, Derivation& made)
        : cell_(cell), how_(normalising(cell.node().options)), made_(made),
          by_rows_(how_.axis == Axis::Rows), row_(cell.place.row), column_(cell.place.column) {}

    void explain() {
        made_.axis = how_.axis;
        const Index count = by_rows_ ? cell_.shape(0).columns : cell_.shape(0).rows;
        bool has_open = false;
        for (Index at = 0; at < count && !has_open; ++at)
            has_open = !is_blocked_at(at);
        if (!has_open)
            return decide(Rule::NoKey,
                          by_rows_
                              ? "the mask keeps query " + std::to_string(row_) + " from every key"
                              : "the mask keeps every query from key " + std::to_string(column_));
        if (is_blocked(how_.mask, row_, column_))
            return decide(Rule::Blocked, "the mask keeps query " + std::to_string(row_) +
                                             " from key " + std::to_string(column_));
        made_.skips_blocked = how_.mask.kind != Mask::Kind::None;
        made_.largest = -std::numeric_limits<Real>::infinity();
        for (Index at = 0; at < count; ++at)
            if (!is_blocked_at(at))
                add(by_rows_ ? row_ : at, by_rows_ ? at : column_);
        if (has_sink())
            add(cell_.factor(1, 0, how_.sink_column));
        switch (how_.normaliser) {
        case Normaliser::Softmax:
            made_.rule = Rule::Softmax;
            break;
        case Normaliser::NaiveSoftmax:
            made_.rule = Rule::NaiveSoftmax;
            made_.largest = 0; // nothing is subtracted
            break;
        case Normaliser::Sum:
            made_.rule = Rule::DivideBySum;
            made_.largest = 0;
            break;
        case Normaliser::Sparsemax:
            return explain_sparsemax();
        }
        made_.formula = formula();
    }

private:
    bool is_blocked_at(Index at) const {
        return by_rows_ ? is_blocked(how_.mask, row_, at) : is_blocked(how_.mask, at, column_);
    }
    bool has_sink() const { return cell_.node().inputs.size() > 1; }
    /// Explains a cell that the mask decides: a reason instead of a formula.
    void decide(Rule rule, std::string reason) {
        made_.axis = Axis::Rows;
        made_.rule = rule;
        made_.reason = std::move(reason);
    }
    void add(Index row, Index column) {
        if (row == row_ && column == column_)
            made_.own = made_.terms.size();
        add(cell_.factor(0, row, column));
    }
    void add(Factor factor) {
        made_.terms.push_back({{std::move(factor)}});
        const Real value = made_.terms.back().value();
        // A NaN must win, wherever it is, as in the normaliser itself.
        if (value > made_.largest || std::isnan(value))
            made_.largest = value;
    }
    /// max(own − τ, 0), where τ is (Σ of the k scores above it − 1) / k, the largest first. Large
    /// scores are written less their largest, as all are computed: the 1 would be lost among them.
    void explain_sparsemax() {
        const std::vector<Term> terms = std::exchange(made_.terms, {});
        const Factor own = terms[*std::exchange(made_.own, std::nullopt)].factors.front();
        const Real largest = std::exchange(made_.largest, 0);
        made_.skips_blocked = false;
        made_.label = info(how_.normaliser).function;
        std::vector<Factor> above;
        std::vector<Real> scores;
        for (const Term& term : terms) {
            const Factor& score = term.factors.front();
            above.push_back(score);
            scores.push_back(score.value);
            if (!std::isfinite(largest) && (score.value == largest || std::isnan(score.value)))
                return Cell::express(made_, expression::difference(expression::number(score),
                                                                   expression::number(score)));
        }
        std::stable_sort(above.begin(), above.end(),
                         [](const Factor& a, const Factor& b) { return a.value > b.value; });
        const Factor top = above.front();
        above.resize(sparse_line(std::move(scores)).threshold.count);

        constexpr Real readable_score = 100; // beyond it, scores are written less their largest
        const auto written_score = [&](const Factor& score) {
            return std::abs(largest) < readable_score
                       ? expression::number(score)
                       : expression::difference(expression::number(score), expression::number(top));
        };
        std::vector<Expression> parts;
        for (const Factor& score : above)
            parts.push_back(written_score(score));
        // The 1 behind the scores tells them from a whole line, over which an index would run.
        parts.push_back(expression::negative(expression::constant(1)));
        Expression threshold = expression::series(std::move(parts));
        if (above.size() > 1)
            threshold = expression::quotient(std::move(threshold),
                                             expression::constant(static_cast<Real>(above.size())));
        Cell::express(
            made_, expression::call("max", {expression::difference(written_score(own), threshold),
                                            expression::constant(0)}));
    }
    std::string formula() const {
        const std::string power = is_of_powers(how_.normaliser) ? "e^" : "";
        // i counts the rows of the written matrix, j its columns.
        const std::string index = written(how_.axis, cell_.convention) == Axis::Rows ? "j" : "i";
        const std::string line = by_rows_ ? cell_.name(0, std::to_string(row_), index)
                                          : cell_.name(0, index, std::to_string(column_));
        const std::string below =
            "Σ_" + index + " " + power + line + (made_.skips_blocked ? " over open " + index : "");
        return power + cell_.name(0, row_, column_) + " / " +
               (has_sink() ? "(" + below + " + " + power + cell_.name(1, 0, how_.sink_column) + ")"
                           : below);
    }

    const Cell& cell_;
    const Normalising& how_;
    Derivation& made_;
    bool by_rows_;
    Index row_, column_;
};

std::string normalised_formula(const Naming& naming) {
    const std::string& scores = naming.inputs[0];
    const bool has_sink = naming.inputs.size() > 1;
    switch (normalising(naming.options).normaliser) {
    case Normaliser::Softmax:
        return "softmax(" + scores + (has_sink ? ", " + naming.inputs[1] : "") + ")";
    case Normaliser::NaiveSoftmax:
        return "exp(" + scores + ") / " +
               (has_sink ? "(Σ exp + exp(" + naming.inputs[1] + "))" : "Σ exp");
    case Normaliser::Sum:
        return scores + " / Σ " + scores;
    case Normaliser::Sparsemax:
        return "sparsemax(" + scores + ")";
    }
    assert(false && "every normaliser has a formula");
    return "";
}

/// The first steps that the gradients of all divisions by a sum share.
struct Rest {
    std::size_t total, rest; // Σ g ⊙ w over each line, and g less that
};
Rest less_total(Backward& back) {
    const Axis axis = normalising(back.options()).axis;
    const std::size_t shared = back.add(each, {back.upstream(), back.self()});
    const std::size_t total = back.add(line_sum, {shared}, axis);
    return {total, back.add(less_line, {back.upstream(), total}, axis)};
}

/// The gradient, from weights w and their gradient g. Softmax: w ⊙ (g − Σ g ⊙ w), the sum over the
/// line (Bridle 1990); a sink does not change this, because its own g is 0. Division by the sum S:
/// (g − Σ g ⊙ w) / S in open cells. Sparsemax: see sparsemax_changes.
Gradients normalised_gradient(Backward& back) {
    const Normalising how = normalising(back.options());
    switch (how.normaliser) {
    case Normaliser::Softmax:
    case Normaliser::NaiveSoftmax: {
        const auto [total, rest] = less_total(back);
        if (back.node().inputs.size() == 1)
            return {back.add(each, {back.self(), rest})};
        const std::size_t sums = back.add(line_sum, {back.self()}, how.axis);
        return {back.add(each, {back.self(), rest}),
                back.add(sink_changes, {total, sums, back.input(1)}, how)};
    }
    case Normaliser::Sum: {
        const std::size_t rest = less_total(back).rest;
        const std::size_t open = back.add(opened, {back.input(0)}, how.mask);
        const std::size_t sums = back.add(line_sum, {open}, how.axis);
        const std::size_t divided = back.add(over_line, {rest, sums}, how.axis);
        return {back.add(opened, {divided}, how.mask)};
    }
    case Normaliser::Sparsemax:
        return {back.add(sparsemax_changes, {back.upstream(), back.self()}, how, {back.input(0)})};
    }
    assert(false && "every normaliser has a gradient");
    return {};
}

/// Computes the gradient of the sinks from each row's Σ g ⊙ w and Σ w: a sink has what the keys
/// leave of 1.
void add_up_sink(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &totals = *inputs[0], &sums = *inputs[1];
    Real total = 0;
    for (Index row = 0; row < totals.rows(); ++row)
        total += totals(row, 0) * (sums(row, 0) - 1);
    result = Matrix::Zero(1, inputs[2]->cols());
    result(0, normalising(options).sink_column) = total;
}

void explain_sink(const Cell& cell, Derivation& made) {
    if (cell.place.column != normalising(cell.node().options).sink_column) {
        made.rule = Rule::Blocked;
        made.blocked_as = 0;
        made.reason = cell.name(2, 0, cell.place.column) + " is the sink of another head";
        return;
    }
    std::vector<Expression> parts;
    for (Index row = 0; row < cell.shape(0).rows; ++row)
        parts.push_back(
            expression::product({expression::number(cell.factor(0, row, 0)),
                                 expression::difference(expression::number(cell.factor(1, row, 0)),
                                                        expression::constant(1))}));
    made.rule = Rule::Expression;
    made.label = "Σ over the queries";
    made.expression = expression::series(std::move(parts));
}

/// The gradient of the scores of a sparsemax from that of the weights, g: where a weight is above
/// 0, g less its mean over such cells of the line; elsewhere 0 (Martins and Astudillo 2016, section
/// 2.5: the Jacobian is Diag(s) − s sᵀ / |S|). The numbers of a line are `step` apart.
void change_line(const Real* upstream, const Real* weights, Real* changes, Index length,
                 Index step) {
    Real sum = 0, count = 0;
    for (Index at = 0; at < length * step; at += step)
        if (weights[at] > 0) {
            sum += upstream[at];
            ++count;
        }
    for (Index at = 0; at < length * step; at += step)
        changes[at] = weights[at] > 0 ? upstream[at] - sum / count : weights[at]; // 0 or NaN
}

void change_some(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    for (Index row = 0; row < result.count; ++row)
        change_line(inputs[0][row], inputs[1][row], result[row], result.columns, 1);
}

void change_sparsemax(const Options& options, std::span<const Matrix* const> inputs,
                      Matrix& result) {
    if (normalising(options).axis == Axis::Rows)
        return run_rows_alike<change_some>(options, inputs, result);
    const Matrix &upstream = *inputs[0], &weights = *inputs[1];
    result.resize(weights.rows(), weights.cols());
    for (Index column = 0; column < weights.cols(); ++column)
        change_line(upstream.data() + column, weights.data() + column, result.data() + column,
                    weights.rows(), weights.cols());
}

/// Whether the score of a weight, which only the explanation reads, is the threshold itself: a
/// higher one would have a weight.
bool is_at_threshold(const Cell& cell) {
    const Normalising& how = normalising(cell.node().options);
    const bool by_rows = how.axis == Axis::Rows;
    const Index row = cell.place.row, column = cell.place.column;
    if (is_blocked(how.mask, row, column))
        return false;
    const Cells& scores = cell.others.front();
    std::vector<Real> open;
    for (Index at = 0; at < (by_rows ? cell.shape(0).columns : cell.shape(0).rows); ++at) {
        const Index other_row = by_rows ? row : at, other_column = by_rows ? at : column;
        if (!is_blocked(how.mask, other_row, other_column))
            open.push_back(scores(other_row, other_column));
    }
    const SparseLine line = sparse_line(std::move(open));
    return scores(row, column) - line.largest == line.threshold.value;
}

void explain_changes(const Cell& cell, Derivation& made) {
    const bool by_rows = normalising(cell.node().options).axis == Axis::Rows;
    const Index row = cell.place.row, column = cell.place.column;
    const Factor weight = cell.factor(1, row, column);
    if (std::isnan(weight.value))
        return cell.copy(made, 1);
    if (!(weight.value > 0)) {
        made.rule = Rule::Blocked;
        made.blocked_as = 0;
        made.reason =
            cell.name(1, row, column) + " is 0, so its score takes no part in the Jacobian" +
            (is_at_threshold(cell)
                 ? "; it is the threshold itself, so the derivative is one-sided: the weight of a "
                   "lower score stays 0, that of a higher one does not"
                 : "");
        return;
    }
    std::vector<Factor> supported;
    for (Index at = 0; at < (by_rows ? cell.shape(0).columns : cell.shape(0).rows); ++at) {
        const Index other_row = by_rows ? row : at, other_column = by_rows ? at : column;
        if (cell.cells(1)(other_row, other_column) > 0)
            supported.push_back(cell.factor(0, other_row, other_column));
    }
    const Expression count = expression::constant(static_cast<Real>(supported.size()));
    std::vector<Expression> parts{expression::number(cell.factor(0, row, column))};
    for (const Factor& other : supported)
        parts.push_back(
            expression::negative(expression::quotient(expression::number(other), count)));
    Cell::express(made, expression::series(std::move(parts)));
}

} // namespace

constinit const Operation normalised{
    "normalised",
    normalised_shape,
    run_normalised,
    [](const Cell& cell, Derivation& made) { Explaining(cell, made).explain(); },
    normalised_formula,
    normalised_gradient,
    {},
    nullptr,
    [](const Node& node) -> RunRows* {
        return goes_by_rows(normalising(node.options), node.inputs.size()) ? normalise_some
                                                                           : nullptr;
    }};

constinit const Operation sink_changes{
    "sink_changes",
    [](const Options& options, std::span<const Shape> inputs) -> Result<Shape> {
        if (inputs[0] != inputs[1] || inputs[0].columns != 1 ||
            inputs[2].columns <= normalising(options).sink_column)
            return Error{"its sums are " + to_text(inputs[0]) + " and " + to_text(inputs[1]) +
                         " for sinks of " + to_text(inputs[2])};
        return inputs[2];
    },
    add_up_sink,
    explain_sink,
    [](const Naming& naming) {
        return "Σ " + naming.inputs[0] + " (" + naming.inputs[1] + " − 1)";
    },
    nullptr,
    "it is a step of a gradient, and gradients of gradients are not computed"};

constinit const Operation sparsemax_changes{
    "sparsemax_changes",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        if (inputs[0] != inputs[1])
            return Error{"its gradient is " + to_text(inputs[0]) + " for weights of " +
                         to_text(inputs[1])};
        return inputs[0];
    },
    change_sparsemax,
    explain_changes,
    [](const Naming& naming) {
        return naming.inputs[0] + " less its mean where " + naming.inputs[1] + " > 0";
    },
    nullptr,
    "it is a step of a gradient, and gradients of gradients are not computed",
    nullptr,
    [](const Node& node) -> RunRows* {
        return normalising(node.options).axis == Axis::Rows ? change_some : nullptr;
    }};

} // namespace attn::operation
