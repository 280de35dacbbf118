// SPDX-License-Identifier: MIT
#include "core/engine/explain.h"

#include <cassert>
#include <cmath>

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

} // namespace attn
