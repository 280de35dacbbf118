// SPDX-License-Identifier: MIT
#include "core/document/derivation.h"

#include "core/base/utf8.h"
#include "core/document/sheet.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace attn {
namespace {

std::string word(const Document& document, Index row) {
    return "“" + printable(document.tokens[static_cast<std::size_t>(row)], 40) + "”";
}

std::string component(const Place& place, const std::string& of) {
    return "component " + std::to_string(place.column) + " of the " + of;
}

std::string head_title(const Document& document, const Place& place) {
    const auto pair = [&](const std::string& what) {
        return what + " of key " + word(document, place.column) + " for query " +
               word(document, place.row);
    };
    const auto from_to = [&](const std::string& to) {
        return "weight from dimension " + std::to_string(place.row) + " of X to component " +
               std::to_string(place.column) + " of the " + to;
    };
    switch (place.sheet.stage) {
    case Stage::X:
        return component(place, "embedding of " + word(document, place.row));
    case Stage::W_Q:
        return from_to("queries");
    case Stage::W_K:
        return from_to("keys");
    case Stage::W_V:
        return from_to("values");
    case Stage::Q:
        return component(place, "query of " + word(document, place.row));
    case Stage::K:
        return component(place, "key of " + word(document, place.row));
    case Stage::V:
        return component(place, "value of " + word(document, place.row));
    case Stage::Scores:
        return pair("score");
    case Stage::Scaled:
        return pair("scaled score");
    case Stage::Masked:
        return pair("masked score");
    case Stage::Weights:
        return pair("weight");
    case Stage::WeightedValues:
        return component(place, "weighted value of " + word(document, place.row) + " for " +
                                    word(document, place.sheet.query));
    case Stage::Output:
        return component(place, "output of " + word(document, place.row));
    default:
        break;
    }
    assert(false && "every stage of attention has a title");
    return "";
}

std::string concept_title(const Document& document, const Place& place) {
    const auto name = [&](Names of, Index at) {
        return "“" + printable(names(document, of)[static_cast<std::size_t>(at)], 40) + "”";
    };
    const auto person = [&] { return name(Names::Rows, place.row); };
    const auto film = [&] { return name(Names::Columns, place.column); };
    const auto of_concept = [](Index at) { return "concept " + std::to_string(at); };
    const auto pair = [&] {
        return name(Names::Vectors, place.row) + " and " + name(Names::Vectors, place.column);
    };
    switch (place.sheet.stage) {
    case Stage::X:
        return "rating of " + film() + " by " + person();
    case Stage::U:
        return "share of " + person() + " in " + of_concept(place.column);
    case Stage::S:
        return "singular value of " + of_concept(place.column);
    case Stage::Vt:
        return "share of " + film() + " in " + of_concept(place.row);
    case Stage::Share:
        return "share of " + of_concept(place.column) + " in the squared ratings";
    case Stage::Reconstruction:
        return "rating of " + film() + " by " + person() + " rebuilt from " +
               std::to_string(document.concepts.kept) +
               (document.concepts.kept == 1 ? " concept" : " concepts");
    case Stage::Difference:
        return "what is lost of the rating of " + film() + " by " + person();
    case Stage::Error:
        return "error of the reconstruction";
    case Stage::People:
        return "coordinate of " + person() + " along " + of_concept(place.column);
    case Stage::Vectors:
        return "rating of " + film() + " by the new " + name(Names::Vectors, place.row);
    case Stage::Projected:
        return "coordinate of " + name(Names::Vectors, place.row) + " along " +
               of_concept(place.column);
    case Stage::Cosine:
        return "cosine of " + pair();
    case Stage::ConceptCosine:
        return "cosine of " + pair() + " in the kept concepts";
    default:
        break;
    }
    assert(false && "every stage of concepts has a title");
    return "";
}

/// A number reads only stages of smaller depth, apart from Vᵀ, which is found together with U.
int depth(Stage stage) {
    const auto own = 10 * static_cast<int>(stage);
    switch (stage) {
    case Stage::Vt:
        return 10 * static_cast<int>(Stage::U) - 3;
    case Stage::People:
        return 10 * static_cast<int>(Stage::U) - 2;
    case Stage::S:
        return 10 * static_cast<int>(Stage::U) - 1;
    case Stage::Vectors:
        return 1;
    default:
        return own;
    }
}

bool is_of_powers(const Derivation& derivation) {
    return derivation.rule == Rule::Softmax || derivation.rule == Rule::NaiveSoftmax;
}

/// The size a term counts with; of powers the largest exponent is the largest term.
Real magnitude(const Derivation& derivation, const Term& term) {
    const Real size = is_of_powers(derivation) ? term.value() : std::abs(term.value());
    return std::isnan(size) ? std::numeric_limits<Real>::infinity() : size;
}

/// The indices of the terms, the largest magnitude first; equal ones in their order.
std::vector<std::size_t> by_magnitude(const Derivation& derivation) {
    std::vector<std::size_t> order(derivation.terms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return magnitude(derivation, derivation.terms[a]) >
               magnitude(derivation, derivation.terms[b]);
    });
    return order;
}

/// Places of one matrix in the order they are found, each once.
struct Found {
    std::vector<Place> places;
    std::set<std::pair<Index, Index>> cells;

    void add(const Place& place) {
        if (cells.emplace(place.row, place.column).second)
            places.push_back(place);
    }
};

/// The order in which the places of a chain are listed: later stages first, then heads.
struct LaterStageFirst {
    bool operator()(const SheetId& a, const SheetId& b) const {
        if (a.stage != b.stage)
            return depth(a.stage) > depth(b.stage);
        return a.head < b.head;
    }
};

} // namespace

std::string title(const Document& document, const Place& place) {
    if (document.kind == Kind::Concepts)
        return concept_title(document, place);
    const std::string text = head_title(document, place);
    return info(place.sheet.stage).is_per_head && head_count(document) > 1
               ? text + ", head " + std::to_string(place.sheet.head)
               : text;
}

Derivation derive(const Document& document, const Trace& trace, const Place& place) {
    assert(exists(document, place) && "only a place that exists can be explained");
    if (document.kind == Kind::Concepts) {
        Derivation derivation = explain({*document.embeddings, document.concepts.kept,
                                         *document.concepts.vectors, trace.concepts},
                                        place);
        derivation.title = title(document, place);
        return derivation;
    }
    const auto head = static_cast<std::size_t>(place.sheet.head);
    const HeadWeights weights =
        document.projections == Projections::None ? HeadWeights{} : document.heads[head];
    Derivation derivation = explain({*document.embeddings, document.projections, weights,
                                     document.switches, trace.heads[head], document.convention},
                                    place);
    derivation.title = title(document, place);
    return derivation;
}

std::vector<ChainLevel> derivation_chain(const Document& document, const Trace& trace,
                                         const Place& place, std::size_t most_places) {
    // A place is followed to earlier stages only, so that a matrix is complete when its turn comes.
    std::map<SheetId, Found, LaterStageFirst> waiting;
    waiting[place.sheet].add(place);
    std::vector<ChainLevel> chain;
    while (!waiting.empty()) {
        const auto first = waiting.extract(waiting.begin());
        const std::vector<Place>& found = first.mapped().places;
        const std::size_t followed = std::min(found.size(), most_places);
        ChainLevel level{first.key(), {}, found.size() - followed};
        for (std::size_t at = 0; at < followed; ++at) {
            const Derivation derivation = derive(document, trace, found[at]);
            const auto follow = [&](const Place& read) {
                if (depth(read.sheet.stage) < depth(level.sheet.stage))
                    waiting[read.sheet].add(read);
            };
            for (const std::size_t term : by_magnitude(derivation))
                for (const Factor& factor : derivation.terms[term].factors)
                    follow(factor.place);
            for (const Divisor& divisor : derivation.divisors)
                if (divisor.place)
                    follow(*divisor.place);
            level.derivations.push_back(derivation);
        }
        chain.push_back(std::move(level));
    }
    return chain;
}

bool is_copy(const Derivation& derivation) {
    if (derivation.rule == Rule::Quotient)
        return derivation.divisors.empty();
    return derivation.rule == Rule::SumOfProducts && derivation.terms.size() == 1 &&
           derivation.terms[0].factors.size() == 1 && !derivation.terms[0].is_subtracted;
}

std::vector<Derivation> derivation_steps(const Document& document, const Trace& trace,
                                         const Place& place) {
    std::vector<Derivation> steps{derive(document, trace, place)};
    for (Derivation now = steps.back();;) {
        const std::size_t at = now.own.value_or(0);
        const bool is_one =
            now.rule == Rule::Quotient && now.terms.size() == 1 && now.terms[0].factors.size() == 1;
        const bool goes_on = now.own || is_one || is_copy(now);
        if (!goes_on)
            break;
        now = derive(document, trace, now.terms[at].factors[0].place);
        if (!is_copy(now) && now.rule != Rule::Given)
            steps.push_back(now);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

ShownTerms shown_terms(const Derivation& derivation, std::size_t most) {
    ShownTerms shown;
    shown.indices = by_magnitude(derivation);
    if (shown.indices.size() <= most + 1) {
        std::sort(shown.indices.begin(), shown.indices.end());
        return shown;
    }
    shown.others = shown.indices.size() - most;
    for (std::size_t at = most; at < shown.indices.size(); ++at)
        shown.rest += addend(derivation, derivation.terms[shown.indices[at]]);
    shown.indices.resize(most);
    return shown;
}

bool shows_subtraction(const Derivation& derivation) {
    constexpr Real readable_exponent = 100;
    return derivation.rule == Rule::Softmax && !(std::abs(derivation.largest) < readable_exponent);
}

Real addend(const Derivation& derivation, const Term& term) {
    if (!is_of_powers(derivation))
        return term.value();
    return std::exp(term.value() - (shows_subtraction(derivation) ? derivation.largest : 0));
}

} // namespace attn
