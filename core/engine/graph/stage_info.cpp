// SPDX-License-Identifier: MIT
// The names and texts of every stage, and which layers have it, one row each. What a stage computes
// is in its operation; which stages a document has is in its model.

#include "core/engine/graph/stage_info.h"

#include "core/engine/graph/place.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <span>

namespace attn {
namespace {

constexpr RoleInfo role_table[] = {
    {Role::Query, "query", "query words", "word"},
    {Role::Key, "key", "key words", "key word"},
    {Role::Token, "word", "words", "word"},
    {Role::Model, "d_{model}", "dimensions of d_model", "column of X"},
    {Role::QueryKey, "d_{k}", "dimensions of d_k", "column of W_Q"},
    {Role::Value, "d_{v}", "dimensions of d_v", "column of W_V"},
    {Role::Heads, "heads · d_{v}", "dimensions of the joined heads", "column of the joined heads"},
    {Role::Out, "d_{out}", "dimensions of d_out", "column of W_O"},
    {Role::Memory, "memory", "words of the memory", "word of the memory"},
    {Role::Source, "d_{memory}", "dimensions of M", "column of M"},
    {Role::Mapped, "d_{a}", "dimensions of d_a", "column of U_Q"},
    {Role::Bucket, "bucket", "buckets", "bucket"},
    {Role::Head, "head", "heads", "head"},
    {Role::Hidden, "d_{ff}", "dimensions of d_ff", "column of W_1"},
    {Role::OutWord, "word out", "words out", "word out"},
    {Role::Vocabulary, "vocabulary", "words of the vocabulary", "word of the vocabulary"},
    {Role::Concept, "concept", "concepts", "concept"},
    {Role::NewVector, "new", "new vectors", "new vector"},
    {Role::One, "", "one line", ""},
};

} // namespace

const RoleInfo& info(Role role) {
    const auto* const found = std::find_if(std::begin(role_table), std::end(role_table),
                                           [&](const RoleInfo& one) { return one.role == role; });
    assert(found != std::end(role_table) && "every role has its row");
    return *found;
}

namespace {

/// How often a stage of attention is made: in each layer; once for all layers; or in each layer and
/// again by its second attention, which reads the memory.
enum class Made { InEachLayer, Once, AgainByCross };

struct Row {
    StageInfo info;
    Made made = Made::InEachLayer;
};

const std::vector<Row>& rows() {
    using enum Role;
    constexpr Made once = Made::Once, again = Made::AgainByCross;
    constexpr attn::Model attention = attn::Model::Attention, concepts = attn::Model::Concepts;
    constexpr bool input = true, per_head = true, per_group = true;
    static const std::vector<Row> table = {
        {{attention, Stage::X, "X", "X", "X", "X", "component {column} of the embedding of {row}",
          "", Token, Model, Family::Signed, input, false, false, Zone::Words},
         once},
        {{attention, Stage::Memory, "M", "M", "M", "M",
          "component {column} of the embedding of {row} in the memory", "", Role::Memory, Source,
          Family::Signed, input, false, false, Zone::Words},
         once},
        {{attention, Stage::P, "P", "P", "P", "P", "component {column} of the position of {row}",
          "position", Token, Model, Family::Signed, input, false, false, Zone::Words},
         once},
        {{attention, Stage::Embedded, "Embedded", "embedded", "embedded", "\\mathrm{embedded}",
          "component {column} of the embedding of {row} with its position", "x + p", Token, Model,
          Family::Signed, false, false, false, Zone::Words},
         once},
        {{attention, Stage::W_Q, "W_Q", "W_{Q}", "W_{Q}", "{W_Q}",
          "weight from dimension {row} of X to component {column} of the queries", "", Model,
          QueryKey, Family::Signed, input, per_head, false, Zone::Parameters},
         again},
        {{attention, Stage::W_K, "W_K", "W_{K}", "W_{K}", "{W_K}",
          "weight from dimension {row} of X to component {column} of the keys", "", Source,
          QueryKey, Family::Signed, input, per_head, false, Zone::Parameters, per_group},
         again},
        {{attention, Stage::W_V, "W_V", "W_{V}", "W_{V}", "{W_V}",
          "weight from dimension {row} of X to component {column} of the values", "", Source, Value,
          Family::Signed, input, per_head, false, Zone::Parameters, per_group},
         again},
        {{attention, Stage::BQ, "b_Q", "b_{Q}", "b_{Q}", "{b_Q}",
          "bias of component {column} of the queries", "", One, QueryKey, Family::Signed, input,
          per_head, false, Zone::Parameters},
         again},
        {{attention, Stage::BK, "b_K", "b_{K}", "b_{K}", "{b_K}",
          "bias of component {column} of the keys", "", One, QueryKey, Family::Signed, input,
          per_head, false, Zone::Parameters, per_group},
         again},
        {{attention, Stage::BV, "b_V", "b_{V}", "b_{V}", "{b_V}",
          "bias of component {column} of the values", "", One, Value, Family::Signed, input,
          per_head, false, Zone::Parameters, per_group},
         again},
        {{attention, Stage("gamma_Q"), "gamma_Q", "γ_{Q}", "γ_{Q}", "{\\gamma_Q}",
          "what component {column} of the queries is multiplied by in their norm", "", One,
          QueryKey, Family::Signed, input, false, false, Zone::Parameters},
         again},
        {{attention, Stage("gamma_K"), "gamma_K", "γ_{K}", "γ_{K}", "{\\gamma_K}",
          "what component {column} of the keys is multiplied by in their norm", "", One, QueryKey,
          Family::Signed, input, false, false, Zone::Parameters},
         again},
        {{attention, Stage::WS, "W_S", "W_{S}", "W_{S}", "{W_S}",
          "weight between component {row} of the queries and component {column} of the keys", "",
          QueryKey, QueryKey, Family::Signed, input, per_head, false, Zone::Parameters}},
        {{attention, Stage::UQ, "U_Q", "U_{Q}", "U_{Q}", "{U_Q}",
          "weight from component {row} of the queries to column {column} of the mapped queries", "",
          QueryKey, Mapped, Family::Signed, input, per_head, false, Zone::Parameters}},
        {{attention, Stage::UK, "U_K", "U_{K}", "U_{K}", "{U_K}",
          "weight from component {row} of the keys to column {column} of the mapped keys", "",
          QueryKey, Mapped, Family::Signed, input, per_head, false, Zone::Parameters}},
        {{attention, Stage::Additive, "u", "u", "u", "u",
          "weight of column {column} of the mapped queries and keys", "", One, Mapped,
          Family::Signed, input, per_head, false, Zone::Parameters}},
        {{attention, Stage::T, "T", "T", "T", "T", "what distances of bucket {column} add", "", One,
          Bucket, Family::Signed, input, per_head, false, Zone::Parameters}},
        {{attention, Stage::Bias, "Bias", "bias", "bias", "\\mathrm{bias}",
          "what is added to the score of key {column} for query {row}", "", Query, Key,
          Family::Signed, input, per_head, false, Zone::Parameters}},
        {{attention, Stage::Sink, "sink", "sink", "sink", "\\mathrm{sink}",
          "score of the sink of head {column}", "", One, Head, Family::Signed, input, false, false,
          Zone::Parameters}},
        {{attention, Stage::WO, "W_O", "W_{O}", "W_{O}", "{W_O}",
          "weight from component {row} of the joined heads to component {column} of the attention",
          "", Heads, Out, Family::Signed, input},
         again},
        {{attention, Stage::BO, "b_O", "b_{O}", "b_{O}", "{b_O}",
          "bias of component {column} of the attention", "", One, Out, Family::Signed, input},
         again},
        {{attention, Stage::Q, "Q", "Q", "Q", "Q", "component {column} of the query of {row}",
          "x|W_{Q}", Query, QueryKey, Family::Signed, false, per_head, false, Zone::Projections},
         again},
        {{attention, Stage::K, "K", "K", "K", "K", "component {column} of the key of {row}",
          "x|W_{K}", Key, QueryKey, Family::Signed, false, per_head, false, Zone::Projections,
          per_group},
         again},
        {{attention, Stage::V, "V", "V", "V", "V", "component {column} of the value of {row}",
          "x|W_{V}", Key, Value, Family::Signed, false, per_head, false, Zone::Projections,
          per_group},
         again},
        {{attention, Stage("Q_normed.deviation"), "Q deviation", "deviation_{Q}", "deviation",
          "{\\sigma_Q}", "what the query of {row} is divided by in its norm", "", Query, One,
          Family::Signed, false, per_head, false, Zone::Projections},
         again},
        {{attention, Stage("Q_normed.scaled"), "Q scaled", "Q_{scaled}", "Q_{scaled}",
          "{Q^{\\mathrm{scaled}}}", "component {column} of the query of {row} over its deviation",
          "÷ deviation", Query, QueryKey, Family::Signed, false, per_head, false,
          Zone::Projections},
         again},
        {{attention, Stage("Q_normed"), "Q normed", "Q_{normed}", "Q_{normed}",
          "Q^{\\mathrm{norm}}", "component {column} of the query of {row} after its norm",
          "÷ deviation", Query, QueryKey, Family::Signed, false, per_head, false,
          Zone::Projections},
         again},
        {{attention, Stage("K_normed.deviation"), "K deviation", "deviation_{K}", "deviation",
          "{\\sigma_K}", "what the key of {row} is divided by in its norm", "", Key, One,
          Family::Signed, false, per_head, false, Zone::Projections, per_group},
         again},
        {{attention, Stage("K_normed.scaled"), "K scaled", "K_{scaled}", "K_{scaled}",
          "{K^{\\mathrm{scaled}}}", "component {column} of the key of {row} over its deviation",
          "÷ deviation", Key, QueryKey, Family::Signed, false, per_head, false, Zone::Projections,
          per_group},
         again},
        {{attention, Stage("K_normed"), "K normed", "K_{normed}", "K_{normed}",
          "K^{\\mathrm{norm}}", "component {column} of the key of {row} after its norm",
          "÷ deviation", Key, QueryKey, Family::Signed, false, per_head, false, Zone::Projections,
          per_group},
         again},
        {{attention, Stage::QRotated, "Q rotated", "Q_{rotated}", "Q_{rotated}",
          "Q^{\\mathrm{rot}}", "component {column} of the query of {row}, turned by its position",
          "rotated", Query, QueryKey, Family::Signed, false, per_head, false, Zone::Projections}},
        {{attention, Stage::KRotated, "K rotated", "K_{rotated}", "K_{rotated}",
          "K^{\\mathrm{rot}}", "component {column} of the key of {row}, turned by its position",
          "rotated", Key, QueryKey, Family::Signed, false, per_head, false, Zone::Projections,
          per_group}},
        {{attention, Stage::QMapped, "Q mapped", "Q_{mapped}", "Q_{mapped}", "Q^{\\mathrm{map}}",
          "column {column} of the mapped query of {row}", "q|U_{Q}", Query, Mapped, Family::Signed,
          false, per_head, false, Zone::Projections}},
        {{attention, Stage::KMapped, "K mapped", "K_{mapped}", "K_{mapped}", "K^{\\mathrm{map}}",
          "column {column} of the mapped key of {row}", "k|U_{K}", Key, Mapped, Family::Signed,
          false, per_head, false, Zone::Projections}},
        {{attention, Stage::Scores, "Scores", "scores", "score", "\\mathrm{scores}",
          "score of key {column} for query {row}", "q|k", Query, Key, Family::Scores, false,
          per_head},
         again},
        {{attention, Stage::Scaled, "Scaled", "scaled", "scaled score", "\\mathrm{scaled}",
          "scaled score of key {column} for query {row}", "", Query, Key, Family::Scores, false,
          per_head},
         again},
        {{attention, Stage::WithBias, "With bias", "with_bias", "score with bias",
          "\\mathrm{with\\ bias}", "scaled score of key {column} for query {row} with its bias",
          "score + bias", Query, Key, Family::Scores, false, per_head}},
        {{attention, Stage::Biased, "Biased", "biased", "biased score", "\\mathrm{biased}",
          "score of key {column} for query {row} with the bias of their distance", "", Query, Key,
          Family::Scores, false, per_head}},
        {{attention, Stage::Limited, "Limited", "limited", "limited score", "\\mathrm{limited}",
          "limited score of key {column} for query {row}", "limited", Query, Key, Family::Scores,
          false, per_head}},
        {{attention, Stage::Masked, "Masked", "masked", "masked score", "\\mathrm{masked}",
          "masked score of key {column} for query {row}", "", Query, Key, Family::Scores, false,
          per_head},
         again},
        {{attention, Stage::Weights, "Weights", "weights", "weight", "\\mathrm{weights}",
          "weight of key {column} for query {row}", "", Query, Key, Family::Weights, false,
          per_head},
         again},
        {{attention, Stage::WeightedValues, "Weighted values", "weighted_values", "weighted value",
          "\\mathrm{weighted}", "component {column} of the weighted value of {row} for {query}",
          "weight|value", Key, Value, Family::Signed, false, per_head, true},
         again},
        {{attention, Stage::Output, "Output", "output", "output", "\\mathrm{output}",
          "component {column} of the output of {row}", "Σ |weight|value", Query, Value,
          Family::Signed, false, per_head},
         again},
        {{attention, Stage("mean_weights"), "Mean weights", "mean_weights", "mean weight",
          "\\mathrm{mean}", "mean weight of key {column} for query {row}", "", Query, Key,
          Family::Weights},
         again},
        {{attention, Stage::Joined, "Joined", "joined", "joined", "\\mathrm{joined}",
          "component {column} of the joined heads of {row}", "", Query, Heads, Family::Signed},
         again},
        {{attention, Stage::Attention, "Attention", "attention", "attention", "\\mathrm{attention}",
          "component {column} of the attention of {row}", "joined|W_{O}", Query, Out,
          Family::Signed},
         again},
        {{attention, Stage("gamma_1"), "gamma_1", "γ_{1}", "γ_{1}", "{\\gamma_1}",
          "what dimension {column} is multiplied by in norm 1", "", One, Model, Family::Signed,
          input}},
        {{attention, Stage("beta_1"), "beta_1", "β_{1}", "β_{1}", "{\\beta_1}",
          "what is added to dimension {column} in norm 1", "", One, Model, Family::Signed, input}},
        {{attention, Stage("norm_1.mean"), "Mean 1", "mean_{1}", "mean", "{\\mu_1}",
          "mean of the numbers of {row} in norm 1", "", Token, One}},
        {{attention, Stage("norm_1.centred"), "Centred 1", "centred_{1}", "centred",
          "{\\mathrm{centred}_1}", "component {column} of {row} less the mean in norm 1", "− mean",
          Token, Model}},
        {{attention, Stage("norm_1.deviation"), "Deviation 1", "deviation_{1}", "deviation",
          "{\\sigma_1}", "what the numbers of {row} are divided by in norm 1", "", Token, One}},
        {{attention, Stage("norm_1.scaled"), "Scaled 1", "scaled_{1}", "scaled",
          "{\\mathrm{scaled}_1}", "component {column} of {row} over the deviation in norm 1",
          "÷ deviation", Token, Model}},
        {{attention, Stage("norm_1"), "Norm 1", "norm_{1}", "norm", "{\\mathrm{norm}_1}",
          "component {column} of {row} after norm 1", "÷ deviation", Token, Model}},
        {{attention, Stage("after_attention"), "After attention", "after_attention",
          "after attention", "\\mathrm{after\\ attention}",
          "component {column} of {row} after attention", "x + attention", Query, Model}},
        {{attention, Stage("gamma_2"), "gamma_2", "γ_{2}", "γ_{2}", "{\\gamma_2}",
          "what dimension {column} is multiplied by in norm 2", "", One, Model, Family::Signed,
          input}},
        {{attention, Stage("beta_2"), "beta_2", "β_{2}", "β_{2}", "{\\beta_2}",
          "what is added to dimension {column} in norm 2", "", One, Model, Family::Signed, input}},
        {{attention, Stage("norm_2.mean"), "Mean 2", "mean_{2}", "mean", "{\\mu_2}",
          "mean of the numbers of {row} in norm 2", "", Query, One}},
        {{attention, Stage("norm_2.centred"), "Centred 2", "centred_{2}", "centred",
          "{\\mathrm{centred}_2}", "component {column} of {row} less the mean in norm 2", "− mean",
          Query, Model}},
        {{attention, Stage("norm_2.deviation"), "Deviation 2", "deviation_{2}", "deviation",
          "{\\sigma_2}", "what the numbers of {row} are divided by in norm 2", "", Query, One}},
        {{attention, Stage("norm_2.scaled"), "Scaled 2", "scaled_{2}", "scaled",
          "{\\mathrm{scaled}_2}", "component {column} of {row} over the deviation in norm 2",
          "÷ deviation", Query, Model}},
        {{attention, Stage("norm_2"), "Norm 2", "norm_{2}", "norm", "{\\mathrm{norm}_2}",
          "component {column} of {row} after norm 2", "÷ deviation", Query, Model}},
        {{attention, Stage("after_cross"), "After cross", "after_cross", "after cross-attention",
          "\\mathrm{after\\ cross}", "component {column} of {row} after cross-attention",
          "x + cross", Query, Model}},
        {{attention, Stage("gamma_3"), "gamma_3", "γ_{3}", "γ_{3}", "{\\gamma_3}",
          "what dimension {column} is multiplied by in norm 3", "", One, Model, Family::Signed,
          input}},
        {{attention, Stage("beta_3"), "beta_3", "β_{3}", "β_{3}", "{\\beta_3}",
          "what is added to dimension {column} in norm 3", "", One, Model, Family::Signed, input}},
        {{attention, Stage("norm_3.mean"), "Mean 3", "mean_{3}", "mean", "{\\mu_3}",
          "mean of the numbers of {row} in norm 3", "", Query, One}},
        {{attention, Stage("norm_3.centred"), "Centred 3", "centred_{3}", "centred",
          "{\\mathrm{centred}_3}", "component {column} of {row} less the mean in norm 3", "− mean",
          Query, Model}},
        {{attention, Stage("norm_3.deviation"), "Deviation 3", "deviation_{3}", "deviation",
          "{\\sigma_3}", "what the numbers of {row} are divided by in norm 3", "", Query, One}},
        {{attention, Stage("norm_3.scaled"), "Scaled 3", "scaled_{3}", "scaled",
          "{\\mathrm{scaled}_3}", "component {column} of {row} over the deviation in norm 3",
          "÷ deviation", Query, Model}},
        {{attention, Stage("norm_3"), "Norm 3", "norm_{3}", "norm", "{\\mathrm{norm}_3}",
          "component {column} of {row} after norm 3", "÷ deviation", Query, Model}},
        {{attention, Stage("W_1"), "W_1", "W_{1}", "W_{1}", "{W_1}",
          "weight from dimension {row} to component {column} of the hidden layer", "", Model,
          Hidden, Family::Signed, input}},
        {{attention, Stage("b_1"), "b_1", "b_{1}", "b_{1}", "{b_1}",
          "what is added to component {column} of the hidden layer", "", One, Hidden,
          Family::Signed, input}},
        {{attention, Stage("W_gate"), "W_gate", "W_{gate}", "W_{gate}", "{W_{\\mathrm{gate}}}",
          "weight from dimension {row} to component {column} of the gate", "", Model, Hidden,
          Family::Signed, input}},
        {{attention, Stage("hidden"), "Hidden", "hidden", "hidden", "\\mathrm{hidden}",
          "component {column} of the hidden layer of {row}", "x|W_{1}", Query, Hidden}},
        {{attention, Stage("gate"), "Gate", "gate", "gate", "\\mathrm{gate}",
          "component {column} of the gate of {row}", "x|W_{gate}", Query, Hidden}},
        {{attention, Stage("activated"), "Activated", "activated", "activated",
          "\\mathrm{activated}", "component {column} of {row} after the activation", "", Query,
          Hidden}},
        {{attention, Stage("gated"), "Gated", "gated", "gated", "\\mathrm{gated}",
          "component {column} of the hidden layer of {row} times its gate", "activated|hidden",
          Query, Hidden}},
        {{attention, Stage("W_2"), "W_2", "W_{2}", "W_{2}", "{W_2}",
          "weight from component {row} of the hidden layer to dimension {column} of the MLP", "",
          Hidden, Model, Family::Signed, input}},
        {{attention, Stage("b_2"), "b_2", "b_{2}", "b_{2}", "{b_2}",
          "what is added to dimension {column} of the MLP", "", One, Model, Family::Signed, input}},
        {{attention, Stage("mlp"), "MLP", "mlp", "mlp", "\\mathrm{mlp}",
          "component {column} of the MLP of {row}", "h|W_{2}", Query, Model}},
        {{attention, Stage("after_mlp"), "After MLP", "after_mlp", "after MLP",
          "\\mathrm{after\\ MLP}", "component {column} of {row} after the MLP", "x + mlp", Query,
          Model}},
        {{attention, Stage("block"), "Block", "block", "block", "\\mathrm{block}",
          "component {column} of the block of {row}", "x + mlp", Query, Model}},
        {{attention, Stage("gamma_f"), "gamma_f", "γ_{f}", "γ_{f}", "{\\gamma_f}",
          "what dimension {column} is multiplied by in the final norm", "", One, Model,
          Family::Signed, input},
         once},
        {{attention, Stage("beta_f"), "beta_f", "β_{f}", "β_{f}", "{\\beta_f}",
          "what is added to dimension {column} in the final norm", "", One, Model, Family::Signed,
          input},
         once},
        {{attention, Stage("norm_f.mean"), "Final mean", "mean_{f}", "mean", "{\\mu_f}",
          "mean of the numbers of {row} in the final norm", "", Query, One},
         once},
        {{attention, Stage("norm_f.centred"), "Final centred", "centred_{f}", "centred",
          "{\\mathrm{centred}_f}", "component {column} of {row} less the mean in the final norm",
          "− mean", Query, Model},
         once},
        {{attention, Stage("norm_f.deviation"), "Final deviation", "deviation_{f}", "deviation",
          "{\\sigma_f}", "what the numbers of {row} are divided by in the final norm", "", Query,
          One},
         once},
        {{attention, Stage("norm_f.scaled"), "Final scaled", "scaled_{f}", "scaled",
          "{\\mathrm{scaled}_f}",
          "component {column} of {row} over the deviation in the final norm", "÷ deviation", Query,
          Model},
         once},
        {{attention, Stage("norm_f"), "Final norm", "norm_{f}", "norm", "{\\mathrm{norm}_f}",
          "component {column} of {row} after the final norm", "÷ deviation", Query, Model},
         once},
        {{attention, Stage("E"), "E", "E", "E", "E", "component {column} of the embedding of {row}",
          "", OutWord, Model, Family::Signed, input},
         once},
        {{attention, Stage::U, "U", "U", "U", "U",
          "component {column} of {row} among the words out", "", OutWord, Model, Family::Signed,
          input},
         once},
        {{attention, Stage("logits"), "Logits", "logits", "logit", "\\mathrm{logits}",
          "logit of {column} after {row}", "block|E", Query, OutWord},
         once},
        {{attention, Stage("probabilities"), "Probabilities", "probabilities", "probability",
          "\\mathrm{probabilities}", "probability of {column} after {row}", "", Query, OutWord,
          Family::Weights},
         once},
        {{attention, Stage::Target, "Target", "target", "target", "\\mathrm{target}",
          "what number {column} of {row} should be", "", Query, OutWord, Family::Signed, input,
          false, false, Zone::Parameters},
         once},
        {{attention, Stage::Loss, "Loss", "loss", "loss", "\\mathrm{loss}",
          "how far the result is from the target", "", One, One},
         once},
        {{concepts, Stage::X, "Ratings X", "X", "rating", "X", "rating of {column} by {row}", "",
          Token, Model, Family::Ratings, input, false, false, Zone::Words}},
        {{concepts, Stage::U, "U", "U", "U", "U", "share of {row} in {column}", "", Token, Concept,
          Family::Signed}},
        {{concepts, Stage::S, "s", "s", "s", "s", "singular value of {column}", "", One, Concept,
          Family::Sizes}},
        {{concepts, Stage::Vt, "Vᵀ", "V^{T}", "V^{T}", "V^{T}", "share of {column} in {row}", "",
          Concept, Model, Family::Signed}},
        {{concepts, Stage::Share, "Share", "share", "share", "\\mathrm{share}",
          "share of {column} in the squared ratings", "", One, Concept, Family::Weights}},
        {{concepts, Stage::Reconstruction, "Reconstruction", "reconstruction", "reconstruction",
          "\\mathrm{reconstruction}", "rating of {column} by {row} rebuilt from {kept}", "Σ U s Vᵀ",
          Token, Model, Family::Ratings}},
        {{concepts, Stage::Difference, "Difference", "difference", "difference",
          "\\mathrm{difference}", "what is lost of the rating of {column} by {row}",
          "X − reconstruction", Token, Model, Family::Ratings}},
        {{concepts, Stage::Error, "Error", "error", "error", "\\mathrm{error}",
          "error of the reconstruction", "", One, One, Family::Sizes}},
        {{concepts, Stage::People, "People in concepts", "people", "coordinate", "\\mathrm{people}",
          "coordinate of {row} along {column}", "vector|concept", Token, Concept,
          Family::Coordinates}},
        {{concepts, Stage::Vectors, "New vectors", "vectors", "rating", "\\mathrm{vectors}",
          "rating of {column} by the new {row}", "", NewVector, Model, Family::Ratings, input,
          false, false, Zone::Parameters}},
        {{concepts, Stage::Projected, "New in concepts", "projected", "coordinate",
          "\\mathrm{projected}", "coordinate of {row} along {column}", "vector|concept", NewVector,
          Concept, Family::Coordinates}},
        {{concepts, Stage::Cosine, "Cosine before", "cosine", "cosine", "\\mathrm{cosine}",
          "cosine of {row} and {column}", "", NewVector, NewVector, Family::Cosines}},
        {{concepts, Stage::ConceptCosine, "Cosine after", "concept_cosine", "cosine after",
          "\\mathrm{cosine}'", "cosine of {row} and {column} in the kept concepts", "", NewVector,
          NewVector, Family::Cosines}},
    };
    return table;
}

Made made(Stage stage) {
    return rows()[position(stage)].made;
}

} // namespace

const std::vector<StageInfo>& stages() {
    static const std::vector<StageInfo> table = [] {
        std::vector<StageInfo> list;
        for (const Row& row : rows())
            list.push_back(row.info);
        return list;
    }();
    return table;
}

std::span<const StageInfo> stages(Model model) {
    const std::vector<StageInfo>& all = stages();
    const auto is_other = [model](const StageInfo& one) { return one.model != model; };
    const auto first = std::find_if_not(all.begin(), all.end(), is_other);
    return {first, std::find_if(first, all.end(), is_other)};
}

namespace {

/// A hash table of the stages' rows: starts at Stage::mixed and goes to the first free place. Every
/// number that is looked at asks for a stage.
struct Places {
    static constexpr unsigned char free = 255;
    std::span<const StageInfo> table = stages();
    std::array<unsigned char, Stage::mixtures> at;

    Places() {
        at.fill(free);
        assert(table.size() < free && "there are fewer stages than places");
        for (std::size_t one = 0; one < table.size(); ++one) {
            std::size_t place = table[one].stage.mixed();
            while (at[place] != free)
                place = (place + 1) % at.size();
            at[place] = static_cast<unsigned char>(one);
        }
    }
};

/// Finds the first row of the table for the stage that fits.
template <class Fits>
const StageInfo* find_where(Stage stage, Fits fits) {
    static const Places places;
    for (std::size_t at = stage.mixed(); places.at[at] != Places::free;
         at = (at + 1) % places.at.size())
        if (const StageInfo& one = places.table[places.at[at]]; one.stage == stage && fits(one))
            return &one;
    return nullptr;
}

const StageInfo* find_info(Stage stage, Model model) {
    return find_where(stage, [model](const StageInfo& one) { return one.model == model; });
}

} // namespace

const StageInfo* find_info(Stage stage) {
    return find_where(stage, [](const StageInfo&) { return true; });
}

const StageInfo& info(Stage stage) {
    const StageInfo* const found = find_info(stage);
    assert(found && "the stage stands in the table");
    return *found;
}

std::size_t position(Stage stage) {
    return static_cast<std::size_t>(&info(stage) - stages().data());
}

bool is_of_all_layers(Stage stage) {
    return made(stage) == Made::Once || !belongs(stage, attn::Model::Attention);
}

bool may_be_cross(Stage stage) {
    return made(stage) == Made::AgainByCross;
}

bool is_by_query(Stage stage) {
    const StageInfo* const found = find_info(stage);
    return found && found->is_by_query;
}

const StageInfo& info(Stage stage, Model model) {
    const StageInfo* const found = find_info(stage, model);
    return found ? *found : info(stage);
}

bool belongs(Stage stage, Model model) {
    return find_info(stage, model) != nullptr;
}

std::optional<Stage> stage_named(std::string_view name) {
    for (const StageInfo& one : stages())
        if (one.name() == name)
            return one.stage;
    return std::nullopt;
}

} // namespace attn
