// SPDX-License-Identifier: MIT
#include "core/engine/explain.h"

#include "core/base/number_text.h"
#include "core/engine/cells.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {
namespace {

/// Builds the derivation of one place, one member function for each kind of stage.
class Explainer {
public:
    Explainer(const HeadCalculation& head, const Place& place)
        : head_(head), row_(place.row), column_(place.column), query_(place.sheet.query) {
        made_.place = place;
        made_.convention = head.convention;
    }

    Derivation made() && {
        switch (made_.place.sheet.stage) {
        case Stage::X:
            return given(head_.x);
        case Stage::W_Q:
            return given(*head_.weights.w_q);
        case Stage::W_K:
            return given(*head_.weights.w_k);
        case Stage::W_V:
            return given(*head_.weights.w_v);
        case Stage::Q:
            return projected(Stage::W_Q, head_.trace.query);
        case Stage::K:
            return projected(Stage::W_K, head_.trace.key);
        case Stage::V:
            return projected(Stage::W_V, head_.trace.value);
        case Stage::Scores:
            return score();
        case Stage::Scaled:
            return scaled();
        case Stage::Masked:
            return masked();
        case Stage::Weights:
            return weight();
        case Stage::WeightedValues:
            return weighted_value();
        case Stage::Output:
            return output();
        default:
            break;
        }
        assert(false && "every stage of attention is explained");
        return std::move(made_);
    }

private:
    Cells cells(Stage stage) const {
        switch (stage) {
        case Stage::X:
            return head_.x;
        case Stage::W_Q:
            return *head_.weights.w_q;
        case Stage::W_K:
            return *head_.weights.w_k;
        case Stage::W_V:
            return *head_.weights.w_v;
        default:
            return {head_.trace, stage};
        }
    }
    SheetId sheet(Stage stage) const {
        return {stage, info(stage).is_per_head ? made_.place.sheet.head : 0, 0};
    }
    Factor factor(Stage stage, Index row, Index column) const {
        return {{sheet(stage), row, column}, cells(stage)(row, column)};
    }
    /// "Q[1,·]": row and column of the place.
    std::string name(Stage stage, const std::string& row, const std::string& column) const {
        return entry(sheet(stage), row, column, head_.convention);
    }
    std::string name(Stage stage, Index row, Index column) const {
        return name(stage, std::to_string(row), std::to_string(column));
    }

    /// A product as it stands in Q = X W_Q, or the other way round in Q = W_Q X.
    Term product(Factor first, Factor second) const {
        if (head_.convention == Convention::TokensAsColumns)
            std::swap(first, second);
        return {{std::move(first), std::move(second)}};
    }
    std::string product(const std::string& first, const std::string& second) const {
        return head_.convention == Convention::TokensAsRows ? first + " · " + second
                                                            : second + " · " + first;
    }

    Derivation finish(Rule rule, Real result, std::string formula) {
        made_.rule = rule;
        made_.result = result;
        made_.formula = std::move(formula);
        return std::move(made_);
    }
    Derivation given(const Matrix& matrix) {
        return finish(Rule::Given, matrix(row_, column_), "");
    }
    Derivation copied(Stage from, Real result) {
        made_.terms = {{{factor(from, row_, column_)}}};
        return finish(Rule::SumOfProducts, result, name(from, row_, column_));
    }

    Derivation projected(Stage by, const Matrix& result) {
        if (head_.projections == Projections::None)
            return copied(Stage::X, result(row_, column_));
        for (Index at = 0; at < head_.x.cols(); ++at)
            made_.terms.push_back(product(factor(Stage::X, row_, at), factor(by, at, column_)));
        return finish(Rule::SumOfProducts, result(row_, column_),
                      product(name(Stage::X, std::to_string(row_), "·"),
                              name(by, "·", std::to_string(column_))));
    }

    Derivation score() {
        for (Index at = 0; at < head_.trace.query.cols(); ++at)
            made_.terms.push_back(
                product(factor(Stage::Q, row_, at), factor(Stage::K, column_, at)));
        return finish(Rule::SumOfProducts, cells(Stage::Scores)(row_, column_),
                      product(name(Stage::Q, std::to_string(row_), "·"),
                              name(Stage::K, std::to_string(column_), "·")));
    }

    Derivation scaled() {
        const Scale& scale = head_.switches.scale;
        const auto d_k = static_cast<Real>(head_.trace.query.cols());
        const auto d_model = static_cast<Real>(head_.x.cols());
        switch (scale.kind) {
        case Scale::Kind::SqrtDk:
            made_.divisors.push_back({"d_k", d_k, true});
            break;
        case Scale::Kind::None:
            break;
        case Scale::Kind::Dk:
            made_.divisors.push_back({"d_k", d_k, false});
            break;
        case Scale::Kind::SqrtDmodel:
            made_.divisors.push_back({"d_model", d_model, true});
            break;
        case Scale::Kind::Number:
            made_.divisors.push_back({"", scale.number, false});
            break;
        }
        if (head_.switches.temperature != 1)
            made_.divisors.push_back({"temperature", head_.switches.temperature, false});

        made_.terms = {{{factor(Stage::Scores, row_, column_)}}};
        std::string formula = name(Stage::Scores, row_, column_);
        for (const Divisor& divisor : made_.divisors)
            formula += std::string(" / ") + (divisor.is_root ? "√" : "") +
                       (divisor.symbol.empty() ? shortest(divisor.number) : divisor.symbol);
        return finish(Rule::Quotient, cells(Stage::Scaled)(row_, column_), formula);
    }

    bool blocked(Index row, Index column) const {
        return is_blocked(head_.switches.mask, row, column);
    }
    /// What the mask decides has no formula but a reason.
    Derivation decided(Rule rule, Real result, std::string reason) {
        made_.reason = std::move(reason);
        return finish(rule, result, "");
    }
    std::string why_blocked() const {
        return "the mask keeps query " + std::to_string(row_) + " from key " +
               std::to_string(column_);
    }
    std::string why_no_key(bool by_rows) const {
        return by_rows ? "the mask keeps query " + std::to_string(row_) + " from every key"
                       : "the mask keeps every query from key " + std::to_string(column_);
    }

    Derivation masked() {
        const Real result = cells(Stage::Masked)(row_, column_);
        return blocked(row_, column_) ? decided(Rule::Blocked, result, why_blocked())
                                      : copied(Stage::Scaled, result);
    }

    Derivation weight() {
        const bool by_rows = head_.switches.axis == Axis::Rows;
        const Index line = by_rows ? row_ : column_;
        const Real result = cells(Stage::Weights)(row_, column_);
        if (head_.trace.no_key[static_cast<std::size_t>(line)])
            return decided(Rule::NoKey, result, why_no_key(by_rows));
        if (blocked(row_, column_))
            return decided(Rule::Blocked, result, why_blocked());

        made_.axis = head_.switches.axis;
        made_.skips_blocked = head_.switches.mask.kind != Mask::Kind::None;
        made_.largest = -std::numeric_limits<Real>::infinity();
        for (Index at = 0; at < head_.trace.key.rows(); ++at) {
            const Index row = by_rows ? row_ : at, column = by_rows ? at : column_;
            if (blocked(row, column))
                continue;
            if (row == row_ && column == column_)
                made_.own = made_.terms.size();
            made_.terms.push_back({{factor(Stage::Masked, row, column)}});
            const Real value = made_.terms.back().value();
            // A NaN must win, whatever its place, as in the normaliser itself.
            if (value > made_.largest || std::isnan(value))
                made_.largest = value;
        }
        return finish(normaliser_rule(), result, weight_formula(by_rows));
    }

    Rule normaliser_rule() {
        if (head_.switches.normaliser == Normaliser::Softmax)
            return Rule::Softmax;
        made_.largest = 0; // Nothing is subtracted.
        return head_.switches.normaliser == Normaliser::Sum ? Rule::DivideBySum
                                                            : Rule::NaiveSoftmax;
    }
    std::string weight_formula(bool by_rows) const {
        const std::string power = head_.switches.normaliser == Normaliser::Sum ? "" : "e^";
        // i counts the rows of what is written, j its columns.
        const std::string index =
            written(head_.switches.axis, head_.convention) == Axis::Rows ? "j" : "i";
        const std::string line = by_rows ? name(Stage::Masked, std::to_string(row_), index)
                                         : name(Stage::Masked, index, std::to_string(column_));
        return power + name(Stage::Masked, row_, column_) + " / Σ_" + index + " " + power + line +
               (made_.skips_blocked ? " over open " + index : "");
    }

    Derivation weighted_value() {
        made_.terms = {
            product(factor(Stage::Weights, query_, row_), factor(Stage::V, row_, column_))};
        return finish(Rule::SumOfProducts,
                      cells(Stage::Weights)(query_, row_) * head_.trace.value(row_, column_),
                      product(name(Stage::Weights, query_, row_), name(Stage::V, row_, column_)));
    }

    Derivation output() {
        for (Index at = 0; at < head_.trace.value.rows(); ++at)
            made_.terms.push_back(
                product(factor(Stage::Weights, row_, at), factor(Stage::V, at, column_)));
        return finish(Rule::SumOfProducts, head_.trace.output(row_, column_),
                      product(name(Stage::Weights, std::to_string(row_), "·"),
                              name(Stage::V, "·", std::to_string(column_))));
    }

    const HeadCalculation& head_;
    Index row_ = 0, column_ = 0, query_ = 0;
    Derivation made_;
};

Real added_up(const std::vector<Term>& terms) {
    Real total = 0;
    for (const Term& term : terms)
        total += term.value();
    return total;
}

Real normalised(const Derivation& derivation) {
    const auto part = [&](const Term& term) {
        return derivation.rule == Rule::DivideBySum ? term.value()
                                                    : std::exp(term.value() - derivation.largest);
    };
    Real sum = 0;
    for (const Term& term : derivation.terms)
        sum += part(term);
    return part(derivation.terms[*derivation.own]) / sum;
}

} // namespace

Real Term::value() const {
    Real product = 1;
    for (const Factor& factor : factors)
        product *= factor.value;
    return is_subtracted ? -product : product;
}

bool Term::is_square() const {
    return factors.size() == 2 && factors[0].place == factors[1].place;
}

Real Divisor::value() const {
    return is_root ? std::sqrt(number) : number;
}

Real evaluated(const Derivation& derivation) {
    switch (derivation.rule) {
    case Rule::Given:
        return derivation.result;
    case Rule::SumOfProducts:
        return added_up(derivation.terms);
    case Rule::Length:
        return std::sqrt(added_up(derivation.terms));
    case Rule::Chosen:
        return derivation.result;
    case Rule::Quotient: {
        Real quotient = added_up(derivation.terms);
        for (const Divisor& divisor : derivation.divisors)
            quotient /= divisor.value();
        return quotient;
    }
    case Rule::Blocked:
        return derivation.place.sheet.stage == Stage::Masked
                   ? -std::numeric_limits<Real>::infinity()
                   : 0;
    case Rule::NoKey:
    case Rule::Undefined:
        return 0;
    case Rule::Softmax:
    case Rule::NaiveSoftmax:
    case Rule::DivideBySum:
        return normalised(derivation);
    }
    assert(false && "every rule is evaluated");
    return 0;
}

std::vector<Place> places(const Derivation& derivation) {
    std::vector<Place> found;
    for (const Term& term : derivation.terms)
        for (std::size_t at = 0; at < (term.is_square() ? 1 : term.factors.size()); ++at)
            found.push_back(term.factors[at].place);
    for (const Divisor& divisor : derivation.divisors)
        if (divisor.place)
            found.push_back(*divisor.place);
    return found;
}

Derivation explain(const HeadCalculation& head, const Place& place) {
    return Explainer(head, place).made();
}

} // namespace attn
