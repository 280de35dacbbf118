// SPDX-License-Identifier: MIT
#include "core/document/step.h"

#include "core/document/line_sums.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"

#include <cassert>
#include <cctype>

namespace attn {
namespace {

struct KindInfo {
    StepKind kind;
    Model model;
    std::string_view name, word;
    int for_query, for_all; // their numbers; 0: there is no such step
};
constexpr std::array<KindInfo, 14> kinds = {
    {{StepKind::Embed, Model::Attention, "Embed", "embed", 1, 8},
     {StepKind::Project, Model::Attention, "Project", "project", 2, 9},
     {StepKind::Score, Model::Attention, "Score", "score", 3, 10},
     {StepKind::Scale, Model::Attention, "Scale", "scale", 4, 11},
     {StepKind::Mask, Model::Attention, "Mask", "mask", 5, 12},
     {StepKind::Softmax, Model::Attention, "Softmax", "softmax", 6, 13},
     {StepKind::Mix, Model::Attention, "Mix", "mix", 7, 14},
     {StepKind::Join, Model::Attention, "Join", "join", 15, 16},
     {StepKind::Rate, Model::Concepts, "Rate", "rate", 0, 1},
     {StepKind::Decompose, Model::Concepts, "Decompose", "decompose", 0, 2},
     {StepKind::Keep, Model::Concepts, "Keep", "keep", 0, 3},
     {StepKind::Rebuild, Model::Concepts, "Rebuild", "rebuild", 0, 4},
     {StepKind::Map, Model::Concepts, "Map", "map", 0, 5},
     {StepKind::Compare, Model::Concepts, "Compare", "compare", 0, 6}}};

const KindInfo& info(StepKind kind) {
    const KindInfo& found = kinds[static_cast<std::size_t>(kind)];
    assert(found.kind == kind && "the table is in the order of the kinds");
    return found;
}

Run query_word(const Document& document, const View& view) {
    return {document.tokens[static_cast<std::size_t>(view.query)], Tone::QueryWord};
}

std::string counted(Index count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// "the scores", or how many times smaller they become: "√d_{k} and by the temperature".
std::string scale_words(const Document& document) {
    const std::string whole = formula(document, Stage::Scaled);
    const auto from = whole.find(" / "); // scores or biased ones
    if (from == std::string::npos)
        return whole;
    std::string text = whole.substr(from + 3);
    const auto second = text.find(" / ");
    if (second != std::string::npos)
        return text.substr(0, second) + " and by the temperature " + text.substr(second + 3);
    const bool has_scale = divisor(document.switches.scale, d_k(document), d_model(document)) != 1;
    return has_scale ? text : "the temperature " + text;
}

/// "Q = X W_{Q}   K = M W_{K}   V = M W_{V}"; of one word: "q = x W_{Q}".
std::string projections(const Document& document, bool is_all) {
    std::string text;
    for (const Stage stage : {Stage::Q, Stage::K, Stage::V}) {
        std::string name(stage.name()), made = formula(document, stage);
        const auto at = made.find_first_of("XM"); // what is projected, if it is a letter
        if (!is_all) {
            name = std::string(1, static_cast<char>(std::tolower(name[0])));
            if (at != std::string::npos)
                made[at] = made[at] == 'X' ? 'x' : 'm';
        }
        text += (text.empty() ? "" : "   ") + name + " = " + made;
    }
    return text;
}

std::string one_word_title(const Document& document, StepKind kind) {
    switch (kind) {
    case StepKind::Embed:
        return " becomes a vector of " + counted(d_model(document), "number");
    case StepKind::Project:
        return document.options.has_memory
                   ? " becomes a query; words of the memory become keys and values"
                   : " becomes a query, a key and a value";
    case StepKind::Score:
        return " compares its query with every key";
    case StepKind::Scale:
        return ": its scores are divided by " + scale_words(document);
    case StepKind::Mask:
        return ": the mask closes keys it may not see";
    case StepKind::Softmax:
        return document.switches.normaliser == Normaliser::Sum
                   ? ": its scores, divided by their sum, become weights"
                   : ": softmax turns its scores into weights";
    case StepKind::Mix:
        return " becomes a mix of the values";
    case StepKind::Join:
        return document.join == Join::WO ? " gets one vector from all heads"
                                         : " keeps the outputs of all heads side by side";
    default:
        break;
    }
    assert(false && "every step is handled");
    return "";
}

std::string all_words_title(const Document& document, const Trace& trace, const View& view,
                            StepKind kind) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const std::string lines =
        written(document.switches.axis, document.convention) == Axis::Rows ? "row" : "column";
    switch (kind) {
    case StepKind::Embed:
        return "All at once: " + counted(token_count(document), "word") + " become " +
               counted(token_count(document), by_rows ? "row" : "column") + " of X";
    case StepKind::Project:
        return "Three multiplications give every query, key and value";
    case StepKind::Score:
        return "Every query meets every key";
    case StepKind::Scale:
        return "All scores are divided by " + scale_words(document);
    case StepKind::Mask:
        return document.switches.mask.kind == Mask::Kind::Causal
                   ? "The mask closes every key that comes later"
                   : "The mask closes the blocked keys";
    case StepKind::Softmax: {
        const Cells weights(trace.heads[static_cast<std::size_t>(view.head)], Stage::Weights);
        return (document.switches.normaliser == Normaliser::Sum ? "Division by the sum turns each "
                                                                : "Softmax turns each ") +
               lines + " of scores into weights" +
               (line_sums(weights, document.switches.axis).are_ones() ? " that sum to 1" : "");
    }
    case StepKind::Mix:
        return "Every output is a mix of the values";
    case StepKind::Join:
        return document.join == Join::WO ? "One multiplication mixes what all heads found"
                                         : "The outputs of all heads stand side by side";
    default:
        return concept_title(document, kind);
    }
}

} // namespace

bool has_query(StepKind kind) {
    return info(kind).for_query != 0;
}

std::optional<StepKind> step_named(std::string_view text) {
    for (const KindInfo& one : kinds)
        if (one.word == text)
            return one.kind;
    return std::nullopt;
}

int number(const Step& step) {
    return step.is_for_all ? info(step.kind).for_all : info(step.kind).for_query;
}

Step step_of(int number, Model model) {
    assert(number > 0 && "steps are numbered from 1");
    for (const KindInfo& one : kinds)
        if (one.model == model && (one.for_query == number || one.for_all == number))
            return {one.kind, one.for_all == number};
    assert(false && "the model has a step of this number");
    return {};
}

std::string_view name(StepKind kind) {
    return info(kind).name;
}

std::string_view word(StepKind kind) {
    return info(kind).word;
}

std::string skip_reason(const Document& document, StepKind kind) {
    if (kind == StepKind::Compare && document.concepts.names.size() < 2)
        return "there are fewer than two new people";
    if (kind == StepKind::Project && document.projections == Projections::None)
        return "there are no projections: Q = K = V = X";
    if (kind == StepKind::Scale && repeats_previous(document, Stage::Scaled))
        return "the scores are divided by 1";
    if (kind == StepKind::Join && document.join == Join::None)
        return "the heads stay apart";
    if (kind == StepKind::Mask && repeats_previous(document, Stage::Masked))
        return "there is no mask";
    return "";
}

bool has_step(const Document& document, StepKind kind) {
    return info(kind).model == document.model &&
           (kind != StepKind::Join || document.join != Join::None);
}

std::vector<Step> steps(const Document& document) {
    std::vector<Step> list;
    for (const bool is_for_all : {false, true})
        for (const KindInfo& one : kinds)
            if (const Step step{one.kind, is_for_all}; one.model == document.model &&
                                                       number(step) > 0 &&
                                                       skip_reason(document, one.kind).empty())
                list.push_back(step);
    return list;
}

std::string skipped_before(const Document& document, const Step& step) {
    std::string text;
    for (int at = number(step) - 1; at >= 1; --at) {
        const Step before = step_of(at, document.model);
        const std::string reason = skip_reason(document, before.kind);
        if (reason.empty() || before.is_for_all != step.is_for_all)
            break;
        text = std::to_string(at) + " " + std::string(name(before.kind)) + " (" + reason + ")" +
               (text.empty() ? "" : ", ") + text;
    }
    return text.empty() ? text : "Skipped: " + text;
}

Prose title(const Document& document, const Trace& trace, const View& view, const Step& step) {
    if (step.is_for_all)
        return {{all_words_title(document, trace, view, step.kind), Tone::Strong}};
    return {query_word(document, view), {one_word_title(document, step.kind), Tone::Strong}};
}

std::string formula(const Document& document, const Step& step) {
    const bool is_all = step.is_for_all;
    const bool by_rows = document.convention == Convention::TokensAsRows;
    if (!has_step(document, step.kind))
        return "";
    switch (step.kind) {
    case StepKind::Embed:
        if (!by_rows)
            return is_all ? "X: d_{model} × words" : "x: d_{model} × 1";
        return is_all ? "X: words × d_{model}" : "x: 1 × d_{model}";
    case StepKind::Project:
        if (!is_plain(document))
            return projections(document, is_all);
        if (!by_rows)
            return is_all ? "Q = W_{Q} X   K = W_{K} X   V = W_{V} X"
                          : "q = W_{Q} x   k = W_{K} x   v = W_{V} x";
        return is_all ? "Q = X W_{Q}   K = X W_{K}   V = X W_{V}"
                      : "q = x W_{Q}   k = x W_{K}   v = x W_{V}";
    case StepKind::Score:
        return is_all || !is_plain(document)
                   ? "scores = " + formula(document, Stage::Scores)
                   : std::string("scores = ") + (by_rows ? "q K^{T}" : "K^{T} q");
    case StepKind::Scale:
        return "scaled = " + formula(document, Stage::Scaled);
    case StepKind::Mask:
        return "masked = scores, " + formula(document, Stage::Masked);
    case StepKind::Softmax:
        return "weights = " + formula(document, Stage::Weights);
    case StepKind::Mix:
        return "output = " + formula(document, Stage::Output);
    case StepKind::Join:
        return document.join == Join::WO ? "attention = " + formula(document, Stage::Attention)
                                         : "joined = " + formula(document, Stage::Joined);
    case StepKind::Rate:
        return "X: people × films";
    case StepKind::Decompose:
        return "X = U s V^{T}";
    case StepKind::Keep:
        return "share = s² / Σ s²";
    case StepKind::Rebuild:
        return "reconstruction = " + formula(document, Stage::Reconstruction);
    case StepKind::Map:
        return "X V";
    case StepKind::Compare:
        return "cosine = a · b / (|a| |b|)";
    }
    assert(false && "every step is handled");
    return "";
}

} // namespace attn
