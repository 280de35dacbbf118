// SPDX-License-Identifier: MIT
// Reads config.json files of real models, and damaged ones: cut at every length, with every value
// changed. Each is read or refused with a sentence, and a file that was read must allow a layer to
// be requested.
#include "core/checkpoint/checkpoint_document.h"
#include "core/checkpoint/config.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::checkpoint;

namespace {

const std::string checkpoints = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/";
constexpr const char* config_models[] = {
    "gpt2",  "bert",        "roberta", "llama",    "mistral",         "qwen2", "gemma",   "gemma2",
    "qwen3", "gemma3_text", "gemma3",  "gpt_neox", "gpt_neox_serial", "phi",   "stablelm"};

Config read(const std::string& text) {
    auto config = read_config(text, "config.json");
    EXPECT_TRUE(config) << (config ? "" : config.error().text());
    return config ? *std::move(config) : Config();
}

} // namespace

TEST(Config, KnowsTheDefaultsOfEachTypeOfModel) {
    const Config gpt2 = read(
        R"({"architectures": ["GPT2LMHeadModel"], "n_layer": 3, "n_head": 2, "n_embd": 8,
            "n_positions": 16, "vocab_size": 9, "scale_attn_by_inverse_layer_idx": true})");
    EXPECT_EQ(gpt2.d_mlp, 32);
    EXPECT_EQ(gpt2.activation, Activation::Kind::GeluTanh);
    EXPECT_EQ(gpt2.divisors[2], 6);
    EXPECT_TRUE(gpt2.is_causal);
    EXPECT_EQ(described(gpt2), "GPT-2 of 3 layers of 2 heads, d_model 8");
    const std::string sizes = R"("num_hidden_layers": 4, "num_attention_heads": 4,
        "hidden_size": 16, "intermediate_size": 8, "vocab_size": 9,
        "num_key_value_heads": 4, "max_position_embeddings": 10)";
    EXPECT_FALSE(read(R"({"model_type": "bert", )" + sizes + "}").is_causal);
    EXPECT_EQ(read(R"({"model_type": "roberta", "pad_token_id": 1, )" + sizes + "}").positions, 8);
    EXPECT_EQ(read(R"({"model_type": "mistral", "sliding_window": null, )" + sizes + "}").windows,
              (std::vector<Index>{0, 0, 0, 0}));
    EXPECT_EQ(read(R"({"model_type": "gemma2", "sliding_window": 6, )" + sizes + "}").windows,
              (std::vector<Index>{6, 0, 6, 0}));
    EXPECT_EQ(read(R"({"model_type": "qwen2", "use_sliding_window": true, "sliding_window": 6,
                       "max_window_layers": 3, )" +
                   sizes + "}")
                  .windows,
              (std::vector<Index>{0, 0, 0, 6}));
    EXPECT_EQ(
        read(R"({"model_type": "llama", "rope_parameters": {"rope_theta": 77}, )" + sizes + "}")
            .rotary_bases,
        (std::vector<Real>{77, 77, 77, 77}));
    EXPECT_EQ(read(R"({"model_type": "qwen3", "use_sliding_window": true, "sliding_window": 6,
                       "max_window_layers": 3, )" +
                   sizes + "}")
                  .windows,
              (std::vector<Index>{0, 0, 0, 6}));
    const Config gemma3 =
        read(R"({"model_type": "gemma3_text", "sliding_window": 6, "sliding_window_pattern": 3, )" +
             sizes + "}");
    EXPECT_EQ(gemma3.windows, (std::vector<Index>{6, 6, 0, 6}));
    EXPECT_EQ(gemma3.rotary_bases, (std::vector<Real>{1e4, 1e4, 1e6, 1e4}));
    EXPECT_EQ(gemma3.divisors, (std::vector<Real>{16, 16, 16, 16}));
    EXPECT_FALSE(gemma3.soft_limit);
}

// transformers 4.5x: Gemma3TextConfig, which published files of 4B to 27B rest on, and Qwen3Config.
TEST(Config, TakesMissingSizesFromTheTransformersLibrary) {
    struct Case {
        const char* begin;
        Index layers, heads, groups, d_model, d_head, d_mlp, vocabulary, positions;
    };
    const Case cases[] = {
        {R"({"model_type": "gemma3_text")", 26, 8, 4, 2304, 256, 9216, 262208, 131072},
        {R"({"model_type": "qwen3")", 32, 32, 32, 4096, 128, 22016, 151936, 32768}};
    for (const Case& one : cases) {
        const Config config = read(std::string(one.begin) + "}");
        EXPECT_EQ(config.layers, one.layers) << one.begin;
        EXPECT_EQ(config.heads, one.heads) << one.begin;
        EXPECT_EQ(config.groups, one.groups) << one.begin;
        EXPECT_EQ(config.d_model, one.d_model) << one.begin;
        EXPECT_EQ(config.d_head, one.d_head) << one.begin;
        EXPECT_EQ(config.d_mlp, one.d_mlp) << one.begin;
        EXPECT_EQ(config.vocabulary, one.vocabulary) << one.begin;
        EXPECT_EQ(config.positions, one.positions) << one.begin;
        EXPECT_EQ(config.epsilon, 1e-6) << one.begin;
        EXPECT_EQ(read(std::string(one.begin) + R"(, "num_key_value_heads": null})").groups,
                  one.heads)
            << one.begin;
    }
    const Config inside = read(R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560,
        "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024}})");
    EXPECT_EQ(inside.groups, 4);
    EXPECT_EQ(inside.d_head, 256);
    ASSERT_EQ(inside.windows.size(), 34U);
    EXPECT_EQ(inside.windows[4], 1024);
    EXPECT_EQ(inside.windows[5], 0);
    EXPECT_EQ(read(R"({"model_type": "qwen3", "hidden_size": 1024, "num_attention_heads": 16,
                       "num_key_value_heads": 8})")
                  .d_head,
              128);
}

// transformers 4.4x to 5.0: the default of num_key_value_heads in each configuration class. Those
// of GPT-2, BERT, RoBERTa and GPT-NeoX do not know the key.
TEST(Config, SharesKeysAsTheTransformersLibraryDoesWhereAFileDoesNotSayIt) {
    const std::string sizes = R"(", "num_hidden_layers": 1, "num_attention_heads": 32,
        "hidden_size": 512, "intermediate_size": 8, "vocab_size": 9, "n_positions": 9)";
    const auto groups = [&](const std::string& type, const std::string& more) {
        return read("{\"model_type\": \"" + type + sizes + more + "}").groups;
    };
    const std::map<std::string, Index> defaults = {
        {"llama", 32},    {"mistral", 8},  {"qwen2", 32},   {"qwen3", 32},      {"gemma", 16},
        {"gemma2", 4},    {"phi", 32},     {"gpt2", 32},    {"gemma3_text", 4}, {"bert", 32},
        {"gpt_neox", 32}, {"roberta", 32}, {"stablelm", 32}};
    for (const ModelType& type : model_types()) {
        const std::string name(type.name);
        if (name == "gemma3") // says it in text_config
            continue;
        ASSERT_TRUE(defaults.contains(name)) << name;
        EXPECT_EQ(groups(name, ""), defaults.at(name)) << name;
        EXPECT_EQ(groups(name, R"(, "num_key_value_heads": null)"), 32) << name;
        EXPECT_EQ(groups(name, R"(, "num_key_value_heads": 2)"), type.may_share_keys ? 2 : 32)
            << name;
    }
    const auto refused =
        read_config(R"({"model_type": "mistral", "num_hidden_layers": 1, "num_attention_heads": 4,
                        "hidden_size": 64, "intermediate_size": 8, "vocab_size": 9})",
                    "c");
    ASSERT_FALSE(refused);
    EXPECT_EQ(
        refused.error().text(),
        "c: num_key_value_heads: the key is missing, and models of type mistral then have keys "
        "and values for 8 groups, which 4 heads cannot share evenly; write the number of groups");
}

// Gemma2Attention passes softcap on, and its config has 50; Gemma3Attention only keeps the number.
TEST(Config, LimitsScoresOnlyAsTheModelDoes) {
    const std::string sizes = R"("num_hidden_layers": 1, "num_attention_heads": 4,
        "num_key_value_heads": 2, "hidden_size": 16, "intermediate_size": 8, "vocab_size": 9})";
    const auto limit = [&](const std::string& begin) { return read(begin + sizes).soft_limit; };
    EXPECT_EQ(limit(R"({"model_type": "gemma2", "attn_logit_softcapping": 30.0, )"), 30);
    EXPECT_EQ(limit(R"({"model_type": "gemma2", )"), 50);
    EXPECT_EQ(limit(R"({"model_type": "gemma2", "attn_logit_softcapping": null, )"), std::nullopt);
    EXPECT_EQ(limit(R"({"model_type": "gemma3_text", "attn_logit_softcapping": 30.0, )"),
              std::nullopt);
    EXPECT_EQ(limit(R"({"model_type": "gemma3_text", )"), std::nullopt);
    for (const char* type : {"gpt2", "bert", "llama", "qwen3", "gemma"})
        EXPECT_EQ(limit("{\"model_type\": \"" + std::string(type) +
                        "\", \"attn_logit_softcapping\": 30.0, \"n_positions\": 9, "),
                  std::nullopt)
            << type;
}

TEST(Config, RefusesWhatWouldComputeSomethingElse) {
    const std::string sizes = R"("num_hidden_layers": 2, "num_attention_heads": 4,
        "hidden_size": 16, "intermediate_size": 8, "vocab_size": 9})";
    const auto refused = [&](const std::string& begin) {
        const auto config = read_config(begin + sizes, "c");
        return config ? std::string() : config.error().text();
    };
    const std::string gemma3 = R"({"model_type": "gemma3_text", )";
    EXPECT_EQ(refused(gemma3), "");
    EXPECT_NE(refused(gemma3 + R"("rope_scaling": {"rope_type": "linear", "factor": 8}, )")
                  .find("c: rope_scaling: the rotary positions are stretched by the rule "
                        "\"linear\""),
              std::string::npos);
    EXPECT_NE(refused(gemma3 + R"("rope_parameters": {"full_attention":
                          {"rope_type": "linear", "rope_theta": 1e6}}, )")
                  .find("c: rope_parameters: the rotary positions are stretched"),
              std::string::npos);
    EXPECT_NE(refused(gemma3 + R"("use_bidirectional_attention": true, )")
                  .find("c: use_bidirectional_attention: its words see those after them"),
              std::string::npos);
    EXPECT_EQ(refused(R"({"model_type": "gemma3", )"),
              "c: the key \"text_config\" is missing; expected an object of settings");
    EXPECT_NE(refused(R"({"model_type": "gemma3", "text_config": {"hidden_size": 0}, )")
                  .find("c: text_config.hidden_size: found the number 0"),
              std::string::npos);
    EXPECT_NE(refused(R"({"model_type": "gemma3", "text_config": {},
                          "quantization_config": {"quant_method": "awq"}, )")
                  .find("c: quantization_config: the weights are quantised"),
              std::string::npos);
    EXPECT_NE(refused(R"({"model_type": "gemma3", "text_config":
                          {"quantization_config": {"quant_method": "awq"}}, )")
                  .find("c: text_config.quantization_config: the weights are quantised"),
              std::string::npos);
    EXPECT_NE(refused(R"({"model_type": "gemma3", "text_config":
                          {"rope_scaling": {"rope_type": "linear", "factor": 8.0}}, )")
                  .find("Choose a model without such a rule, as Gemma 3 of 270M and of 1B"),
              std::string::npos);
}

TEST(Config, SaysHowManyColumnsAreTurned) {
    const std::string sizes = R"("num_hidden_layers": 1, "num_attention_heads": 2,
        "num_key_value_heads": 2, "hidden_size": 32, "intermediate_size": 8, "vocab_size": 9)";
    const auto turned = [&](const std::string& type, const std::string& more) {
        return read_config("{\"model_type\": \"" + type + "\", " + more + sizes + "}", "c");
    };
    EXPECT_EQ(turned("gpt_neox", "").value().turned, 4) << "a quarter";
    EXPECT_EQ(turned("gpt_neox", "\"rotary_pct\": 1.0, ").value().turned, 0) << "all";
    EXPECT_EQ(turned("phi", "").value().turned, 8) << "half";
    EXPECT_EQ(turned("stablelm", "\"partial_rotary_factor\": 0.5, ").value().turned, 8);
    EXPECT_EQ(turned("llama", "\"partial_rotary_factor\": 0.5, ").value().turned, 8);
    EXPECT_EQ(turned("llama", "").value().turned, 0);
    EXPECT_EQ(turned("gpt_neox", "\"rope_parameters\": {\"partial_rotary_factor\": 0.5}, ")
                  .value()
                  .turned,
              8);
    for (const char* share : {"0.2", "1.5", "0.01", "1e300"})
        EXPECT_NE(turned("phi", "\"partial_rotary_factor\": " + std::string(share) + ", ")
                      .error()
                      .text()
                      .find("c: partial_rotary_factor: rotary positions turn pairs"),
                  std::string::npos)
            << share;
    EXPECT_NE(turned("phi", "\"qk_layernorm\": true, ").error().text().find("qk_layernorm"),
              std::string::npos);
}

TEST(Config, IsReadOrRefusedAtEveryLengthItIsCutTo) {
    for (const char* name : config_models) {
        const std::string text = test::bytes_of(checkpoints + name + "/config.json");
        for (std::size_t length = 0; length + 2 < text.size(); ++length) {
            const auto config = read_config(text.substr(0, length), "config.json");
            ASSERT_FALSE(config) << name << " " << length;
            EXPECT_NE(config.error().text().find("config.json"), std::string::npos);
        }
    }
}

TEST(Config, AnyValueInPlaceOfAnyOtherIsReadOrRefused) {
    std::size_t refused = 0, count = 0;
    for (const char* name : config_models) {
        const test::TempDir folder;
        std::filesystem::copy(checkpoints + name, folder.path(),
                              std::filesystem::copy_options::recursive);
        const std::string text = test::bytes_of(folder / "config.json");
        for (std::size_t colon = text.find("\": "); colon != std::string::npos;
             colon = text.find("\": ", colon + 1))
            for (const char* value : {"0", "1", "-1", "3", "2147483648", "1e300", "0.5", "null",
                                      "true", "[]", "{}", "\"x\""}) {
                const auto end = text.find_first_of(",\n", colon);
                (void)folder.file("config.json",
                                  text.substr(0, colon + 3) + value + text.substr(end));
                ++count;
                const auto model = open_model(folder.path().string());
                Choice choice;
                choice.ids = {2, 1};
                choice.words = {"a", "b"};
                choice.layer = 1;
                const auto made = model ? checkpoint_document(*model, choice)
                                        : Result<CheckpointDocument>(model.error());
                refused += !made;
                if (!made) {
                    EXPECT_FALSE(made.error().message.empty());
                }
            }
    }
    EXPECT_GT(refused, count / 3);
    EXPECT_LT(refused, count);
}
