// SPDX-License-Identifier: MIT
// Documents with options, read from the format: every stage against NumPy, which has the formulas
// of the papers, and blocks against PyTorch's modules.
#include "core/engine/numbers/normalisers.h"
#include "tests/golden/expected_stages.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

using attn::test::expect_every_stage;
using attn::test::expect_stages;
using attn::test::golden_file;
using nlohmann::json;

namespace {

/// The document whose block PyTorch computed for the operations.
json document_of_block(const json& block) {
    json inputs = block["inputs"];
    inputs.erase("target");
    json words = json::array();
    for (std::size_t at = 0; at < inputs["X"].size(); ++at)
        words.push_back("w" + std::to_string(at));
    return {{"format", "attention-lab"},
            {"version", {2, 0}},
            {"title", block["name"]},
            {"model",
             {{"kind", "block"},
              {"heads", 2},
              {"biases", true},
              {"join", "w_o"},
              {"block",
               {{"norm", "layer"},
                {"place", block["norm_first"] ? "before" : "after"},
                {"mlp", block["activation"]}}}}},
            {"lists", {{"words", words}}},
            {"inputs", inputs}};
}

/// Names a value of an option: "score gaussian", "mask.window".
void add_values(const json& value, const std::string& key, std::set<std::string>& seen) {
    if (value.is_object())
        for (const auto& [inner, number] : value.items())
            add_values(number, key + "." + inner, seen);
    else if (value.is_array())
        seen.insert(key + (value[0].is_array() && value[0][0].is_boolean() ? ".painted" : ".list"));
    else if (value.is_number() && key != "heads" && key != "key_value_groups" &&
             key != "block.layers")
        seen.insert(key + (key == "temperature" && value == 1 ? " 1" : ".number"));
    else
        seen.insert(key + " " + (value.is_string() ? value.get<std::string>() : value.dump()));
}

std::vector<std::string> every_normaliser() {
    std::vector<std::string> words;
    for (const attn::NormaliserInfo& one : attn::normalisers)
        words.push_back(" " + std::string(one.word));
    return words;
}

} // namespace

TEST(Options, EveryStageEqualsNumPys) {
    const json all = golden_file("options_reference.json");
    ASSERT_EQ(all.size(), 40U);
    expect_every_stage(all);
}

/// Documents that give one to three of their stages, a third of them without X: all that follows is
/// NumPy's continuation.
TEST(Options, WhatFollowsAGivenStageEqualsNumPys) {
    const json all = golden_file("given_reference.json");
    ASSERT_EQ(all.size(), 30U);
    std::set<std::string> given, beginnings;
    std::set<int> layers; // how many layers the documents without X have
    for (const json& entry : all) {
        const json& inputs = entry["document"]["inputs"];
        std::string begins;
        int last = 0;
        for (const auto& [name, numbers] : inputs.items())
            if (entry["stages"].contains(name)) {
                const std::string stage = name.substr(0, name.find_first_of("/@"));
                given.insert(stage);
                if (!begins.ends_with(stage))
                    begins += " " + stage;
                if (const auto at = name.find('@'); at != std::string::npos)
                    last = std::max(last, std::stoi(name.substr(at + 1)));
            }
        if (inputs.contains("X"))
            continue;
        beginnings.insert(begins);
        layers.insert(last + 1);
    }
    EXPECT_GE(given.size(), 15U) << "the reference gives many different stages";
    EXPECT_GE(beginnings.size(), 8U) << "documents without X begin in many ways";
    EXPECT_EQ(layers, (std::set{1, 2, 3, 4}));
    expect_every_stage(all);
}

/// Documents whose X is looked up, with the logits from the same table or from another, and with a
/// final norm.
TEST(Options, TablesOfWordsEqualNumPys) {
    const json all = golden_file("table_reference.json");
    ASSERT_EQ(all.size(), 30U);
    std::set<std::string> seen;
    for (const json& entry : all)
        for (const auto& [key, value] : entry["document"]["model"].items())
            add_values(value, key, seen);
    for (const char* value :
         {"embedding table", "unembedding tied", "unembedding own", "block.final_norm false",
          "block.final_norm true", "kind attention", "block.norm rms", "block.norm layer",
          "block.norm layer_sample", "block.words_out false", "block.layers 3", "block.cross true",
          "keys_from memory", "positions learned"})
        EXPECT_TRUE(seen.contains(value)) << value;
    expect_every_stage(all);
}

TEST(Options, TheReferenceHasEveryValueOfEveryOption) {
    std::set<std::string> seen;
    for (const json& entry : golden_file("options_reference.json"))
        for (const auto& [key, value] : entry["document"]["model"].items())
            add_values(value, key, seen);
    const std::vector<std::pair<std::string, std::vector<std::string>>> wanted = {
        {"kind", {" attention", " block"}},
        {"projections", {" learned", " none"}},
        {"biases", {" false", " true"}},
        {"heads", {" 1", " 2", " 3", " 4"}},
        {"key_value_groups", {" 1", " 2"}},
        {"join", {" none", " side_by_side", " w_o"}},
        {"keys_from", {" self", " memory"}},
        {"score", {" dot", " general", " additive", " cosine", ".gaussian.number", " distance"}},
        {"positions",
         {" none", " learned", ".sinusoidal.number", ".columns halves", ".columns tensor2tensor",
          ".pairs halves", ".pairs neighbours", ".columns.number", " alibi", ".buckets.number"}},
        {"scale", {" sqrt_d_k", " none", " d_k", " sqrt_d_model", ".number"}},
        {"temperature", {" 1", ".number"}},
        {"soft_limit", {" null", ".number"}},
        {"mask",
         {" none", " causal", ".window.number", ".prefix.number", ".padding.number", ".painted",
          ".list"}},
        {"normaliser", every_normaliser()},
        {"axis", {" rows", " columns"}},
        {"sink", {" false", " true"}},
        {"score_bias", {" false", " true"}},
        {"mean_weights", {" false", " true"}},
        {"qk_norm", {" false", " true"}},
        {"loss", {" squared", " cross_entropy"}},
        {"block.norm", {" layer", " layer_sample", " rms", " none"}},
        {"block.place", {" before", " after"}},
        {"block.mlp",
         {" relu", " gelu", " gelu_tanh", " silu", " swiglu", " geglu", " geglu_tanh", " none"}},
        {"block.words_out", {" false", " true"}},
        {"block.cross", {" false", " true"}},
        {"block.layers", {" 1", " 2", " 3", " 12"}}};
    for (const auto& [key, values] : wanted)
        for (const std::string& value : values)
            EXPECT_TRUE(seen.contains(key + value)) << key << value;
}

/// Each formula that a document uses names where it was read.
TEST(Options, EveryFormulaOfTheReferenceNamesItsSource) {
    const std::vector<std::string> formulas = {"key_value_groups",
                                               "join",
                                               "keys_from",
                                               "score",
                                               "positions",
                                               "scale",
                                               "soft_limit",
                                               "mask",
                                               "sink",
                                               "normaliser",
                                               "temperature",
                                               "loss",
                                               "qk_norm",
                                               "score_bias",
                                               "block.cross",
                                               "block.mlp",
                                               "block.norm",
                                               "block.place"};
    std::set<std::string> told;
    for (const json& entry : golden_file("options_reference.json")) {
        const json& model = entry["document"]["model"];
        for (const std::string& formula : formulas) {
            const json::json_pointer at(
                "/" + (formula.starts_with("block.") ? "block/" + formula.substr(6) : formula));
            if (!model.contains(at) || model[at].is_null() || model[at] == false)
                continue;
            told.insert(formula);
            const std::string source = entry["read_in"].value(formula, "");
            EXPECT_GT(source.size(), 10U) << formula << " of " << entry["document"]["title"];
        }
    }
    EXPECT_EQ(told.size(), formulas.size());
}

/// The bias of a distance is added after the scale. distance_reference.py has only the formulas of
/// Press et al. 2022 and Raffel et al. 2020.
TEST(Options, DistanceBiasesEqualTheirPapers) {
    const json all = golden_file("distance_reference.json");
    EXPECT_EQ(all.size(), 32U);
    for (const json& entry : all)
        EXPECT_GE(expect_stages(entry), 2U);
}

TEST(Options, TheMeanOfTheHeadsEqualsPyTorchs) {
    const json all = golden_file("block_reference.json")["mean_weights"];
    ASSERT_EQ(all.size(), 4U);
    for (const json& entry : all)
        EXPECT_EQ(expect_stages(entry), 2U);
}

/// Two layers of Qwen3 by qk_norm_reference.py: 4 weights, and the attention and block of each.
TEST(Options, LayersWithNormsOfQueriesAndKeysEqualQwen3s) {
    EXPECT_EQ(expect_stages(golden_file("qk_norm_reference.json")), 12U);
}

TEST(Options, ABlockEqualsPyTorchs) {
    const json all = golden_file("block_reference.json")["blocks"];
    std::size_t compared = 0;
    for (const json& block : all) {
        if (block["name"] == "swiglu")
            continue; // It has no attention.
        compared += expect_stages(
            {{"document", document_of_block(block)}, {"stages", {{"block", block["result"]}}}});
    }
    EXPECT_EQ(compared, 4U);
}
