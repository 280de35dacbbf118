// SPDX-License-Identifier: MIT
#include "core/publish/code/code_words.h"

#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "core/publish/code/code_walk.h"

#include <algorithm>
#include <iterator>

namespace attn::publish {
namespace {

std::string words_of_x(const Document&, const Node& node) {
    return node.operation == &operation::looked_up
               ? "The embedding of each word: its {line} of E."
               : "The words and their embeddings: one word per {line}.";
}

std::string e_words(const Document& document, const Node&) {
    return document.options.has_table
               ? "The table of words: the embedding of each word of the vocabulary is a {line}."
               : "The words that may come next: one embedding per {line}.";
}

std::string projected_words(const Document&, const Node& node) {
    return node.operation == &operation::copied
               ? "Without projections queries, keys and values are the embeddings."
               : "Queries, keys and values: one {line} for each word.";
}

std::string scaled_words(const Document& document, const Node&) {
    const Switches& switches = document.switches;
    const bool is_scaled = switches.scale.kind != Scale::Kind::None;
    if (switches.temperature == 1)
        return is_scaled ? "The scores are divided by the scale." : "The scores are not scaled.";
    return std::string(is_scaled ? "The scores are divided by the scale and the temperature."
                                 : "The scores are divided by the temperature.") +
           " A temperature above 1 evens the weights out, one below 1 sharpens them.";
}

std::string masked_words(const Document&, const Node& node) {
    return std::get<Mask>(node.options).kind == Mask::Kind::None
               ? "No mask: every query sees every key."
               : "Blocked scores become minus infinity, so that their weight is 0.";
}

bool every_line_sums_to_one(const Document& document) {
    const Trace trace = evaluate(document);
    for (Index head = 0; head < head_count(document); ++head) {
        const Cells weights = cells_of(document, trace, {Stage::Weights, head});
        if (!line_sums(weights, document.switches.axis).are_ones())
            return false;
    }
    return true;
}

std::string weights_words(const Document& document, const Node& node) {
    const Switches& switches = document.switches;
    const bool by_rows = switches.axis == Axis::Rows;
    const std::string line = sums_rows(document, switches.axis) ? "row" : "column";
    std::string words(info(switches.normaliser).program);
    words.replace(words.find("{}"), 2, line);
    if (every_line_sums_to_one(document))
        words +=
            by_rows ? " The weights of each query sum to 1." : " The weights of each key sum to 1.";
    if (std::get<Normalising>(node.options).mask.kind != Mask::Kind::None)
        words += " Blocked cells are 0, and so is a " + line + " whose cells are all blocked.";
    return words;
}

std::string weighted_words(const Document& document, const Node&) {
    return std::string("Each value times its weight: queries x ") +
           (words_are_rows(document) ? "keys x d_v" : "d_v x keys") +
           ". Summed over the keys they are the output.";
}

std::string joined_words(const Document&, const Node& node) {
    return node.inputs.size() == 1 ? "There is one head, so its output is the joined matrix."
                                   : "The outputs of all heads side by side.";
}

/// The stage's title says enough.
std::string titled(const Document& document, const Node& node) {
    return std::string(info(node.sheet.stage, document.model).title) + ".";
}

/// In the texts, {line} is the side of one word or person, {other} the opposite side.
struct StageWords {
    Model model;
    Stage stage;
    std::string_view words;
    std::string (*told)(const Document&, const Node&) = nullptr; // if switches decide
};

constexpr Model attention = Model::Attention, concepts = Model::Concepts;
constexpr StageWords words_of_stages[] = {
    {attention, Stage::X, "", words_of_x},
    {attention, Stage::Memory, "", titled},
    {attention, Stage::P, "", titled},
    {attention, Stage::Embedded, "", titled},
    {attention, Stage::W_Q, "The learned weights of the projections."},
    {attention, Stage::W_K, "The learned weights of the projections."},
    {attention, Stage::W_V, "The learned weights of the projections."},
    {attention, Stage::BQ, "", titled},
    {attention, Stage::BK, "", titled},
    {attention, Stage::BV, "", titled},
    {attention, Stage::Q, "", projected_words},
    {attention, Stage::K, "", projected_words},
    {attention, Stage::V, "", projected_words},
    {attention, Stage("gamma_Q"), "What the norms of queries and keys have learned."},
    {attention, Stage("gamma_K"), "What the norms of queries and keys have learned."},
    {attention, Stage::WS, "", titled},
    {attention, Stage::UQ, "", titled},
    {attention, Stage::UK, "", titled},
    {attention, Stage::Additive, "", titled},
    {attention, Stage::T, "", titled},
    {attention, Stage::Bias, "What is added to each scaled score."},
    {attention, Stage::Sink, "", titled},
    {attention, Stage("Q_normed.deviation"),
     "RMSNorm of the queries: each {line} over its root mean square, times what was learned."},
    {attention, Stage("Q_normed.scaled"),
     "RMSNorm of the queries: each {line} over its root mean square, times what was learned."},
    {attention, Stage("Q_normed"),
     "RMSNorm of the queries: each {line} over its root mean square, times what was learned."},
    {attention, Stage("K_normed.deviation"),
     "RMSNorm of the keys: each {line} over its root mean square, times what was learned."},
    {attention, Stage("K_normed.scaled"),
     "RMSNorm of the keys: each {line} over its root mean square, times what was learned."},
    {attention, Stage("K_normed"),
     "RMSNorm of the keys: each {line} over its root mean square, times what was learned."},
    {attention, Stage::QRotated, "", titled},
    {attention, Stage::KRotated, "", titled},
    {attention, Stage::QMapped, "", titled},
    {attention, Stage::KMapped, "", titled},
    {attention, Stage::Scores, "Scores: how well each query ({line}) fits each key ({other})."},
    {attention, Stage::Scaled, "", scaled_words},
    {attention, Stage::WithBias, "", titled},
    {attention, Stage::Biased, "", titled},
    {attention, Stage::Limited, "", titled},
    {attention, Stage::Masked, "", masked_words},
    {attention, Stage::Weights, "", weights_words},
    {attention, Stage::WeightedValues, "", weighted_words},
    {attention, Stage::Output, "The output: for each query the weighted sum of the values."},
    {attention, Stage("mean_weights"),
     "The mean of the heads' weights, which nn.MultiheadAttention of PyTorch returns."},
    {attention, Stage::Joined, "", joined_words},
    {attention, Stage::WO, "The learned weights that mix the heads."},
    {attention, Stage::BO, "", titled},
    {attention, Stage::Attention,
     "The attention: one vector for each word, from the outputs of all heads."},

    {attention, Stage("gamma_1"), "What the first norm has learned."},
    {attention, Stage("beta_1"), "What the first norm has learned."},
    {attention, Stage("norm_1.mean"),
     "The first norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_1.centred"),
     "The first norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_1.deviation"),
     "The first norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_1.scaled"),
     "The first norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_1"),
     "The first norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("after_attention"),
     "The residual connection: the words and their attention."},
    {attention, Stage("gamma_2"), "What the second norm has learned."},
    {attention, Stage("beta_2"), "What the second norm has learned."},
    {attention, Stage("norm_2.mean"),
     "The second norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_2.centred"),
     "The second norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_2.deviation"),
     "The second norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_2.scaled"),
     "The second norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_2"),
     "The second norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("after_cross"),
     "The residual connection: what came before, and what cross-attention adds."},
    {attention, Stage("gamma_3"), "What the third norm has learned."},
    {attention, Stage("beta_3"), "What the third norm has learned."},
    {attention, Stage("norm_3.mean"),
     "The third norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_3.centred"),
     "The third norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_3.deviation"),
     "The third norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_3.scaled"),
     "The third norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_3"),
     "The third norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("W_1"), "The learned weights of the MLP."},
    {attention, Stage("b_1"), "The learned weights of the MLP."},
    {attention, Stage("W_gate"), "The learned weights of the MLP."},
    {attention, Stage("W_2"), "The learned weights of the MLP."},
    {attention, Stage("b_2"), "The learned weights of the MLP."},
    {attention, Stage("hidden"), "The MLP: hidden numbers of each word, from that word alone."},
    {attention, Stage("gate"), "The gate, which decides how far each hidden number counts."},
    {attention, Stage("activated"), "The activation, a function of each number by itself."},
    {attention, Stage("gated"), "Each hidden number times its gate."},
    {attention, Stage("mlp"),
     "What the MLP makes of the hidden numbers: one vector for each word."},
    {attention, Stage("after_mlp"), "", titled},
    {attention, Stage("block"),
     "The second residual connection: what went into the MLP, and what came out."},
    {attention, Stage("gamma_f"), "What the final norm has learned."},
    {attention, Stage("beta_f"), "What the final norm has learned."},
    {attention, Stage("norm_f.mean"),
     "The final norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_f.centred"),
     "The final norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_f.deviation"),
     "The final norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_f.scaled"),
     "The final norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("norm_f"),
     "The final norm: each {line} gets numbers of size 1, stretched by what was learned."},
    {attention, Stage("E"), "", e_words},
    {attention, Stage::U,
     "What the words that may come next are compared with: one word per {line}."},
    {attention, Stage("logits"), "How well each word that may come next fits."},
    {attention, Stage("probabilities"), "Softmax of the logits: how likely each word comes next."},
    {attention, Stage::Target, "What should have come out."},
    {attention, Stage::Loss, "The loss: how far the result is from the target."},

    {concepts, Stage::X, "The ratings: one person per {line}, one film per {other}."},
    {concepts, Stage::Vectors, "New people: their ratings of the same films."},
    {concepts, Stage::U, "", titled},
    {concepts, Stage::S, "", titled},
    {concepts, Stage::Vt,
     "The ratings taken apart, U s Vt: the singular values in falling order, the concepts that "
     "belong to them, and each person's share in these."},
    {concepts, Stage::People, "Each person's coordinates along the concepts."},
    {concepts, Stage::Share, "Each concept's share of the squared ratings."},
    {concepts, Stage::Reconstruction,
     "The ratings rebuilt from the kept concepts: the nearest matrix of that rank (Eckart and "
     "Young 1936)."},
    {concepts, Stage::Difference, "What is lost of each rating."},
    {concepts, Stage::Error, "How long the difference is, from the dropped singular values."},
    {concepts, Stage::Projected, "The new people's coordinates along the same concepts."},
    {concepts, Stage::Cosine,
     "Cosines of the new people's ratings. A person who rated nothing has no direction, so the "
     "cosine is 0."},
    {concepts, Stage::ConceptCosine, "Their cosines in the kept concepts."},
};

} // namespace

std::string title_of(const Document& document) {
    if (!document.title.empty())
        return comment_text(document.title);
    return std::string(model_of(document).title);
}

std::string_view subject_of(const Document& document) {
    return model_of(document).subject;
}

std::string words_about(const Document& document, const Node& node) {
    if (node.operation == &operation::given && is_given_stage(document, node.sheet))
        return "Numbers that are given and not computed.";
    const bool by_rows = words_are_rows(document);
    const Values lines{{"line", by_rows ? "row" : "column"}, {"other", by_rows ? "column" : "row"}};
    // Which attention of which layer, if there are several.
    std::string where;
    if (node.sheet.layer > 0)
        where = "Layer " + std::to_string(node.sheet.layer);
    if (node.sheet.is_cross)
        where += where.empty() ? "Cross-attention" : ", cross-attention";
    if (!where.empty())
        where += ". ";
    for (const StageWords& one : words_of_stages)
        if (one.model == document.model && one.stage == node.sheet.stage)
            return where +
                   filled(one.told ? one.told(document, node) : std::string(one.words), lines);
    return std::string(node.sheet.stage.name()) + "."; // a stage of a gradient
}

bool has_words_about(Model model, Stage stage) {
    return std::any_of(
        std::begin(words_of_stages), std::end(words_of_stages),
        [&](const StageWords& one) { return one.model == model && one.stage == stage; });
}

std::string words_about_mask(const Document& document) {
    return words_are_rows(document) ? "Which keys (columns) each query (row) may not see."
                                    : "Which keys (rows) each query (column) may not see.";
}

std::vector<std::pair<std::string_view, std::vector<std::string>>>
lists_without_x(const Document& document) {
    if (has_x(document))
        return {};
    if (document.options.has_memory)
        return {{"tokens", document.tokens}, {"memory", document.memory}};
    return {{"tokens", document.tokens}};
}

std::vector<std::pair<std::string_view, std::vector<std::string>>>
lists_of(const Document& document, const SheetId& sheet) {
    const Stage input = sheet.stage;
    if (!model_of(document).columns.empty() && input == Stage::X)
        return {{"person_names", document.tokens}, {"film_names", document.concepts.columns}};
    if (input == Stage::Vectors)
        return {{"vector_names", document.concepts.names}};
    const bool has_table = document.options.has_table;
    if (input == Stage("E") && has_table)
        return {{"tokens", document.tokens}, {"vocabulary", document.vocabulary}};
    if (input == Stage::X && !has_table)
        return {{"tokens", document.tokens}};
    if (input == Stage::Memory)
        return {{"memory", document.memory}};
    if ((input == Stage("E") || (input == Stage::U && document.model == attention)) && !has_table)
        return {{"words_out", document.words_out}};
    return {};
}

bool words_are_rows(const Document& document) {
    return document.convention == Convention::TokensAsRows;
}

bool sums_rows(const Document& document, Axis axis) {
    return attn::written(axis, document.convention) == Axis::Rows;
}

} // namespace attn::publish
