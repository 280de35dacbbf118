// SPDX-License-Identifier: MIT
#include "core/engine/graph/explain.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace attn {
namespace {

Real added_up(const std::vector<Term>& terms) {
    Real total = 0;
    for (const Term& term : terms)
        total += term.value();
    return total;
}

Real normalised_value(const Derivation& derivation) {
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
    case Rule::Covered:
        return derivation.result;
    case Rule::SumOfProducts:
        return added_up(derivation.terms);
    case Rule::Length:
        return std::sqrt(added_up(derivation.terms));
    case Rule::Chosen:
        return derivation.result;
    case Rule::Expression:
        return evaluated(*derivation.expression);
    case Rule::Quotient: {
        Real quotient = added_up(derivation.terms);
        for (const Divisor& divisor : derivation.divisors)
            quotient /= divisor.value();
        return quotient;
    }
    case Rule::Blocked:
        return derivation.blocked_as;
    case Rule::NoKey:
    case Rule::Undefined:
        return 0;
    case Rule::Softmax:
    case Rule::NaiveSoftmax:
    case Rule::DivideBySum:
        return normalised_value(derivation);
    }
    assert(false && "every rule is evaluated");
    return 0;
}

std::vector<Place> places(const Derivation& derivation) {
    if (derivation.expression)
        return places(*derivation.expression);
    std::vector<Place> found;
    for (const Term& term : derivation.terms)
        for (std::size_t at = 0; at < (term.is_square() ? 1 : term.factors.size()); ++at)
            found.push_back(term.factors[at].place);
    for (const Divisor& divisor : derivation.divisors)
        if (divisor.place)
            found.push_back(*divisor.place);
    return found;
}

std::vector<std::size_t> largest_first(std::span<const Real> sizes) {
    const auto size = [&](std::size_t at) {
        return std::isnan(sizes[at]) ? std::numeric_limits<Real>::infinity() : sizes[at];
    };
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    return order;
}

ShownTerms shown_terms(std::span<const Real> sizes, std::span<const Real> addends,
                       std::size_t most) {
    ShownTerms shown;
    shown.indices = largest_first(sizes);
    if (shown.indices.size() <= most || shown.indices.size() == most + 1) {
        std::sort(shown.indices.begin(), shown.indices.end());
        return shown;
    }
    shown.others = shown.indices.size() - most;
    for (std::size_t at = most; at < shown.indices.size(); ++at)
        shown.rest += addends[shown.indices[at]];
    shown.indices.resize(most);
    return shown;
}

} // namespace attn
