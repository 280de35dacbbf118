// SPDX-License-Identifier: MIT
// Which stages a document of attention has, by its options, and why it lacks the others.
#include "core/document/model.h"
#include "core/document/option_inputs.h"

#include <string>
#include <string_view>

namespace attn::models {
namespace {

bool is_weight(Stage stage) {
    return stage == Stage::W_Q || stage == Stage::W_K || stage == Stage::W_V;
}

/// Norms are numbered in the order they are read: of the attention, of a second one, of the MLP.
bool has_norm(const Block& block, char number) {
    const int norms = 1 + (block.has_cross ? 1 : 0) + (block.mlp != Block::Mlp::None ? 1 : 0);
    return number - '0' <= norms;
}

/// Of the stages that are computed.
bool has_block_stage(const Block& block, std::string_view name) {
    const bool has_mlp = block.mlp != Block::Mlp::None;
    if (name.starts_with("norm_")) {
        const bool is_of_layer = name.ends_with(".mean") || name.ends_with(".centred");
        return block.norm != Block::Norm::None && has_norm(block, name[5]) &&
               (!is_of_layer || block.norm == Block::Norm::Layer);
    }
    if (name == "after_cross")
        return block.has_cross;
    if (name == "after_attention" || name == "block")
        return true;
    if (name == "hidden" || name == "activated" || name == "mlp")
        return has_mlp;
    if (name == "gate" || name == "gated")
        return Block::is_gated(block.mlp);
    if (name == "after_mlp")
        return has_mlp && block.place == Block::Place::After && block.norm != Block::Norm::None;
    return (name == "logits" || name == "probabilities") && block.has_words_out;
}

} // namespace

bool has_attention_stage(const Document& document, Stage stage) {
    if (const OptionInput* const input = find_option_input(stage); input && stage != Stage::P)
        return input->is_asked(document);
    if (stage == Stage::Loss)
        return document.options.loss.has_value();
    if (position(stage) > position(Stage::Attention))
        return document.options.block && has_block_stage(*document.options.block, stage.name());
    if (is_weight(stage))
        return document.projections == Projections::Learned;
    if (stage == Stage::Joined)
        return document.join != Join::None;
    const Positions::Kind positions = document.options.positions.kind;
    if (stage == Stage::P || stage == Stage::Embedded)
        return positions == Positions::Kind::Learned || positions == Positions::Kind::Sinusoidal;
    if (stage == Stage::QRotated || stage == Stage::KRotated)
        return positions == Positions::Kind::Rotary;
    if (stage == Stage::Biased)
        return positions == Positions::Kind::Alibi || positions == Positions::Kind::Buckets;
    if (stage == Stage::QMapped || stage == Stage::KMapped)
        return document.options.score.kind == Score::Kind::Additive;
    if (stage == Stage::Limited)
        return document.options.soft_limit.has_value();
    return (stage != Stage::WO && stage != Stage::Attention) || document.join == Join::WO;
}

std::string lack_of_attention(const Document& document, Stage stage) {
    if (is_weight(stage))
        return "it has no projections";
    if (stage == Stage::Joined)
        return "its heads stay apart";
    if (stage == Stage::BO || stage == Stage::BQ || stage == Stage::BK || stage == Stage::BV)
        return "it has no biases there";
    if (stage == Stage::WO || stage == Stage::Attention)
        return "its heads are not joined by W_O";
    if (stage == Stage::Memory)
        return "its keys come from the same words";
    if (stage == Stage("after_cross"))
        return "its block has no cross-attention";
    if (stage == Stage::P || stage == Stage::Embedded)
        return "no positions are added to X";
    if (stage == Stage::QRotated || stage == Stage::KRotated)
        return "its positions are not rotary";
    if (stage == Stage::Biased || stage == Stage::T)
        return "no biases of distances are added to its scores";
    if (stage == Stage::WS)
        return "its score is not the general one";
    if (stage == Stage::UQ || stage == Stage::UK || stage == Stage::Additive ||
        stage == Stage::QMapped || stage == Stage::KMapped)
        return "its score is not the additive one";
    if (stage == Stage::Limited)
        return "it has no soft limit";
    if (stage == Stage::Sink)
        return "it has no sink";
    if (stage == Stage::Target || stage == Stage::Loss)
        return "it has no loss, which compares a stage with a target";
    return document.options.block ? "its block has no such part" : "it has no block";
}

} // namespace attn::models
