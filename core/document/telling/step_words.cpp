// SPDX-License-Identifier: MIT
#include "core/document/telling/step_words.h"

#include "core/base/number_text.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/document/telling/step.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace attn {

Run query_word(const Document& document, const View& view) {
    return {told_word(document.tokens, view.query), Tone::QueryWord};
}

void add_vector(Prose& prose, const Cells& cells, Index row, const NumberFormat& asked) {
    const NumberFormat format = format_of(cells, asked);
    constexpr Index most = 4;
    const Index shown = cells.cols() <= most ? cells.cols() : most - 1;
    prose.push_back({"("});
    for (Index column = 0; column < shown; ++column) {
        if (column > 0)
            prose.push_back({", "});
        prose.push_back({spoken(cells(row, column), format), Tone::Number});
    }
    prose.push_back({shown < cells.cols() ? ", …)" : ")"});
}

Run key_word(const Document& document, Index key) {
    return {told_word(key_words(document), key), Tone::Word};
}

// Writes what a step says about the query word, with live numbers.

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
    /// Adds a number of the cells, written as they are.
    void number(const Cells& cells, Index row, Index column) {
        prose.push_back({spoken(cells(row, column), format_of(cells, view.numbers)), Tone::Number});
    }
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
        add_vector(prose, cells(Stage::X), view.query, view.numbers);
        if (document.options.has_table) {
            const auto row =
                row_in_table(document, document.tokens[static_cast<std::size_t>(view.query)]);
            text(std::string(", looked up as ") + (by_rows ? "row " : "column ") +
                 std::to_string(row.value_or(0)) + " of the table E");
        }
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
        if (has_stage(document, Stage::V)) {
            text(" and gives v = ");
            row(Stage::V, found);
        }
        text(".");
    }
    void score() {
        const auto keys = best_keys(document, cells(Stage::Scores), view.query);
        query();
        if (keys.empty())
            return text(" may not look at any key.");
        const Cells scores = cells(Stage::Scores);
        const NumberFormat numbers = format_of(scores, view.numbers);
        const auto said = [&](Index at) { return spoken(scores(view.query, at), numbers); };
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
        number(scores, view.query, keys.front());
        if (last_best != keys.end()) {
            text(", and ");
            add_words(prose, document, {first_least, keys.end()});
            text(" least: ");
            number(scores, view.query, keys.back());
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
        number(cells(Stage::Scores), view.query, keys.front());
        text(" and is now ");
        number(cells(Stage::Scaled), view.query, keys.front());
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
        if (count == keys.size() && count > 2 && !is_to_all)
            count = 1; // all the others get as much as each other
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

/// The scores before a bias is added: the document's own, and that of distances.
Stage before_bias(const Document& document) {
    return read_by(document, made_by(document, StepKind::Bias).front()).front().stage;
}

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
        return {before_bias(document), made_by(document, StepKind::Bias).back()};
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

// Titles and sentences, with live numbers of the query word, for the steps of positions, limits,
// blocks and losses.

namespace {

bool centres(const Document& document) {
    return document.options.block && info(document.options.block->norm).centres;
}

std::string limit_text(const Document& document) {
    return "±" + shortest(*document.options.soft_limit);
}

std::string of_word(const Document& document, StepKind kind) {
    switch (kind) {
    case StepKind::Position:
        return " gets the numbers of its position added";
    case StepKind::QkNorm:
        return document.options.has_memory ? " puts its query on one scale"
                                           : " puts its query and its key on one scale";
    case StepKind::Turn:
        return document.options.has_memory ? " turns its query by its position"
                                           : " turns its query and its key by its position";
    case StepKind::Bias:
        return has_stage(document, Stage::WithBias)
                   ? ": a bias is added to its score for each key"
                   : ": the distance to each key adds a bias to its score";
    case StepKind::Limit:
        return ": its scores are limited to " + limit_text(document);
    case StepKind::Norm:
        return " goes through the norm";
    case StepKind::Add:
        return " keeps its numbers and adds what attention found";
    case StepKind::SecondNorm:
        return " goes through the second norm";
    case StepKind::Mlp:
        return " goes through the MLP";
    case StepKind::SecondAdd:
        return " adds what the MLP made";
    case StepKind::Predict:
        return " says which word may come next";
    case StepKind::Loss:
        return ": how far is it from its target?";
    default:
        break;
    }
    assert(false && "every step of an option is handled");
    return "";
}

std::string of_all(const Document& document, StepKind kind) {
    const std::string line =
        document.convention == Convention::TokensAsRows ? "every row" : "every column";
    const std::string norms = centres(document)
                                  ? "norm centres and scales " + line
                                  : "norm divides " + line + " by its root mean square";
    switch (kind) {
    case StepKind::Position:
        return "Every position adds its numbers to its word";
    case StepKind::QkNorm:
        return "Every query and every key is divided by its root mean square";
    case StepKind::Turn:
        return "Every query and every key turns by its position";
    case StepKind::Bias:
        return has_stage(document, Stage::WithBias)
                   ? "A bias is added to every score"
                   : "The distance of two words adds a bias to their score";
    case StepKind::Limit:
        return "All scores are limited to " + limit_text(document);
    case StepKind::Norm:
        return "The " + norms;
    case StepKind::Add:
        return "Every word keeps its numbers and adds what attention found";
    case StepKind::SecondNorm:
        return "The second " + norms;
    case StepKind::Mlp:
        return "Every word goes through the same MLP";
    case StepKind::SecondAdd:
        return "Every word adds what the MLP made";
    case StepKind::Predict:
        return "Every word says which word may come next";
    case StepKind::Loss:
        return "The loss is one number for all words";
    default:
        break;
    }
    assert(false && "every step of an option is handled");
    return "";
}

struct OptionTelling {
    const Document& document;
    const Trace& trace;
    const View& view;
    Prose prose = {};

    void text(std::string words) { prose.push_back({std::move(words)}); }
    /// Adds a number of the cells, written as they are.
    void number(const Cells& cells, Index row, Index column) {
        prose.push_back({spoken(cells(row, column), format_of(cells, view.numbers)), Tone::Number});
    }
    void query() { prose.push_back(query_word(document, view)); }
    Cells cells(Stage stage) const {
        return cells_of(document, trace, sheet_of_head(document, stage, view.head));
    }
    /// Adds the query word's row of a stage.
    void row(const SheetId& sheet) {
        add_vector(prose, cells_of(document, trace, sheet), view.query, view.numbers);
    }
    void row(Stage stage) { row(sheet_of_head(document, stage, view.head)); }

    void position() {
        query();
        text(" stands at position " + std::to_string(view.query) + ", which adds ");
        row(Stage::P);
        text(" and makes ");
        row(Stage::Embedded);
        text(".");
    }
    void qk_norm() {
        const Stage normed("Q_normed");
        text("The query of ");
        query();
        text(" has the root mean square ");
        number(cells(Stage("Q_normed.deviation")), view.query, 0);
        text("; the norm makes ");
        row(normed);
        text(" of it.");
    }
    void turn() {
        text("At position " + std::to_string(view.query) + " the query of ");
        query();
        text(" turns from ");
        row(read_by(document, Stage::QRotated).front().stage);
        text(" to ");
        row(Stage::QRotated);
        const Index stay = document.options.positions.turned == 0
                               ? 0
                               : d_k(document, view.head) - document.options.positions.turned;
        text(stay == 0   ? "."
             : stay == 1 ? "; its last number stays."
                         : "; its last " + std::to_string(stay) + " numbers stay.");
    }
    /// Returns the key whose number differs most between the stages; empty if no difference is
    /// finite.
    std::optional<Index> most_changed(const Cells& before, const Cells& after) const {
        std::optional<Index> found;
        Real most = 0;
        for (Index key = 0; key < before.cols(); ++key) {
            const Real by = std::abs(after(view.query, key) - before(view.query, key));
            if (!is_blocked(document.switches.mask, view.query, key) && std::isfinite(by) &&
                by > most) {
                most = by;
                found = key;
            }
        }
        return found;
    }
    /// Says "The score of cat for mouse was 2.30 and is now 1.80", or that all stay the same.
    bool changed_score(Stage before_stage, Stage after_stage) {
        const Cells before = cells(before_stage), after = cells(after_stage);
        const auto key = most_changed(before, after);
        text(key ? "The score of " : "The scores of ");
        query();
        if (!key) {
            text(" stay as they are.");
            return false;
        }
        text(" for ");
        prose.push_back(key_word(document, *key));
        text(" was ");
        number(before, view.query, *key);
        text(" and is now ");
        number(after, view.query, *key);
        return true;
    }
    void bias() {
        if (changed_score(before_bias(document), made_by(document, StepKind::Bias).back()))
            text("; no other score of it changes more.");
    }
    void limit() {
        if (changed_score(read_by(document, Stage::Limited).front().stage, Stage::Limited))
            text("; the order of the scores stays.");
    }
    void norm(const std::string& name) {
        text("The numbers of ");
        query();
        if (centres(document)) {
            text(" have the mean ");
            number(cells(Stage(name + ".mean")), view.query, 0);
        }
        text(std::string(info(document.options.block->norm).divisor));
        number(cells(Stage(name + ".deviation")), view.query, 0);
        text("; the norm makes ");
        row(Stage(name));
        text(" of them.");
    }
    /// Adds the step's sum and what is added.
    void add(StepKind kind) {
        const Stage sum = made_by(document, kind).back();
        const auto parts = read_by(document, sum);
        query();
        text(" had ");
        row(parts[0]);
        text(" and adds ");
        row(parts[1]);
        text(": ");
        row(sum);
        text(".");
    }
    void mlp() {
        const Stage hidden("hidden");
        const Stage open = read_by(document, Stage("mlp")).front().stage;
        query();
        text(" becomes " + std::to_string(cells(hidden).cols()) + " hidden numbers, ");
        row(hidden);
        text("; after the activation they are ");
        row(open);
        text(", and the MLP makes ");
        row(Stage("mlp"));
        text(" of them.");
    }
    void predict() {
        const Stage stage("probabilities");
        if (has_stage(document, Stage("norm_f"))) {
            norm("norm_f");
            text(" ");
        }
        const Cells cells = this->cells(stage);
        const Words& words = output_words(document);
        const Vector row = cells.row(view.query);
        // Numbers that are not finite come last.
        const Vector finite = row.array().isFinite().select(
            row, Vector::Constant(row.size(), -std::numeric_limits<Real>::infinity()));
        const auto best = likeliest(finite, 2);
        const auto end = std::find_if(best.begin(), best.end(), [](const Likely& one) {
            return !std::isfinite(one.probability);
        });
        text("After ");
        query();
        if (best.begin() == end)
            return text(" no word has a probability.");
        text(end - best.begin() > 1 ? " the most probable words are " : " the only word is ");
        for (auto one = best.begin(); one != end; ++one) {
            text(one == best.begin() ? "" : " and ");
            prose.push_back({words[static_cast<std::size_t>(one->word)], Tone::Word});
            text(" (");
            prose.push_back({percent(one->probability), Tone::Number});
            text(")");
        }
        text(".");
    }
    void loss() {
        const SheetId of = document.options.loss->of;
        const Role rows = info(of.stage).rows;
        if (rows == Role::Query || rows == Role::Token) {
            text("For ");
            query();
            text((document.convention == Convention::TokensAsRows ? " the row of "
                                                                  : " the column of ") +
                 to_text(of) + " is ");
            row(of);
            text(" and should be ");
            row(SheetId{Stage::Target});
            text(". ");
        }
        text("The loss of all words is ");
        prose.push_back({loss_text(cells(Stage::Loss)(0, 0)), Tone::Number});
        text(".");
    }
};

} // namespace

std::string option_title(const Document& document, const Step& step) {
    return step.is_for_all ? of_all(document, step.kind) : of_word(document, step.kind);
}

Prose option_sentence(const Document& document, const Trace& trace, const View& view,
                      StepKind kind) {
    OptionTelling telling{document, trace, view};
    switch (kind) {
    case StepKind::Position:
        telling.position();
        break;
    case StepKind::QkNorm:
        telling.qk_norm();
        break;
    case StepKind::Turn:
        telling.turn();
        break;
    case StepKind::Bias:
        telling.bias();
        break;
    case StepKind::Limit:
        telling.limit();
        break;
    case StepKind::Norm:
        telling.norm("norm_1");
        break;
    case StepKind::SecondNorm:
        telling.norm("norm_2");
        break;
    case StepKind::Add:
    case StepKind::SecondAdd:
        telling.add(kind);
        break;
    case StepKind::Mlp:
        telling.mlp();
        break;
    case StepKind::Predict:
        telling.predict();
        break;
    case StepKind::Loss:
        telling.loss();
        break;
    default:
        assert(false && "every step of an option is handled");
    }
    return telling.prose;
}

// Titles and sentences, with live numbers, for the steps of concepts.

namespace {

std::string counted(Index count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string concepts(Index count) {
    return counted(count, "concept", "concepts");
}

/// Writes one sentence piece by piece.
struct ConceptTelling {
    const Document& document;
    const ConceptTrace& trace;
    const View& view;
    Prose prose;

    ConceptTelling& text(std::string piece) {
        prose.push_back({std::move(piece)});
        return *this;
    }
    /// Adds a number of the matrix, written as the others are.
    ConceptTelling& number(const Matrix& of, Index row, Index column) {
        prose.push_back({spoken(of(row, column), format_of(of, view.numbers)), Tone::Number});
        return *this;
    }
    ConceptTelling& share(Real value) {
        prose.push_back({percent(value), Tone::Number});
        return *this;
    }
    ConceptTelling& name(Names of, Index at) {
        prose.push_back({names(document, of)[static_cast<std::size_t>(at)],
                         of == Names::Rows && at == view.query ? Tone::QueryWord : Tone::Word});
        return *this;
    }

    /// Returns the film a concept is about: the one with the largest number in its row of Vᵀ. Among
    /// equal ones, which rounding may order differently on each machine, returns the first.
    Index main_film(Index concept_at) const {
        constexpr Real tie = 1e-9;
        const auto row = trace.svd.vt.row(concept_at);
        const Real most = row.maxCoeff();
        Index film = 0;
        while (row(film) < most - tie)
            ++film;
        return film;
    }
    Real kept_share() const { return trace.share.leftCols(document.concepts.kept).sum(); }

    void rate() {
        Index film = 0;
        document.embeddings->row(view.query).maxCoeff(&film);
        name(Names::Rows, view.query).text(" rates ").name(Names::Columns, film);
        text(" highest, with ").number(*document.embeddings, view.query, film).text(".");
    }
    void decompose() {
        text("Concept 0 has size ").number(trace.svd.s, 0, 0).text(" and is mostly about ");
        name(Names::Columns, main_film(0));
        if (trace.svd.rank > 1) {
            text("; concept 1 has size ").number(trace.svd.s, 0, 1).text(" and is mostly about ");
            name(Names::Columns, main_film(1));
        }
        text(".");
    }
    void keep() {
        const Index kept = document.concepts.kept;
        text("The " + counted(kept, "kept concept holds ", "kept concepts hold "));
        share(kept_share());
        text(" of the squared ratings; dropping the others leaves an error of ");
        number(trace.error, 0, 0).text(".");
    }
    void rebuild() {
        Index row = 0, column = 0;
        const Real worst = trace.difference.cwiseAbs().maxCoeff(&row, &column);
        if (worst == 0) {
            text("Nothing is lost: the reconstruction equals the ratings.");
            return;
        }
        text("The largest difference is ").number(trace.difference, row, column).text(": ");
        name(Names::Rows, row).text(" gave ").name(Names::Columns, column).text(" ");
        number(*document.embeddings, row, column).text(", but the concepts say ");
        number(trace.reconstruction, row, column).text(".");
    }
    void map() {
        name(Names::Rows, view.query).text(" stands at ").number(trace.people, view.query, 0);
        if (trace.people.cols() > 1)
            text(" along concept 0 and ")
                .number(trace.people, view.query, 1)
                .text(" along concept 1.");
        else
            text(" along the only concept.");
    }
    void compare() {
        name(Names::Vectors, 0).text(" and ").name(Names::Vectors, 1);
        if (trace.no_direction[0] || trace.no_direction[1]) {
            text(" have no cosine: one of them rated nothing.");
            return;
        }
        text(" have the cosine ").number(trace.cosine, 0, 1).text(" by their ratings");
        if (trace.no_concept_direction[0] || trace.no_concept_direction[1]) {
            text("; they have no cosine in the kept concepts, because one of them has no part "
                 "there.");
            return;
        }
        text(" and ").number(trace.concept_cosine, 0, 1);
        text(" in the " + counted(document.concepts.kept, "kept concept.", "kept concepts."));
    }
};

} // namespace

std::string concept_title(const Document& document, StepKind kind) {
    const Index kept = document.concepts.kept;
    switch (kind) {
    case StepKind::Rate:
        return counted(token_count(document), "person rates", "people rate") + " " +
               counted(d_model(document), "film", "films");
    case StepKind::Decompose:
        return "The ratings are taken apart into people, sizes and films";
    case StepKind::Keep:
        return "Of " + concepts(concept_count(document)) + ", " + std::to_string(kept) +
               (kept == 1 ? " is kept" : " are kept");
    case StepKind::Rebuild:
        return "The ratings are rebuilt from " + concepts(kept);
    case StepKind::Map:
        return "Everybody has a place among the concepts";
    default:
        return "New people are compared, by ratings and by concepts";
    }
}

Prose concept_sentence(const Document& document, const Trace& trace, const View& view,
                       StepKind kind) {
    ConceptTelling telling{document, trace.concepts, view, {}};
    if (trace.concepts.svd.rank == 0) {
        telling.text("Every rating is 0: there is no concept to find.");
        return telling.prose;
    }
    switch (kind) {
    case StepKind::Rate:
        telling.rate();
        break;
    case StepKind::Decompose:
        telling.decompose();
        break;
    case StepKind::Keep:
        telling.keep();
        break;
    case StepKind::Rebuild:
        telling.rebuild();
        break;
    case StepKind::Map:
        telling.map();
        break;
    default:
        telling.compare();
    }
    return telling.prose;
}

} // namespace attn
