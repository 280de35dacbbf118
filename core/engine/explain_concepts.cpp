// SPDX-License-Identifier: MIT
// Derivations of the numbers of concepts.
#include "core/engine/concepts.h"

#include <cassert>

namespace attn {
namespace {

/// Builds the derivation of one place, one member function for each kind of stage.
class Explainer {
public:
    Explainer(const ConceptCalculation& concepts, const Place& place)
        : concepts_(concepts), row_(place.row), column_(place.column) {
        made_.place = place;
        made_.result = matrix(place.sheet.stage)(row_, column_);
    }

    Derivation made() && {
        switch (made_.place.sheet.stage) {
        case Stage::X:
        case Stage::Vectors:
            return finish(Rule::Given, "");
        case Stage::U:
            return left_vector();
        case Stage::S:
            return singular_value();
        case Stage::Vt:
            return right_vector();
        case Stage::Share:
            return share();
        case Stage::Reconstruction:
            return reconstruction();
        case Stage::Difference:
            made_.terms = {{{factor(Stage::X, row_, column_)}},
                           {{factor(Stage::Reconstruction, row_, column_)}, true}};
            return finish(Rule::SumOfProducts,
                          name(Stage::X) + " - " + name(Stage::Reconstruction));
        case Stage::Error:
            return error();
        case Stage::People:
            return coordinate(Stage::X);
        case Stage::Projected:
            return coordinate(Stage::Vectors);
        case Stage::Cosine:
            return cosine(Stage::Vectors, concepts_.vectors.cols(), concepts_.trace.no_direction,
                          "all its numbers are 0, so it has no direction");
        case Stage::ConceptCosine:
            return cosine(Stage::Projected, concepts_.kept, concepts_.trace.no_concept_direction,
                          "its numbers for the kept concepts are all 0");
        default:
            break;
        }
        assert(false && "every stage of concepts is explained");
        return std::move(made_);
    }

private:
    const Matrix& matrix(Stage stage) const { return matrix_of(concepts_, stage); }
    Factor factor(Stage stage, Index row, Index column) const {
        return {{{stage}, row, column}, matrix(stage)(row, column)};
    }
    static std::string name(Stage stage, const std::string& row, const std::string& column) {
        return std::string(info(stage).name) + "[" + row + "," + column + "]";
    }
    /// The number of a stage at the row and column of the place itself.
    std::string name(Stage stage) const {
        return name(stage, std::to_string(row_), std::to_string(column_));
    }
    static std::string row_of(Stage stage, Index row) {
        return name(stage, std::to_string(row), "·");
    }
    static std::string column_of(Stage stage, Index column) {
        return name(stage, "·", std::to_string(column));
    }

    Derivation finish(Rule rule, std::string formula, std::string reason = "") {
        made_.rule = rule;
        made_.formula = std::move(formula);
        made_.reason = std::move(reason);
        return std::move(made_);
    }
    void divide_by_singular_value(Index at) {
        const Factor value = factor(Stage::S, 0, at);
        made_.divisors.push_back(
            {name(Stage::S, "0", std::to_string(at)), value.value, false, true, value.place});
    }
    bool is_free(Index concept_at) const { return concept_at >= concepts_.trace.svd.rank; }
    Derivation chosen(Index concept_at) {
        return finish(Rule::Chosen, "",
                      "s[0," + std::to_string(concept_at) +
                          "] is 0: any direction at right angles to the others would do");
    }

    Derivation left_vector() {
        if (is_free(column_))
            return chosen(column_);
        made_.terms = {{{factor(Stage::People, row_, column_)}}};
        divide_by_singular_value(column_);
        return finish(Rule::Quotient, name(Stage::People) + " / " + made_.divisors[0].symbol);
    }
    Derivation right_vector() {
        if (is_free(row_))
            return chosen(row_);
        for (Index at = 0; at < concepts_.x.rows(); ++at)
            made_.terms.push_back({{factor(Stage::U, at, row_), factor(Stage::X, at, column_)}});
        divide_by_singular_value(row_);
        return finish(Rule::Quotient, column_of(Stage::U, row_) + " · " +
                                          column_of(Stage::X, column_) + " / " +
                                          made_.divisors[0].symbol);
    }
    Derivation singular_value() {
        if (is_free(column_))
            return finish(Rule::Chosen, "",
                          "the rank of the ratings is " + std::to_string(concepts_.trace.svd.rank) +
                              ": all later singular values are 0");
        add_squares(Stage::People, true, concepts_.x.rows());
        return finish(Rule::Length,
                      "√(Σ_i " + name(Stage::People, "i", std::to_string(column_)) + "²)");
    }
    /// The squares of a column of a stage, or of its row 0 from `first` on.
    void add_squares(Stage stage, bool is_column, Index end, Index first = 0) {
        for (Index at = first; at < end; ++at) {
            const Factor one = is_column ? factor(stage, at, column_) : factor(stage, 0, at);
            made_.terms.push_back({{one, one}});
        }
    }
    Derivation share() {
        if (concepts_.trace.no_share[0])
            return finish(Rule::Undefined, "", "every rating is 0, so there is nothing to share");
        add_squares(Stage::S, false, matrix(Stage::S).cols());
        made_.own = static_cast<std::size_t>(column_);
        return finish(Rule::DivideBySum,
                      name(Stage::S) + "² / Σ_j " + name(Stage::S, "0", "j") + "²");
    }
    Derivation reconstruction() {
        for (Index at = 0; at < concepts_.kept; ++at)
            made_.terms.push_back({{factor(Stage::U, row_, at), factor(Stage::S, 0, at),
                                    factor(Stage::Vt, at, column_)}});
        const std::string row = std::to_string(row_), column = std::to_string(column_);
        return finish(Rule::SumOfProducts, "Σ_j " + name(Stage::U, row, "j") + "·" +
                                               name(Stage::S, "0", "j") + "·" +
                                               name(Stage::Vt, "j", column) + " over kept j");
    }
    Derivation error() {
        const Index count = matrix(Stage::S).cols();
        if (concepts_.kept == count)
            return finish(Rule::Chosen, "", "no concept is dropped");
        add_squares(Stage::S, false, count, concepts_.kept);
        return finish(Rule::Length, "√(Σ_j " + name(Stage::S, "0", "j") + "² over dropped j)");
    }
    Derivation coordinate(Stage of) {
        for (Index at = 0; at < concepts_.x.cols(); ++at)
            made_.terms.push_back({{factor(of, row_, at), factor(Stage::Vt, column_, at)}});
        return finish(Rule::SumOfProducts, row_of(of, row_) + " · " + row_of(Stage::Vt, column_));
    }
    Derivation cosine(Stage of, Index count, const std::vector<bool>& no_direction,
                      const std::string& why) {
        for (const Index vector : {row_, column_})
            if (no_direction[static_cast<std::size_t>(vector)])
                return finish(Rule::Undefined, "", row_of(of, vector) + " has no cosine: " + why);
        for (Index at = 0; at < count; ++at)
            made_.terms.push_back({{factor(of, row_, at), factor(of, column_, at)}});
        for (const Index vector : {row_, column_}) {
            Real squares = 0;
            for (Index at = 0; at < count; ++at)
                squares += matrix(of)(vector, at) * matrix(of)(vector, at);
            made_.divisors.push_back(
                {"|" + row_of(of, vector) + "|", squares, true, true, std::nullopt});
        }
        return finish(Rule::Quotient, row_of(of, row_) + " · " + row_of(of, column_) + " / " +
                                          made_.divisors[0].symbol + " / " +
                                          made_.divisors[1].symbol +
                                          (of == Stage::Projected ? " of the kept" : ""));
    }

    const ConceptCalculation& concepts_;
    Index row_ = 0, column_ = 0;
    Derivation made_;
};

} // namespace

const Matrix& matrix_of(const ConceptCalculation& concepts, Stage stage) {
    const ConceptTrace& trace = concepts.trace;
    switch (stage) {
    case Stage::X:
        return concepts.x;
    case Stage::Vectors:
        return concepts.vectors;
    case Stage::U:
        return trace.svd.u;
    case Stage::S:
        return trace.svd.s;
    case Stage::Vt:
        return trace.svd.vt;
    case Stage::Share:
        return trace.share;
    case Stage::Reconstruction:
        return trace.reconstruction;
    case Stage::Difference:
        return trace.difference;
    case Stage::Error:
        return trace.error;
    case Stage::People:
        return trace.people;
    case Stage::Projected:
        return trace.projected;
    case Stage::Cosine:
        return trace.cosine;
    case Stage::ConceptCosine:
        return trace.concept_cosine;
    default:
        break;
    }
    assert(false && "only stages of concepts have a matrix here");
    return concepts.x;
}

Derivation explain(const ConceptCalculation& concepts, const Place& place) {
    return Explainer(concepts, place).made();
}

} // namespace attn
