// SPDX-License-Identifier: MIT
#include "core/document/explaining/derivation.h"

#include "core/base/covered.h"
#include "core/base/utf8.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/engine/graph/operation.h"
#include "core/engine/graph/place.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace attn {
namespace {

/// Returns "“cat”", "concept 1", or the number of a dimension.
std::string name(const Document& document, Role role, Index at) {
    if (role == Role::Concept)
        return "concept " + std::to_string(at);
    const std::vector<std::string>* const words = words_of(document, role);
    if (!words)
        return std::to_string(at);
    return "“" + printable((*words)[static_cast<std::size_t>(at)], 40) + "”" +
           which_of_equal(*words, at);
}

void replace(std::string& text, std::string_view mark, const std::string& by) {
    if (const auto at = text.find(mark); at != std::string::npos)
        text.replace(at, mark.size(), by);
}

bool is_of_powers(const Derivation& derivation) {
    return derivation.rule == Rule::Softmax || derivation.rule == Rule::NaiveSoftmax;
}

/// Returns the size by which a term is ranked; for powers the largest exponent is the largest term.
Real magnitude(const Derivation& derivation, const Term& term) {
    return is_of_powers(derivation) ? term.value() : std::abs(term.value());
}

std::vector<Real> magnitudes(const Derivation& derivation) {
    std::vector<Real> sizes;
    for (const Term& term : derivation.terms)
        sizes.push_back(magnitude(derivation, term));
    return sizes;
}

/// Lists the places of an expression's numbers, the largest number first.
std::vector<Place> largest_places(Expression expression) {
    std::vector<Place> found;
    std::vector<Real> sizes;
    for_each_number(expression, [&](const Factor& factor) {
        found.push_back(factor.place);
        sizes.push_back(std::abs(factor.value));
    });
    std::vector<Place> ordered;
    for (const std::size_t at : largest_first(sizes))
        ordered.push_back(found[at]);
    return ordered;
}

/// Places of one matrix in the order they are found, without duplicates.
struct Found {
    std::vector<Place> places;
    std::set<std::pair<Index, Index>> cells;

    void add(const Place& place) {
        if (cells.emplace(place.row, place.column).second)
            places.push_back(place);
    }
};

/// Returns the index of the first stage with this name in the graph. A number reads only smaller
/// depths, except among stages that are found together.
std::size_t depth(const Graph& graph, SheetId sheet) {
    sheet.head = 0;
    return graph.find(sheet).value_or(graph.size());
}

/// Orders the places of a chain: later stages first, then by head.
struct LaterStageFirst {
    const Graph* graph;
    bool operator()(const SheetId& a, const SheetId& b) const {
        const std::size_t of_a = depth(*graph, a), of_b = depth(*graph, b);
        return of_a == of_b ? a.head < b.head : of_a > of_b;
    }
};

} // namespace

std::string title(const Document& document, const Place& place) {
    const StageInfo& about = info(place.sheet.stage, document.model);
    const SheetRoles lines = roles_of(document, place.sheet);
    std::string text(about.describes);
    // Names come last, because a word may be called "{row}".
    const Index kept = document.concepts.kept;
    replace(text, "{kept}", std::to_string(kept) + (kept == 1 ? " concept" : " concepts"));
    const auto row = text.find("{row}"), column = text.find("{column}");
    const auto put_row = [&] { replace(text, "{row}", name(document, lines.rows, place.row)); };
    const auto put_column = [&] {
        replace(text, "{column}", name(document, lines.columns, place.column));
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
    if (place.sheet.is_cross)
        text += ", cross-attention";
    if (layer_count(document) > 1 && !is_of_all_layers(place.sheet.stage))
        text += ", layer " + std::to_string(place.sheet.layer);
    if (!about.is_per_head || sheet_count(document, place.sheet.stage) == 1)
        return text;
    const bool is_shared = about.is_per_group && group_count(document) < head_count(document);
    return text + ", " +
           (is_shared ? "group " + std::to_string(place.sheet.head) : head_name(place.sheet.head));
}

Graph graph_as_shown(const Document& document) {
    const Graph all = graph(document);
    Graph shown;
    for (Node node : all.nodes()) {
        for (std::size_t& input : node.inputs)
            while (repeats_previous(document, all[input].sheet))
                input = all[input].inputs.front();
        shown.add(std::move(node));
    }
    return shown;
}

Derivation derive(const Document& document, const Trace& trace, const Place& place) {
    return derive(graph_as_shown(document), document, trace, place);
}

Derivation derive(const Graph& stages, const Document& document, const Trace& trace,
                  const Place& place) {
    assert(exists(document, place) && "only a place that exists can be explained");
    const Convention convention =
        model_of(document).has_conventions ? document.convention : Convention::TokensAsRows;
    Derivation derivation = explain(stages, place, convention, [&](std::size_t at) {
        return cells_of(document, trace, stages[at].sheet);
    });
    derivation.title = title(document, place);
    find_whole(derivation, [&](const SheetId& sheet) {
        return is_by_query(sheet.stage) ? std::nullopt
                                        : std::optional(cells_of(document, trace, sheet));
    });
    if (is_covered(derivation.result)) {
        // What it is made of would reveal it.
        Derivation covered;
        covered.place = derivation.place;
        covered.convention = derivation.convention;
        covered.title = derivation.title;
        covered.formula = derivation.formula;
        covered.rule = Rule::Covered;
        covered.result = covered_number;
        return covered;
    }
    return derivation;
}

void find_whole(Derivation& derivation,
                const std::function<std::optional<Cells>(const SheetId&)>& cells_of) {
    std::vector<SheetId> looked_at;
    const auto look_at = [&](const SheetId& sheet) {
        if (std::find(looked_at.begin(), looked_at.end(), sheet) != looked_at.end())
            return;
        looked_at.push_back(sheet);
        if (const auto cells = cells_of(sheet); cells && are_whole(*cells))
            derivation.whole.push_back(sheet);
    };
    look_at(derivation.place.sheet);
    for (const Place& place : places(derivation))
        look_at(place.sheet);
}

std::vector<Place> largest_places(const Derivation& derivation) {
    if (derivation.expression)
        return largest_places(*derivation.expression);
    std::vector<Place> found;
    for (const std::size_t term : largest_first(magnitudes(derivation)))
        for (const Factor& factor : derivation.terms[term].factors)
            found.push_back(factor.place);
    for (const Divisor& divisor : derivation.divisors)
        if (divisor.place)
            found.push_back(*divisor.place);
    return found;
}

std::vector<ChainLevel> derivation_chain(const Document& document, const Trace& trace,
                                         const Place& place, std::size_t most_places) {
    // Places lead to earlier stages only, so a matrix is complete when its turn comes.
    const Graph stages = graph_as_shown(document);
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
            for (const Place& read : largest_places(derivation))
                if (depth(stages, read.sheet) < depth(stages, level.sheet))
                    waiting[read.sheet].add(read);
            level.derivations.push_back(derivation);
        }
        std::sort(level.derivations.begin(), level.derivations.end(),
                  [](const Derivation& a, const Derivation& b) {
                      return std::pair(a.place.row, a.place.column) <
                             std::pair(b.place.row, b.place.column);
                  });
        chain.push_back(std::move(level));
    }
    return chain;
}

bool is_copy(const Derivation& derivation) {
    if (derivation.expression)
        return derivation.expression->kind == Expression::Kind::Number;
    if (derivation.rule == Rule::Quotient)
        return derivation.divisors.empty();
    return derivation.rule == Rule::SumOfProducts && derivation.terms.size() == 1 &&
           derivation.terms[0].factors.size() == 1 && !derivation.terms[0].is_subtracted;
}

std::optional<Place> next_step(const Graph& stages, const Derivation& derivation) {
    if (derivation.expression) {
        std::optional<Place> only;
        for (const Place& place : places(derivation)) {
            const auto at = stages.find(place.sheet);
            if (at && stages.is_given(*at))
                continue;
            if (only)
                return std::nullopt;
            only = place;
        }
        return only;
    }
    const bool is_one = derivation.rule == Rule::Quotient && derivation.terms.size() == 1 &&
                        derivation.terms[0].factors.size() == 1;
    if (!derivation.own && !is_one && !is_copy(derivation))
        return std::nullopt;
    return derivation.terms[derivation.own.value_or(0)].factors[0].place;
}

std::vector<Derivation> derivation_steps(const Document& document, const Trace& trace,
                                         const Place& place) {
    const Graph stages = graph_as_shown(document);
    std::vector<Derivation> steps{derive(stages, document, trace, place)};
    for (Derivation now = steps.back();;) {
        const std::optional<Place> next = next_step(stages, now);
        if (!next)
            break;
        now = derive(stages, document, trace, *next);
        if (!is_copy(now) && now.rule != Rule::Given)
            steps.push_back(now);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

ShownTerms shown_terms(const Derivation& derivation, std::size_t most) {
    std::vector<Real> addends;
    for (const Term& term : derivation.terms)
        addends.push_back(addend(derivation, term));
    return shown_terms(magnitudes(derivation), addends, most);
}

bool shows_subtraction(const Derivation& derivation) {
    constexpr Real readable_exponent = 100;
    // A covered score makes the largest unknown, and says nothing about the others.
    return derivation.rule == Rule::Softmax && std::abs(derivation.largest) >= readable_exponent;
}

Real addend(const Derivation& derivation, const Term& term) {
    if (!is_of_powers(derivation))
        return term.value();
    return std::exp(term.value() - (shows_subtraction(derivation) ? derivation.largest : 0));
}

} // namespace attn
