// SPDX-License-Identifier: MIT
// Which stages a document of attention has, depending on its options, and why it lacks the others:
// a table row for each stage that not every document has. Inputs of options are in the table of
// option_inputs.cpp.
#include "core/document/model.h"
#include "core/document/option_inputs.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::models {
namespace {

bool is_joined(const Document& document) {
    return document.join != Join::None;
}
bool has_mean_weights(const Document& document) {
    return document.options.has_mean_weights && is_joined(document);
}
bool has_w_o(const Document& document) {
    return document.join == Join::WO;
}
bool adds_positions(const Document& document) {
    return info(document.options.positions.kind).effect == PositionsInfo::Effect::AddsToWords;
}
bool is_rotary(const Document& document) {
    return info(document.options.positions.kind).effect == PositionsInfo::Effect::TurnsHeads;
}
bool adds_distances(const Document& document) {
    return info(document.options.positions.kind).effect == PositionsInfo::Effect::AddsToScores;
}
bool is_additive(const Document& document) {
    return document.options.score.kind == Score::Kind::Additive;
}
bool is_limited(const Document& document) {
    return document.options.soft_limit.has_value();
}
bool has_qk_norm(const Document& document) {
    return document.options.has_qk_norm;
}
bool has_loss(const Document& document) {
    return document.options.loss.has_value();
}

/// Whether the document has a block for which `is_so` holds.
template <bool (*is_so)(const Block&)>
bool of_block(const Document& document) {
    return document.options.block && is_so(*document.options.block);
}
bool is_any(const Block&) {
    return true;
}
bool has_mlp(const Block& block) {
    return block.has_mlp();
}
bool has_gate(const Block& block) {
    return info(block.mlp).is_gated;
}
bool has_cross(const Block& block) {
    return block.has_cross;
}
bool has_words_out(const Block& block) {
    return block.has_words_out;
}
bool is_after_mlp(const Block& block) {
    return has_mlp(block) && block.is_normed_after();
}
/// Norms are numbered in reading order: the attention's, a second attention's, the MLP's.
template <int number>
bool has_norm(const Block& block) {
    const int norms = 1 + (block.has_cross ? 1 : 0) + (has_mlp(block) ? 1 : 0);
    return block.has_norm() && number <= norms;
}
template <int number>
bool has_layer_norm(const Block& block) {
    return has_norm<number>(block) && info(block.norm).centres;
}

struct Row {
    Stage stage;
    bool (*is_there)(const Document&); // null: see the table of option inputs
    std::string_view lack = {};        // why it is missing; empty: the text for parts of a block
};

constexpr std::string_view no_projections = "it has no projections",
                           no_biases = "it has no biases there",
                           no_w_o = "its heads are not joined by W_O",
                           no_positions = "no positions are added to X",
                           not_rotary = "its positions are not rotary",
                           no_distances = "no biases of distances are added to its scores",
                           not_additive = "its score is not the additive one",
                           no_qk_norm = "its queries and keys have no norm",
                           no_loss = "it has no loss, which compares a stage with a target";

constexpr Row rows[] = {
    {Stage::Memory, nullptr, "its keys come from the same words"},
    {Stage::P, adds_positions, no_positions},
    {Stage::Embedded, adds_positions, no_positions},
    {Stage::W_Q, nullptr, no_projections},
    {Stage::W_K, nullptr, no_projections},
    {Stage::W_V, nullptr, no_projections},
    {Stage::BQ, nullptr, no_biases},
    {Stage::BK, nullptr, no_biases},
    {Stage::BV, nullptr, no_biases},
    {Stage::WS, nullptr, "its score is not the general one"},
    {Stage::UQ, nullptr, not_additive},
    {Stage::UK, nullptr, not_additive},
    {Stage::Additive, nullptr, not_additive},
    {Stage::T, nullptr, no_distances},
    {Stage::Sink, nullptr, "it has no sink"},
    {Stage::WO, nullptr, no_w_o},
    {Stage::BO, nullptr, no_biases},
    {Stage("gamma_Q"), nullptr, no_qk_norm},
    {Stage("gamma_K"), nullptr, no_qk_norm},
    {Stage("Q_normed.deviation"), has_qk_norm, no_qk_norm},
    {Stage("Q_normed.scaled"), has_qk_norm, no_qk_norm},
    {Stage("Q_normed"), has_qk_norm, no_qk_norm},
    {Stage("K_normed.deviation"), has_qk_norm, no_qk_norm},
    {Stage("K_normed.scaled"), has_qk_norm, no_qk_norm},
    {Stage("K_normed"), has_qk_norm, no_qk_norm},
    {Stage::QRotated, is_rotary, not_rotary},
    {Stage::KRotated, is_rotary, not_rotary},
    {Stage::QMapped, is_additive, not_additive},
    {Stage::KMapped, is_additive, not_additive},
    {Stage::Biased, adds_distances, no_distances},
    {Stage::Limited, is_limited, "it has no soft limit"},
    {Stage("mean_weights"), has_mean_weights, "the mean of its heads' weights is off"},
    {Stage::Joined, is_joined, "its heads stay apart"},
    {Stage::Attention, has_w_o, no_w_o},
    {Stage("norm_1.mean"), of_block<has_layer_norm<1>>},
    {Stage("norm_1.centred"), of_block<has_layer_norm<1>>},
    {Stage("norm_1.deviation"), of_block<has_norm<1>>},
    {Stage("norm_1.scaled"), of_block<has_norm<1>>},
    {Stage("norm_1"), of_block<has_norm<1>>},
    {Stage("after_attention"), of_block<is_any>},
    {Stage("norm_2.mean"), of_block<has_layer_norm<2>>},
    {Stage("norm_2.centred"), of_block<has_layer_norm<2>>},
    {Stage("norm_2.deviation"), of_block<has_norm<2>>},
    {Stage("norm_2.scaled"), of_block<has_norm<2>>},
    {Stage("norm_2"), of_block<has_norm<2>>},
    {Stage("after_cross"), of_block<has_cross>, "its block has no cross-attention"},
    {Stage("norm_3.mean"), of_block<has_layer_norm<3>>},
    {Stage("norm_3.centred"), of_block<has_layer_norm<3>>},
    {Stage("norm_3.deviation"), of_block<has_norm<3>>},
    {Stage("norm_3.scaled"), of_block<has_norm<3>>},
    {Stage("norm_3"), of_block<has_norm<3>>},
    {Stage("hidden"), of_block<has_mlp>},
    {Stage("gate"), of_block<has_gate>},
    {Stage("activated"), of_block<has_mlp>},
    {Stage("gated"), of_block<has_gate>},
    {Stage("mlp"), of_block<has_mlp>},
    {Stage("after_mlp"), of_block<is_after_mlp>},
    {Stage("block"), of_block<is_any>},
    {Stage("logits"), of_block<has_words_out>},
    {Stage("probabilities"), of_block<has_words_out>},
    {Stage::Target, nullptr, no_loss},
    {Stage::Loss, has_loss, no_loss},
};

/// Finds the row by the stage's position, because callers loop over all stages.
const Row* find_row(Stage stage) {
    static const std::vector<const Row*> by_position = [] {
        std::vector<const Row*> list(stages().size(), nullptr);
        for (const Row& row : rows)
            list[position(row.stage)] = &row;
        return list;
    }();
    return by_position[position(stage)];
}

} // namespace

bool has_attention_stage(const Document& document, Stage stage) {
    if (const Row* const row = find_row(stage); row && row->is_there)
        return row->is_there(document);
    const OptionInput* const input = find_option_input(stage);
    return !input || input->is_asked(document);
}

std::string lack_of_attention(const Document& document, Stage stage) {
    if (const Row* const row = find_row(stage); row && !row->lack.empty())
        return std::string(row->lack);
    return document.options.block ? "its block has no such part" : "it has no block";
}

} // namespace attn::models
