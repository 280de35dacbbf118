// SPDX-License-Identifier: MIT
// Titles and sentences, with live numbers of the query word, for the steps of positions, limits,
// blocks and losses.
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/document/step_words.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace attn {
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
        return ": the distance to each key adds a bias to its score";
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
        return "The distance of two words adds a bias to their score";
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
    void number(Real value) { prose.push_back({spoken(value, view.numbers), Tone::Number}); }
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
        number(cells(Stage("Q_normed.deviation"))(view.query, 0));
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
        number(before(view.query, *key));
        text(" and is now ");
        number(after(view.query, *key));
        return true;
    }
    void bias() {
        if (changed_score(read_by(document, Stage::Biased).front().stage, Stage::Biased))
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
            number(cells(Stage(name + ".mean"))(view.query, 0));
        }
        text(std::string(info(document.options.block->norm).divisor));
        number(cells(Stage(name + ".deviation"))(view.query, 0));
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
        const Cells cells = this->cells(stage);
        const auto words = column_names(document, {stage});
        std::vector<Index> order;
        for (Index word = 0; word < cells.cols(); ++word)
            if (std::isfinite(cells(view.query, word)))
                order.push_back(word);
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
            return cells(view.query, a) > cells(view.query, b);
        });
        text("After ");
        query();
        if (order.empty())
            return text(" no word has a probability.");
        text(order.size() > 1 ? " the most probable words are " : " the only word is ");
        for (std::size_t at = 0; at < std::min<std::size_t>(2, order.size()); ++at) {
            text(at == 0 ? "" : " and ");
            prose.push_back({words[static_cast<std::size_t>(order[at])], Tone::Word});
            text(" (");
            prose.push_back({percent(cells(view.query, order[at])), Tone::Number});
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

} // namespace attn
