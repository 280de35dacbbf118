// SPDX-License-Identifier: MIT
// Model folders on the command line: documents of their layers, and refusals with their remedies.
#include "core/publish/page_file.h"
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/sparse_model.h"
#include "tests/support/tiny_tokenizer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>

using namespace attn;
using attn::test::expect_fails;
using attn::test::run_program;

namespace {

const std::string checkpoints = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/";

/// A copy of a model, to be damaged.
void copy_model(const std::string& name, const test::TempDir& folder) {
    std::filesystem::copy(checkpoints + name, folder.path(),
                          std::filesystem::copy_options::recursive);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

} // namespace

TEST(ImportModel, MakesADocumentOfAHeadAndSaysWhereItCameFrom) {
    const test::TempDir folder;
    const auto made =
        run_program({"import", checkpoints + "gpt2", "--layer", "1", "--head", "2", "--token-ids",
                     "5,31,0", "--words", "The,cat,sat", "-o", folder / "head.attn"});
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(made.out, "");
    for (const char* line :
         {"took W_Q/0, W_K/0, W_V/0 from h.1.attn.c_attn.weight, as it is stored",
          "took b_Q/0, b_K/0, b_V/0 from h.1.attn.c_attn.bias",
          "left out h.1.attn.c_proj.weight: it joins all heads",
          "left out h.1.attn.bias: it is a constant of the model's program"})
        EXPECT_NE(made.err.find(line), std::string::npos) << line << "\n" << made.err;
    EXPECT_EQ(run_program({"check", folder / "head.attn"}).code, 0);
    const auto shown = run_program({"show", folder / "head.attn", "--stage", "W_Q"});
    EXPECT_NE(shown.out.find("W_Q  16 × 4"), std::string::npos) << shown.out;
    const auto notes = test::bytes_of(folder / "head.attn");
    EXPECT_NE(notes.find("| W_Q/0 | `h.1.attn.c_attn.weight` | 0:16 | 8:12 | as here |"),
              std::string::npos);
    EXPECT_EQ(notes.substr(0, notes.find("\"origin\"")).find(checkpoints), std::string::npos)
        << "the notes say no path of the machine";
    if (publish::page_bytes().empty())
        return; // It was built without the tools for pages.
    EXPECT_EQ(run_program({"export", folder / "head.attn", folder / "page.html"}).code, 0);
    EXPECT_EQ(test::bytes_of(folder / "page.html").find(checkpoints), std::string::npos)
        << "nor does a page";
}

TEST(ImportModel, ListsItsTensors) {
    const auto listed = run_program({"import", checkpoints + "llama"});
    EXPECT_EQ(listed.code, 0) << listed.err;
    EXPECT_NE(listed.out.find("model.layers.1.self_attn.k_proj.weight\t8 × 16\tbfloat16\n"),
              std::string::npos)
        << listed.out;
    EXPECT_NE(listed.err.find("Llama of 2 layers of 4 heads, d_model 16, 2 groups"),
              std::string::npos);
}

TEST(ImportModel, AWholeModelReadsTextsByItsTokenizer) {
    const test::TempDir folder, to;
    copy_model("gpt2", folder);
    (void)folder.file("tokenizer.json", test::tiny_tokenizer());
    const std::string whole = to / "whole.attn";
    const auto made = run_program(
        {"import", folder.path().string(), "--whole", "--text", "The cat sat", "-o", whole});
    EXPECT_EQ(made.code, 0) << made.err;
    for (const char* line :
         {"all its layers and words", "The token ids are 18,16,21, by byte-level",
          "the model ties both tables"})
        EXPECT_NE(made.err.find(line), std::string::npos) << line << "\n" << made.err;
    EXPECT_EQ(run_program({"check", whole}).code, 0);
    const auto next = run_program({"next", whole, "--top", "2"});
    EXPECT_EQ(next.code, 0) << next.err;
    EXPECT_EQ(next.out.substr(0, next.out.find('\n')), "The cat sat");
    // The same text, typed and imported.
    const std::string other = to / "other.attn", text = "The cat sat on the cat.";
    EXPECT_EQ(
        run_program({"import", folder.path().string(), "--whole", "--text", text, "-o", other})
            .code,
        0);
    const auto typed = run_program({"next", whole, "--text", text, "--format", "json"});
    EXPECT_EQ(typed.code, 0) << typed.err;
    EXPECT_EQ(typed.out, run_program({"next", other, "--format", "json"}).out);
    EXPECT_EQ(nlohmann::json::parse(typed.out)["words"],
              nlohmann::json::parse(R"(["The", " cat", " sat", " on", " the", " cat", "."])"));
    expect_fails({"next", whole, "--text", "TTTTTTTTTTTTT"}, 2,
                 "the text has 13 words, but the model has learned positions for 12");
    expect_fails({"next", whole, "--text", "The dog"}, 2, "--text");
}

TEST(ImportModel, AWholeModelThatCannotBeADocumentIsRefusedWithARemedy) {
    const test::TempDir folder;
    const std::string to = folder / "x.attn";
    const auto whole = [&](const std::string& name, std::vector<std::string> more = {}) {
        std::vector<std::string> all{"import", checkpoints + name, "--whole", "-o", to};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    expect_fails(
        whole("gemma2", {"--token-ids", "1"}), 3,
        "it has norms before and after each part, but a block of a document has only one of "
        "the two. Open one layer with --layer N, 0 to 1");
    expect_fails(whole("gpt2"), 2, "add either --text \"The cat sat\" or --token-ids");
    expect_fails(whole("gpt2", {"--token-ids", "1", "--layer", "0"}), 2,
                 "--layer changes nothing together with --whole");
    expect_fails(whole("gpt2", {"--token-ids", "0:13"}), 3, "the model has positions for 12");
    expect_fails({"import", checkpoints + "gpt2", "--whole", "--token-ids", "1"}, 2,
                 "--whole changes nothing by itself: it is for a document; add -o DOCUMENT");
    EXPECT_FALSE(std::filesystem::exists(to));
    EXPECT_EQ(run_program(whole("llama", {"--token-ids", "1,31"})).code, 0);
}

/// An opened layer stays one of its model: what is edited there changes what the model says.
TEST(ImportModel, NextSaysWhatTheWholeModelSaysWithALayerOfIt) {
    const test::TempDir folder, to;
    copy_model("gpt2", folder);
    const std::string layer = to / "layer.attn", whole = to / "whole.attn";
    const auto import = [&](const std::string& file, std::vector<std::string> more) {
        std::vector<std::string> all{"import", folder.path().string(), "-o", file};
        all.insert(all.end(), more.begin(), more.end());
        const auto made = run_program(all);
        EXPECT_EQ(made.code, 0) << made.err;
    };
    import(layer, {"--token-ids", "5,31,0", "--layer", "0", "--block"});
    import(whole, {"--token-ids", "5,31,0", "--whole"});
    const auto of = [](const std::string& file) {
        const auto made = run_program({"next", file, "--format", "json", "--top", "4"});
        EXPECT_EQ(made.code, 0) << made.err;
        return nlohmann::json::parse(made.out);
    };
    const auto by_layer = of(layer), by_whole = of(whole);
    ASSERT_EQ(by_layer["next"].size(), 4U);
    for (std::size_t at = 0; at < 4; ++at) {
        EXPECT_EQ(by_layer["next"][at]["word"], by_whole["next"][at]["word"]);
        EXPECT_NEAR(by_layer["next"][at]["probability"].get<double>(),
                    by_whole["next"][at]["probability"].get<double>(), 1e-9);
    }
    const auto heads = run_program({"next", layer, "--heads", "--format", "json", "--top", "4"});
    EXPECT_EQ(heads.code, 0) << heads.err;
    auto with_heads = nlohmann::json::parse(heads.out);
    ASSERT_EQ(with_heads["heads"].size(), 4U);
    EXPECT_EQ(with_heads["heads"][3]["head"], 3);
    EXPECT_NE(with_heads["heads"][3]["off"], 0);
    EXPECT_NE(with_heads["heads"][3]["off"], with_heads["heads"][3]["mean"]);
    with_heads.erase("heads");
    EXPECT_EQ(with_heads, by_layer);
    const auto told = run_program({"next", layer, "--heads", "--top", "1"});
    EXPECT_NE(told.out.find("What each head does to \"" +
                            by_layer["next"][0]["word"].get<std::string>() + "\": off, mean\n"),
              std::string::npos)
        << told.out;
    expect_fails({"next", whole, "--heads"}, 2,
                 "--heads: is for a layer from the folder of a model");
    expect_fails({"next", layer, "--text", "The cat"}, 2, "there is no tokenizer in this folder");
    (void)folder.file("tokenizer.json", test::tiny_tokenizer());
    const auto read = run_program({"next", layer, "--text", "The cat", "--top", "1"});
    EXPECT_EQ(read.code, 0) << read.err;
    EXPECT_EQ(read.out.substr(0, read.out.find('\n')), "The cat");
    expect_fails({"next", layer, "--text", "TTTTTTTTTTTTT"}, 2,
                 "the text has 13 tokens; the model has positions for 12. Shorten the text");
    expect_fails({"next", layer, "--text", "The dog"}, 2, "--text");
    expect_fails({"next", layer, "--text", ""}, 2, "the text has no tokens");
    const std::string config = test::bytes_of(folder / "config.json");
    (void)folder.file("config.json", replaced(config, "1e-05", "1e-06"));
    expect_fails({"next", layer}, 3, "the model has other settings or tensors");
    std::filesystem::remove_all(folder.path());
    expect_fails({"next", layer}, 3, "the folder of the model is gone");
}

/// A model of zeros with as many tokens as GPT-2: all are equally likely, and listed by their ids.
TEST(ImportModel, NextListsEquallyLikelyTokensOfALargeVocabularyInItsOrder) {
    const test::TempDir folder, to;
    const int tokens = 50'000;
    (void)test::write_sparse_model(folder, {2, 2, 8, 16, tokens, true});
    const std::string layer = to / "layer.attn";
    const auto made = run_program(
        {"import", folder.path().string(), "--layer", "0", "--token-ids", "7,49999", "-o", layer});
    ASSERT_EQ(made.code, 0) << made.err;
    const auto next = run_program({"next", layer, "--top", "3", "--format", "json"});
    EXPECT_EQ(next.code, 0) << next.err;
    EXPECT_NE(next.err.find("equally likely words stand in the order of the vocabulary"),
              std::string::npos)
        << next.err;
    const auto listed = nlohmann::json::parse(next.out)["next"];
    ASSERT_EQ(listed.size(), 3U);
    for (std::size_t at = 0; at < listed.size(); ++at) {
        EXPECT_EQ(listed[at]["word"], std::to_string(at));
        EXPECT_DOUBLE_EQ(listed[at]["probability"].get<double>(), 1.0 / tokens);
    }
}

TEST(ImportModel, SaysWhatTheModelLacks) {
    const test::TempDir folder;
    const std::string to = folder / "x.attn";
    const auto with = [&](const std::string& model, std::vector<std::string> more) {
        std::vector<std::string> all{"import", checkpoints + model, "-o", to};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    expect_fails(with("gpt2", {"--layer", "2", "--token-ids", "1"}), 3,
                 "there is no layer 2; the layers are 0 to 1");
    expect_fails(with("gpt2", {"--layer", "1", "--head", "4", "--token-ids", "1"}), 3,
                 "there is no head 4; the heads are 0 to 3");
    expect_fails(with("gpt2", {"--layer", "1", "--token-ids", "32"}), 3,
                 "there is no token 32; the vocabulary has 32 tokens");
    expect_fails(with("gpt2", {"--layer", "1", "--token-ids", "0:13"}), 3,
                 "the text has 13 tokens; the model has positions for 12. Shorten the text");
    expect_fails(with("gpt2", {"--token-ids", "1"}), 2, "add --layer N, 0 to 1");
    expect_fails(with("gpt2", {"--layer", "1"}), 2,
                 "add either --text \"The cat sat\" or --token-ids");
    expect_fails(with("gpt2", {"--layer", "1", "--token-ids", "1", "--w-q", "a"}), 2,
                 "--w-q changes nothing for a folder: it is for arrays");
    expect_fails(with("gpt2", {"--layer", "1", "--token-ids", "1,2", "--words", "a"}), 2,
                 "1 words were given for 2 tokens");
    expect_fails(with("gpt2", {"--layer", "1", "--token-ids", "1", "--head", "0", "--block"}), 3,
                 "a block needs all heads of its layer");
    expect_fails(with("gemma2", {"--layer", "1", "--token-ids", "1", "--block"}), 3,
                 "it has norms before and after each part");
    EXPECT_FALSE(std::filesystem::exists(to));
}

TEST(ImportModel, AFolderWithoutAModelIsRefusedWithARemedy) {
    const test::TempDir folder, other;
    const auto import = [&](const test::TempDir& from) {
        return std::vector<std::string>{"import", from.path().string(), "--layer",
                                        "0",      "--token-ids",        "1",
                                        "-o",     other / "x.attn"};
    };
    expect_fails(import(folder), 3, "the folder has no config.json");
    (void)folder.file("config.json", R"({"model_type": "t5"})");
    expect_fails(
        import(folder), 3,
        "model_type: the model is of type \"t5\"; Attention Lab reads models of type "
        "gpt2, bert, roberta, llama, mistral, qwen2, gemma, gemma2, qwen3, gemma3_text, gemma3");
    const std::string config = test::bytes_of(checkpoints + "gpt2/config.json");
    (void)folder.file("config.json", config);
    expect_fails(import(folder), 3, "the folder has no model.safetensors");
    (void)folder.file("pytorch_model.bin", "PK");
    expect_fails(import(folder), 3, "Attention Lab cannot open .bin files");
    expect_fails(import(folder), 3, "save_file(");
    (void)folder.file("config.json", replaced(config, "{", R"({"quantization_config": {}, )"));
    expect_fails(import(folder), 3, "the weights are quantised");
    (void)folder.file("config.json", replaced(config, "\"n_head\": 4", "\"n_head\": 5"));
    expect_fails(import(folder), 3, "the width 16 cannot be divided evenly into 5 heads");
}

TEST(ImportModel, AFileThatIsMissingOrDoesNotFitIsNamed) {
    const test::TempDir folder, other;
    copy_model("llama", folder);
    const std::vector<std::string> import{"import", folder.path().string(), "--layer",
                                          "1",      "--token-ids",          "1",
                                          "-o",     other / "x.attn"};
    const std::string config = test::bytes_of(folder / "config.json");
    (void)folder.file("config.json",
                      replaced(config, "\"num_key_value_heads\": 2", "\"num_key_value_heads\": 4"));
    expect_fails(import, 3,
                 "the tensor \"model.layers.1.self_attn.k_proj.weight\" is 8 × 16, expected 16 × "
                 "16 by the sizes in config.json");
    (void)folder.file("config.json",
                      replaced(config, "{", R"({"rope_scaling": {"rope_type": "llama3"}, )"));
    expect_fails(import, 3, "stretched by the rule \"llama3\"");
    (void)folder.file("config.json", config);
    EXPECT_EQ(run_program(import).code, 0);
    std::filesystem::remove(folder / "model-00002-of-00002.safetensors");
    expect_fails(import, 3,
                 "the file \"model-00002-of-00002.safetensors\" is missing; the index lists it as "
                 "one of 2. Copy it into the folder");
    (void)folder.file("model.safetensors.index.json",
                      R"({"weight_map": {"a": "../model.safetensors"}})");
    expect_fails(import, 3, "expected the name of a .safetensors file in the folder");
}

TEST(ImportModel, ATextIsReadByTheTokenizerOfTheFolder) {
    const test::TempDir folder, other;
    copy_model("bert", folder);
    const std::vector<std::string> import{
        "import", folder.path().string(), "--layer", "1", "--head", "0", "--text", "the cats sat",
        "-o",     other / "x.attn"};
    expect_fails(import, 3, "tokenizer");
    (void)folder.file("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\n##s\nsat\n");
    const auto made = run_program(import);
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_NE(made.err.find("The token ids are 2,5,6,7,8,3, by "), std::string::npos) << made.err;
    const auto shown =
        run_program({"show", other / "x.attn", "--stage", "weights", "--format", "csv"});
    EXPECT_EQ(shown.out.substr(0, shown.out.find('\n')), ",[CLS],the,cat,##s,sat,[SEP]")
        << shown.out;
}

TEST(ImportModel, TooLongATextIsRefused) {
    const test::TempDir folder;
    copy_model("llama", folder);
    const std::string config = test::bytes_of(folder / "config.json");
    (void)folder.file("config.json", replaced(config, "\"max_position_embeddings\": 64",
                                              "\"max_position_embeddings\": 131072"));
    std::string ids = "1";
    for (int word = 1; word <= 4096; ++word)
        ids += ",1";
    expect_fails({"import", folder.path().string(), "--layer", "0", "--head", "0", "--token-ids",
                  ids, "-o", folder / "x.attn"},
                 3,
                 "the text has 4097 tokens; a document has at most 4096 words. Shorten the text");
}

TEST(ImportModel, IsCancelledAtOnceAndLeavesNothing) {
    if (!test::has_terminals())
        GTEST_SKIP() << "this machine gives no pseudo-terminals";
    // A layer in the middle of 27 GB takes minutes to read.
    const test::TempDir folder, to;
    (void)test::write_sparse_model(folder);
    const auto start = std::chrono::steady_clock::now();
    // On a terminal, so that it reports progress; the file's hole is read without a disk.
    const auto ended = test::run_shell(
        "script -qec \"timeout --foreground --preserve-status --signal INT 2 " ATTENTION_LAB_PROGRAM
        " import '" +
        folder.path().string() + "' --layer 20 --head 0 --token-ids 1,2 -o '" + (to / "x.attn") +
        "'\" /dev/null </dev/null");
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(ended.code, 130) << "ended by the signal " << ended.out << ended.err;
    EXPECT_NE(ended.out.find("reading the model, "), std::string::npos) << ended.out;
    EXPECT_LT(waited.count(), 10) << "seconds, on a busy machine";
    EXPECT_TRUE(std::filesystem::is_empty(to.path()));
}

TEST(ExportInto, AChangedHeadGoesIntoACopyOfItsCheckpoint) {
    const test::TempDir folder;
    const std::string model = checkpoints + "llama/model-00002-of-00002.safetensors";
    const std::string head = folder / "head.attn", copy = folder / "copy.safetensors";
    ASSERT_EQ(run_program({"import", checkpoints + "llama", "--layer", "1", "--head", "3",
                           "--token-ids", "1,2", "-o", head})
                  .code,
              0);
    const auto same = run_program({"export", head, "--into", model, "-o", copy});
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_NE(same.err.find("0 numbers of 3 inputs differ"), std::string::npos) << same.err;
    EXPECT_NE(same.err.find("left out X: the layers before it compute X"), std::string::npos);
    EXPECT_EQ(test::bytes_of(copy), test::bytes_of(model));
    expect_fails({"export", head, model, "--into", model}, 3, "choose another name");
    expect_fails({"export", head, "--into", model}, 2, "give FILE or -o FILE");
    expect_fails({"export", head, copy, "-o", copy, "--into", model}, 2, "give FILE or -o FILE");
    expect_fails({"export", head, copy, "--into", model, "--theme", "dark"}, 2,
                 "--theme changes nothing together with --into");
    expect_fails({"export", "four-words", copy, "--into", model}, 3,
                 "do not say from which tensors it came");
}

TEST(Capture, PrintsThePythonFile) {
    const auto printed = run_program({"capture"});
    EXPECT_EQ(printed.code, 0) << printed.err;
    EXPECT_EQ(printed.out, test::bytes_of(ATTENTION_SOURCE_DIR "/assets/capture.py"));
    EXPECT_NE(printed.out.find("def capture(model, layer=0, head=None, tokens=None"),
              std::string::npos);
}
