// SPDX-License-Identifier: MIT
// What every stage is called and how it is spoken of: a row of one table for each. What a stage
// computes stands with its operation; which stages a document has, with its model.
#include "core/engine/place.h"

#include <algorithm>
#include <cassert>

namespace attn {
namespace {

constexpr std::array models = {Model::Attention, Model::Concepts}; // in the order of the enum
constexpr std::array<std::string_view, models.size()> model_names = {"attention", "concepts"};

} // namespace

std::string_view name(Model model) {
    return model_names[static_cast<std::size_t>(model)];
}

std::span<const Model> all_models() {
    return models;
}

const std::vector<StageInfo>& stages() {
    using enum Role;
    constexpr attn::Model attention = attn::Model::Attention, concepts = attn::Model::Concepts;
    constexpr bool input = true, per_head = true, per_group = true;
    static const std::vector<StageInfo> table = {
        {attention, Stage::X, "X", "X", "X", "X", "component {column} of the embedding of {row}",
         "", Token, Model, Family::Signed, input, false, false, Zone::Words},
        {attention, Stage::Memory, "M", "M", "M", "M",
         "component {column} of the embedding of {row} in the memory", "", Role::Memory, Source,
         Family::Signed, input, false, false, Zone::Words},
        {attention, Stage::P, "P", "P", "P", "P", "component {column} of the position of {row}",
         "position", Token, Model, Family::Signed, input, false, false, Zone::Words},
        {attention, Stage::Embedded, "Embedded", "embedded", "embedded", "\\mathrm{embedded}",
         "component {column} of the embedding of {row} with its position", "x + p", Token, Model,
         Family::Signed, false, false, false, Zone::Words},
        {attention, Stage::W_Q, "W_Q", "W_{Q}", "W_{Q}", "{W_Q}",
         "weight from dimension {row} of X to component {column} of the queries", "", Model,
         QueryKey, Family::Signed, input, per_head, false, Zone::Parameters},
        {attention, Stage::W_K, "W_K", "W_{K}", "W_{K}", "{W_K}",
         "weight from dimension {row} of X to component {column} of the keys", "", Source, QueryKey,
         Family::Signed, input, per_head, false, Zone::Parameters, per_group},
        {attention, Stage::W_V, "W_V", "W_{V}", "W_{V}", "{W_V}",
         "weight from dimension {row} of X to component {column} of the values", "", Source, Value,
         Family::Signed, input, per_head, false, Zone::Parameters, per_group},
        {attention, Stage::BQ, "b_Q", "b_{Q}", "b_{Q}", "{b_Q}",
         "bias of component {column} of the queries", "", One, QueryKey, Family::Signed, input,
         per_head, false, Zone::Parameters},
        {attention, Stage::BK, "b_K", "b_{K}", "b_{K}", "{b_K}",
         "bias of component {column} of the keys", "", One, QueryKey, Family::Signed, input,
         per_head, false, Zone::Parameters, per_group},
        {attention, Stage::BV, "b_V", "b_{V}", "b_{V}", "{b_V}",
         "bias of component {column} of the values", "", One, Value, Family::Signed, input,
         per_head, false, Zone::Parameters, per_group},
        {attention, Stage::WS, "W_S", "W_{S}", "W_{S}", "{W_S}",
         "weight between component {row} of the queries and component {column} of the keys", "",
         QueryKey, QueryKey, Family::Signed, input, per_head, false, Zone::Parameters},
        {attention, Stage::UQ, "U_Q", "U_{Q}", "U_{Q}", "{U_Q}",
         "weight from component {row} of the queries to column {column} of the mapped queries", "",
         QueryKey, Mapped, Family::Signed, input, per_head, false, Zone::Parameters},
        {attention, Stage::UK, "U_K", "U_{K}", "U_{K}", "{U_K}",
         "weight from component {row} of the keys to column {column} of the mapped keys", "",
         QueryKey, Mapped, Family::Signed, input, per_head, false, Zone::Parameters},
        {attention, Stage::Additive, "u", "u", "u", "u",
         "weight of column {column} of the mapped queries and keys", "", One, Mapped,
         Family::Signed, input, per_head, false, Zone::Parameters},
        {attention, Stage::T, "T", "T", "T", "T", "what distances of bucket {column} add", "", One,
         Bucket, Family::Signed, input, per_head, false, Zone::Parameters},
        {attention, Stage::Sink, "sink", "sink", "sink", "\\mathrm{sink}",
         "score of the sink of head {column}", "", One, Head, Family::Signed, input, false, false,
         Zone::Parameters},
        {attention, Stage::WO, "W_O", "W_{O}", "W_{O}", "{W_O}",
         "weight from component {row} of the joined heads to component {column} of the attention",
         "", Heads, Out, Family::Signed, input},
        {attention, Stage::BO, "b_O", "b_{O}", "b_{O}", "{b_O}",
         "bias of component {column} of the attention", "", One, Out, Family::Signed, input},
        {attention, Stage::Q, "Q", "Q", "Q", "Q", "component {column} of the query of {row}",
         "x|W_{Q}", Query, QueryKey, Family::Signed, false, per_head, false, Zone::Projections},
        {attention, Stage::K, "K", "K", "K", "K", "component {column} of the key of {row}",
         "x|W_{K}", Key, QueryKey, Family::Signed, false, per_head, false, Zone::Projections,
         per_group},
        {attention, Stage::V, "V", "V", "V", "V", "component {column} of the value of {row}",
         "x|W_{V}", Key, Value, Family::Signed, false, per_head, false, Zone::Projections,
         per_group},
        {attention, Stage::QRotated, "Q rotated", "Q_{rotated}", "Q_{rotated}", "Q^{\\mathrm{rot}}",
         "component {column} of the query of {row}, turned by its position", "rotated", Query,
         QueryKey, Family::Signed, false, per_head, false, Zone::Projections},
        {attention, Stage::KRotated, "K rotated", "K_{rotated}", "K_{rotated}", "K^{\\mathrm{rot}}",
         "component {column} of the key of {row}, turned by its position", "rotated", Key, QueryKey,
         Family::Signed, false, per_head, false, Zone::Projections, per_group},
        {attention, Stage::QMapped, "Q mapped", "Q_{mapped}", "Q_{mapped}", "Q^{\\mathrm{map}}",
         "column {column} of the mapped query of {row}", "q|U_{Q}", Query, Mapped, Family::Signed,
         false, per_head, false, Zone::Projections},
        {attention, Stage::KMapped, "K mapped", "K_{mapped}", "K_{mapped}", "K^{\\mathrm{map}}",
         "column {column} of the mapped key of {row}", "k|U_{K}", Key, Mapped, Family::Signed,
         false, per_head, false, Zone::Projections},
        {attention, Stage::Scores, "Scores", "scores", "score", "\\mathrm{scores}",
         "score of key {column} for query {row}", "q|k", Query, Key, Family::Scores, false,
         per_head},
        {attention, Stage::Biased, "Biased", "biased", "biased score", "\\mathrm{biased}",
         "score of key {column} for query {row} with the bias of their distance", "", Query, Key,
         Family::Scores, false, per_head},
        {attention, Stage::Scaled, "Scaled", "scaled", "scaled score", "\\mathrm{scaled}",
         "scaled score of key {column} for query {row}", "", Query, Key, Family::Scores, false,
         per_head},
        {attention, Stage::Limited, "Limited", "limited", "limited score", "\\mathrm{limited}",
         "limited score of key {column} for query {row}", "limited", Query, Key, Family::Scores,
         false, per_head},
        {attention, Stage::Masked, "Masked", "masked", "masked score", "\\mathrm{masked}",
         "masked score of key {column} for query {row}", "", Query, Key, Family::Scores, false,
         per_head},
        {attention, Stage::Weights, "Weights", "weights", "weight", "\\mathrm{weights}",
         "weight of key {column} for query {row}", "", Query, Key, Family::Weights, false,
         per_head},
        {attention, Stage::WeightedValues, "Weighted values", "weighted_values", "weighted value",
         "\\mathrm{weighted}", "component {column} of the weighted value of {row} for {query}",
         "weight|value", Key, Value, Family::Signed, false, per_head, true},
        {attention, Stage::Output, "Output", "output", "output", "\\mathrm{output}",
         "component {column} of the output of {row}", "Σ |weight|value", Query, Value,
         Family::Signed, false, per_head},
        {attention, Stage::Joined, "Joined", "joined", "joined", "\\mathrm{joined}",
         "component {column} of the joined heads of {row}", "", Query, Heads, Family::Signed},
        {attention, Stage::Attention, "Attention", "attention", "attention", "\\mathrm{attention}",
         "component {column} of the attention of {row}", "joined|W_{O}", Query, Out,
         Family::Signed},

        {concepts, Stage::X, "Ratings X", "X", "rating", "X", "rating of {column} by {row}", "",
         Token, Model, Family::Ratings, input, false, false, Zone::Words},
        {concepts, Stage::U, "U", "U", "U", "U", "share of {row} in {column}", "", Token, Concept,
         Family::Signed},
        {concepts, Stage::S, "s", "s", "s", "s", "singular value of {column}", "", One, Concept,
         Family::Sizes},
        {concepts, Stage::Vt, "Vᵀ", "V^{T}", "V^{T}", "V^{T}", "share of {column} in {row}", "",
         Concept, Model, Family::Signed},
        {concepts, Stage::Share, "Share", "share", "share", "\\mathrm{share}",
         "share of {column} in the squared ratings", "", One, Concept, Family::Weights},
        {concepts, Stage::Reconstruction, "Reconstruction", "reconstruction", "reconstruction",
         "\\mathrm{reconstruction}", "rating of {column} by {row} rebuilt from {kept}", "Σ U s Vᵀ",
         Token, Model, Family::Ratings},
        {concepts, Stage::Difference, "Difference", "difference", "difference",
         "\\mathrm{difference}", "what is lost of the rating of {column} by {row}",
         "X − reconstruction", Token, Model, Family::Ratings},
        {concepts, Stage::Error, "Error", "error", "error", "\\mathrm{error}",
         "error of the reconstruction", "", One, One, Family::Sizes},
        {concepts, Stage::People, "People in concepts", "people", "coordinate", "\\mathrm{people}",
         "coordinate of {row} along {column}", "vector|concept", Token, Concept,
         Family::Coordinates},
        {concepts, Stage::Vectors, "New vectors", "vectors", "rating", "\\mathrm{vectors}",
         "rating of {column} by the new {row}", "", NewVector, Model, Family::Ratings, input, false,
         false, Zone::Parameters},
        {concepts, Stage::Projected, "New in concepts", "projected", "coordinate",
         "\\mathrm{projected}", "coordinate of {row} along {column}", "vector|concept", NewVector,
         Concept, Family::Coordinates},
        {concepts, Stage::Cosine, "Cosine before", "cosine", "cosine", "\\mathrm{cosine}",
         "cosine of {row} and {column}", "", NewVector, NewVector, Family::Cosines},
        {concepts, Stage::ConceptCosine, "Cosine after", "concept_cosine", "cosine after",
         "\\mathrm{cosine}'", "cosine of {row} and {column} in the kept concepts", "", NewVector,
         NewVector, Family::Cosines},
    };
    return table;
}

std::span<const StageInfo> stages(Model model) {
    const std::vector<StageInfo>& all = stages();
    const auto is_other = [model](const StageInfo& one) { return one.model != model; };
    const auto first = std::find_if_not(all.begin(), all.end(), is_other);
    return {first, std::find_if(first, all.end(), is_other)};
}

namespace {

const StageInfo* find_info(Stage stage, Model model) {
    for (const StageInfo& one : stages())
        if (one.stage == stage && one.model == model)
            return &one;
    return nullptr;
}

} // namespace

const StageInfo* find_info(Stage stage) {
    for (const StageInfo& one : stages())
        if (one.stage == stage)
            return &one;
    return nullptr;
}

const StageInfo& info(Stage stage) {
    const StageInfo* const found = find_info(stage);
    assert(found && "the stage stands in the table");
    return *found;
}

std::size_t position(Stage stage) {
    return static_cast<std::size_t>(&info(stage) - stages().data());
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
