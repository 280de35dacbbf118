// SPDX-License-Identifier: MIT
// Writes what a step says about the query word, with live numbers.
#include "core/base/number_text.h"
#include "core/document/covers.h"
#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/document/step_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace attn {
namespace {

/// Returns the keys by the query's number for them, largest first; leaves out blocked and
/// non-finite ones.
std::vector<Index> best_keys(const Document& document, const Cells& cells, Index query) {
    const Vector numbers = cells.row(query);
    std::vector<Index> keys;
    for (Index key = 0; key < numbers.size(); ++key)
        if (!is_blocked(document.switches.mask, query, key) && std::isfinite(numbers(key)))
            keys.push_back(key);
    std::stable_sort(keys.begin(), keys.end(),
                     [&](Index a, Index b) { return numbers(a) > numbers(b); });
    return keys;
}

/// Adds the words as "a", "a and b", "a, b and 3 more".
void add_words(Prose& prose, const Document& document, const std::vector<Index>& keys) {
    constexpr std::size_t most = 3;
    const std::size_t shown = keys.size() <= most ? keys.size() : most - 1;
    for (std::size_t at = 0; at < shown; ++at) {
        if (at > 0)
            prose.push_back({at + 1 == shown && shown == keys.size() ? " and " : ", "});
        prose.push_back(key_word(document, keys[at]));
    }
    if (shown < keys.size())
        prose.push_back({" and " + std::to_string(keys.size() - shown) + " more"});
}

constexpr Real least_said = 0.001; // smaller weights are not mentioned

struct Telling {
    const Document& document;
    const View& view;
    const Trace& trace;
    Prose prose;

    void text(std::string words) { prose.push_back({std::move(words)}); }
    void number(Real value) { prose.push_back({spoken(value, view.numbers), Tone::Number}); }
    Cells cells(Stage stage) const {
        return cells_of(document, trace, sheet_of_head(document, stage, view.head));
    }
    void row(Stage stage, Index at) { add_vector(prose, *cells(stage).held(), at, view.numbers); }
    bool is_dot() const { return document.options.score.kind == Score::Kind::Dot; }
    void query() { prose.push_back(query_word(document, view)); }
    void key(Index at) { prose.push_back(key_word(document, at)); }

    void embed() {
        query();
        const bool by_rows = document.convention == Convention::TokensAsRows;
        text(std::string(by_rows ? " is row " : " is column ") + std::to_string(view.query) +
             " of X: ");
        add_vector(prose, *document.embeddings, view.query, view.numbers);
        text(".");
    }
    void project() {
        query();
        text(" asks with q = ");
        row(Stage::Q, view.query);
        Index found = view.query;
        if (document.options.has_memory) { // other words are found
            found = view.key.value_or(0);
            text("; ");
            key(found);
            text(" is found by k = ");
        } else {
            text(", is found by k = ");
        }
        row(Stage::K, found);
        text(" and gives v = ");
        row(Stage::V, found);
        text(".");
    }
    void score() {
        const auto keys = best_keys(document, cells(Stage::Scores), view.query);
        query();
        if (keys.empty())
            return text(" may not look at any key.");
        const Cells scores = cells(Stage::Scores);
        const auto said = [&](Index at) { return spoken(scores(view.query, at), view.numbers); };
        const auto last_best = std::find_if(
            keys.begin(), keys.end(), [&](Index at) { return said(at) != said(keys.front()); });
        const auto first_least = std::find_if(
            keys.begin(), keys.end(), [&](Index at) { return said(at) == said(keys.back()); });
        const bool are_alike = keys.size() > 1 && last_best == keys.end();
        text(" fits ");
        add_words(prose, document, {keys.begin(), last_best});
        text(are_alike ? " alike: " : " best: ");
        text(is_dot()                               ? "q · k = "
             : std::next(keys.begin()) == last_best ? "its score is "
                                                    : "their score is ");
        number(scores(view.query, keys.front()));
        if (last_best != keys.end()) {
            text(", and ");
            add_words(prose, document, {first_least, keys.end()});
            text(" least: ");
            number(scores(view.query, keys.back()));
        }
        text(".");
    }
    void scale() {
        const auto keys = best_keys(document, cells(Stage::Scaled), view.query);
        if (keys.empty()) {
            query();
            return text(" may not look at any key.");
        }
        text("The score of ");
        query();
        text(" for ");
        key(keys.front());
        text(" was ");
        number(cells(Stage::Scores)(view.query, keys.front()));
        text(" and is now ");
        number(cells(Stage::Scaled)(view.query, keys.front()));
        text("; the order of the scores stays.");
    }
    void mask() {
        std::vector<Index> closed;
        for (Index at = 0; at < key_count(document); ++at)
            if (is_blocked(document.switches.mask, view.query, at))
                closed.push_back(at);
        query();
        if (closed.empty())
            return text(" may look at every word.");
        if (static_cast<Index>(closed.size()) == key_count(document))
            return text(" may not look at any word: it will get no weights.");
        text(" may not look at ");
        add_words(prose, document, closed);
        text(": −∞ becomes a weight of 0.");
    }
    void softmax() {
        const auto keys = best_keys(document, cells(Stage::Weights), view.query);
        query();
        const bool has_any = !keys.empty() && cells(Stage::Weights)(view.query, keys.front()) > 0;
        if (!has_any)
            return text(" listens to no word.");
        const Cells weights = cells(Stage::Weights);
        const auto said = [&](std::size_t at) { return percent(weights(view.query, keys[at])); };
        // The first two, and all that get as much as the second.
        std::size_t count = keys.size() > 1 && weights(view.query, keys[1]) >= least_said ? 2 : 1;
        while (count > 1 && count < keys.size() && said(count) == said(1))
            ++count;
        constexpr std::size_t most = 4;
        const bool is_to_all = count == keys.size() && count > 2 && said(0) == said(1);
        text(is_to_all ? " listens as much to " : " listens most to ");
        for (std::size_t at = 0; at < (count > most ? most - 1 : count); ++at) {
            if (at > 0)
                text(at + 1 == count ? ") and " : "), ");
            key(keys[at]);
            text(" (");
            prose.push_back({said(at), Tone::Number});
        }
        if (count > most) {
            text(") and " + std::to_string(count - most + 1) + " more (");
            prose.push_back({said(1), Tone::Number});
            text(" each).");
        } else {
            text(").");
        }
    }
    void mix() {
        const auto keys = best_keys(document, cells(Stage::Weights), view.query);
        text("The output of ");
        query();
        text(" is ");
        row(Stage::Output, view.query);
        if (keys.empty() || !(cells(Stage::Weights)(view.query, keys[0]) > 0))
            return text(": no value takes part.");
        text(": ");
        std::size_t shown = 1;
        if (keys.size() > 1 && cells(Stage::Weights)(view.query, keys[1]) >= least_said)
            shown = 2;
        for (std::size_t at = 0; at < shown; ++at) {
            text(at == 0 ? "" : " + ");
            prose.push_back({percent(cells(Stage::Weights)(view.query, keys[at])), Tone::Number});
            text(" of v(");
            key(keys[at]);
            text(")");
        }
        text(keys.size() > shown ? " + …" : ".");
    }
    void join() {
        const Index heads = head_count(document);
        text(heads == 1 ? "The output of "
                        : "The outputs of " + std::to_string(heads) + " heads for ");
        query();
        text(heads == 1 ? " is " : " stand side by side: ");
        row(Stage::Joined, view.query);
        if (document.join == Join::WO) {
            text(heads == 1 ? ", and its mix is " : ", and their mix is ");
            row(Stage::Attention, view.query);
        }
        if (const Stage mean("mean_weights"); has_stage(document, mean)) {
            text(heads == 1 ? "; the mean of its weights is " : "; the mean of their weights is ");
            row(mean, view.query);
        }
        text(".");
    }
};

/// Lists the stages whose numbers the sentence compares to name the largest.
std::vector<Stage> compared_stages(const Document& document, StepKind kind) {
    switch (kind) {
    case StepKind::Score:
        return {Stage::Scores};
    case StepKind::Scale:
        return {Stage::Scaled};
    case StepKind::Softmax:
    case StepKind::Mix:
        return {Stage::Weights};
    case StepKind::Bias:
        return {read_by(document, Stage::Biased).front().stage, Stage::Biased};
    case StepKind::Limit:
        return {read_by(document, Stage::Limited).front().stage, Stage::Limited};
    case StepKind::Predict:
        return {Stage("probabilities")};
    case StepKind::Rate:
        return {Stage::X};
    case StepKind::Decompose:
        return {Stage::Vt};
    case StepKind::Rebuild:
        return {Stage::Difference};
    default:
        return {};
    }
}

/// Whether the largest cannot be named because it may be covered.
bool chooses_covered(const Document& document, const View& view, StepKind kind) {
    if (document.covers.empty())
        return false;
    const auto compared = compared_stages(document, kind);
    return std::any_of(compared.begin(), compared.end(), [&](Stage stage) {
        const SheetId sheet = sheet_of_head(document, stage, view.head);
        const Shape shape = shape_of(document, sheet);
        const bool is_of_query = has_query(kind) || kind == StepKind::Rate;
        return has_covered(document, is_of_query
                                         ? CellRange{sheet, view.query, 0, 1, shape.columns}
                                         : CellRange{sheet, 0, 0, shape.rows, shape.columns});
    });
}

} // namespace

Prose sentence(const Document& document, const Trace& trace, const View& view, const Step& step) {
    if (has_parts(document)) {
        const OpenPart part(document, trace, opened(document, view, step));
        return sentence(part.document(), part.trace(), part.view(view), in_its_part(step));
    }
    if (chooses_covered(document, view, step.kind))
        return {{"Some of the numbers that this step speaks of are covered."}};
    if (!has_query(step.kind))
        return concept_sentence(document, trace, view, step.kind);
    Telling telling{document, view, trace, {}};
    switch (step.kind) {
    case StepKind::Embed:
        telling.embed();
        break;
    case StepKind::Project:
        telling.project();
        break;
    case StepKind::Score:
        telling.score();
        break;
    case StepKind::Scale:
        telling.scale();
        break;
    case StepKind::Mask:
        telling.mask();
        break;
    case StepKind::Softmax:
        telling.softmax();
        break;
    case StepKind::Mix:
        telling.mix();
        break;
    case StepKind::Join:
        telling.join();
        break;
    default:
        return option_sentence(document, trace, view, step.kind);
    }
    return telling.prose;
}

std::string percent(Real weight) {
    if (!std::isfinite(weight))
        return spoken(weight, {}); // "?" for a covered one
    const Real hundred = 100 * weight;
    if (hundred > 0 && hundred < 0.05)
        return "< 0.1 %";
    const bool is_small = hundred != 0 && std::abs(hundred) < 10;
    return spoken(hundred, {NumberFormat::Kind::Decimals, is_small ? 1 : 0}) + " %";
}

std::string loss_text(Real loss) {
    return loss == 0 ? "0" : spoken(loss, {NumberFormat::Kind::Significant, 4});
}

std::string spoken(Real value, const NumberFormat& format) {
    if (std::isnan(value))
        return shortest(value);
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return with_minus(attn::format(value, format));
}

std::string with_minus(std::string number) {
    constexpr std::string_view minus = "−";
    for (auto at = number.find('-'); at != std::string::npos;
         at = number.find('-', at + minus.size()))
        number.replace(at, 1, minus);
    return number;
}

} // namespace attn
