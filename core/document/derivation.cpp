// SPDX-License-Identifier: MIT
#include "core/document/derivation.h"

#include "core/base/utf8.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/operation.h"

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

/// "“cat”", "concept 1", or the number of a dimension.
std::string name(const Document& document, Role role, Index at) {
    if (role == Role::Concept)
        return "concept " + std::to_string(at);
    const std::vector<std::string>* const words = words_of(document, role);
    if (!words)
        return std::to_string(at);
    return "“" + printable((*words)[static_cast<std::size_t>(at)], 40) + "”";
}

void replace(std::string& text, std::string_view mark, const std::string& by) {
    if (const auto at = text.find(mark); at != std::string::npos)
        text.replace(at, mark.size(), by);
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

/// Where the first stage of this name stands in the graph: a number reads smaller depths only,
/// apart from stages that are found together.
std::size_t depth(const Graph& graph, Stage stage) {
    std::size_t at = 0;
    while (at < graph.size() && graph[at].sheet.stage != stage)
        ++at;
    return at;
}

/// The order in which the places of a chain are listed: later stages first, then heads.
struct LaterStageFirst {
    const Graph* graph;
    bool operator()(const SheetId& a, const SheetId& b) const {
        if (a.stage != b.stage)
            return depth(*graph, a.stage) > depth(*graph, b.stage);
        return a.head < b.head;
    }
};

Derivation derive(const Graph& graph, const Document& document, const Trace& trace,
                  const Place& place) {
    const Convention convention =
        model_of(document).has_conventions ? document.convention : Convention::TokensAsRows;
    Derivation derivation = explain(graph, place, convention, [&](std::size_t at) {
        return cells_of(document, trace, graph[at].sheet);
    });
    derivation.title = title(document, place);
    return derivation;
}

} // namespace

std::string title(const Document& document, const Place& place) {
    const StageInfo& about = info(place.sheet.stage, document.model);
    std::string text(about.describes);
    // Names come last: a word may be called "{row}".
    const Index kept = document.concepts.kept;
    replace(text, "{kept}", std::to_string(kept) + (kept == 1 ? " concept" : " concepts"));
    const auto row = text.find("{row}"), column = text.find("{column}");
    const auto put_row = [&] { replace(text, "{row}", name(document, about.rows, place.row)); };
    const auto put_column = [&] {
        replace(text, "{column}", name(document, about.columns, place.column));
    };
    if (about.is_by_query)
        replace(text, "{query}", name(document, Role::Query, place.sheet.query));
    if (row != std::string::npos && (column == std::string::npos || row > column)) {
        put_row();
        put_column();
    } else {
        put_column();
        put_row();
    }
    if (!about.is_per_head || sheet_count(document, place.sheet.stage) == 1)
        return text;
    const bool is_shared = about.is_per_group && group_count(document) < head_count(document);
    return text + (is_shared ? ", group " : ", head ") + std::to_string(place.sheet.head);
}

Derivation derive(const Document& document, const Trace& trace, const Place& place) {
    assert(exists(document, place) && "only a place that exists can be explained");
    return derive(graph(document), document, trace, place);
}

std::vector<ChainLevel> derivation_chain(const Document& document, const Trace& trace,
                                         const Place& place, std::size_t most_places) {
    // A place is followed to earlier stages only, so that a matrix is complete when its turn comes.
    const Graph stages = graph(document);
    std::map<SheetId, Found, LaterStageFirst> waiting(LaterStageFirst{&stages});
    waiting[place.sheet].add(place);
    std::vector<ChainLevel> chain;
    while (!waiting.empty()) {
        const auto first = waiting.extract(waiting.begin());
        const std::vector<Place>& found = first.mapped().places;
        const std::size_t followed = std::min(found.size(), most_places);
        ChainLevel level{first.key(), {}, found.size() - followed};
        for (std::size_t at = 0; at < followed; ++at) {
            const Derivation derivation = derive(stages, document, trace, found[at]);
            const auto follow = [&](const Place& read) {
                if (depth(stages, read.sheet.stage) < depth(stages, level.sheet.stage))
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
    const Graph stages = graph(document);
    std::vector<Derivation> steps{derive(stages, document, trace, place)};
    for (Derivation now = steps.back();;) {
        const std::size_t at = now.own.value_or(0);
        const bool is_one =
            now.rule == Rule::Quotient && now.terms.size() == 1 && now.terms[0].factors.size() == 1;
        const bool goes_on = now.own || is_one || is_copy(now);
        if (!goes_on)
            break;
        now = derive(stages, document, trace, now.terms[at].factors[0].place);
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
