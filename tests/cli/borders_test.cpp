// SPDX-License-Identifier: MIT
// Arrays and checkpoints from other programs: each is imported with the numbers that NumPy reads,
// or refused with what was found and a remedy. tests/golden/border_reference.py makes the cases.
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace attn::borders_test {

using attn::test::expect_fails;
using attn::test::Finished;
using attn::test::run_program;
using nlohmann::json;

namespace {

const std::string borders = ATTENTION_SOURCE_DIR "/tests/data/borders/";

std::vector<json> border_cases(const std::vector<std::string>& files = {}) {
    std::vector<json> chosen;
    const json all = json::parse(std::ifstream(borders + "cases.json"));
    for (const json& one : all)
        if (files.empty() ||
            std::find(files.begin(), files.end(), one["file"].get<std::string>()) != files.end())
            chosen.push_back(one);
    return chosen;
}

std::string described(const json& one) {
    return one["file"].get<std::string>() + " " + one["arguments"].dump();
}

std::string content(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

/// The import of a case, from the file or by standard input.
Finished imported(const json& one, const std::string& document, bool is_piped) {
    const std::string path = borders + one["file"].get<std::string>();
    std::vector<std::string> arguments{"import", is_piped ? "-" : path, "-o", document};
    for (const auto& argument : one["arguments"])
        arguments.push_back(argument);
    test::RunOptions options;
    if (is_piped)
        options.input = content(path);
    return run_program(arguments, options);
}

void expect_said(const json& one, const Finished& ended) {
    for (const std::string said : one["says"])
        EXPECT_NE(ended.err.find(said), std::string::npos)
            << described(one) << "\nexpected: " << said << "\nfound: " << ended.err;
    for (const std::string said : one["never"])
        EXPECT_EQ(ended.err.find(said), std::string::npos)
            << described(one) << "\nnot expected: " << said << "\nfound: " << ended.err;
}

/// Expects the document's stages to equal those of the case.
void expect_numbers(const json& one, const std::string& document) {
    const json made = json::parse(std::ifstream(document));
    for (const auto& [name, expected] : one["stages"].items()) {
        const json& inputs = made["inputs"];
        const json& found = inputs.contains(name + "/0") ? inputs[name + "/0"] : inputs[name];
        EXPECT_EQ(found, expected) << described(one) << " " << name;
    }
    if (!one["mask"].is_null()) {
        EXPECT_EQ(made["model"].value("mask", json("none")), one["mask"]) << described(one);
    }
}

} // namespace

TEST(Borders, EveryArrayEqualsNumPysOrIsRefused) {
    const test::TempDir folder;
    const std::string document = folder / "made.attn";
    for (const json& one : border_cases()) {
        std::filesystem::remove(document);
        const Finished ended = imported(one, document, false);
        EXPECT_EQ(ended.code, one["code"].get<int>()) << described(one) << "\n" << ended.err;
        EXPECT_EQ(std::filesystem::exists(document), one["code"] == 0) << described(one);
        expect_said(one, ended);
        if (ended.code == 0)
            expect_numbers(one, document);
    }
}

TEST(Borders, StandardInputIsReadLikeAFile) {
    const test::TempDir folder;
    for (const json& one :
         border_cases({"neox.safetensors", "keras.npz", "masked.npz", "object.npz", "batch.npz",
                       "bias.npz", "qwen3.safetensors", "unread-unnamed.npz"})) {
        const Finished ended = imported(one, folder / "made.attn", true);
        EXPECT_EQ(ended.code, one["code"].get<int>()) << described(one) << "\n" << ended.err;
        expect_said(one, ended);
        if (ended.code == 0)
            expect_numbers(one, folder / "made.attn");
    }
    expect_fails({"import", "-", "-o", folder / "a.attn"}, 3, "empty");
}

// A second reader, written in Python with NumPy, reads the report and finds every tensor again.
TEST(Borders, ReportsMatchTheirFiles) {
    const test::TempDir folder;
    json list = json::array();
    for (const json& one : border_cases()) {
        if (one["code"] != 0)
            continue;
        const std::string number = std::to_string(list.size());
        const Finished ended = imported(one, folder / (number + ".attn"), false);
        ASSERT_EQ(ended.code, 0) << described(one) << "\n" << ended.err;
        std::ofstream(folder / (number + ".err")) << ended.err;
        list.push_back({borders + one["file"].get<std::string>(), number});
    }
    const std::string data = ATTENTION_SOURCE_DIR "/tests/data/";
    const std::vector<std::vector<std::string>> others = {
        {"arrays/small.npz"},
        {"arrays/model.safetensors", "--heads", "2", "--rows", "0:3"},
        {"arrays/model.safetensors", "--w-q", "q_proj.weight", "--w-k", "identity", "--w-v",
         "identity", "--heads", "2"},
        {"checkpoints/gpt2/model.safetensors", "--heads", "4", "--head", "3", "--rows", "1,2"},
        {"checkpoints/bert/model.safetensors", "--heads", "4", "--rows", "1,2"},
        {"checkpoints/roberta/model.safetensors", "--heads", "4", "--rows", "1,2", "--w-q",
         "encoder.layer.1.attention.self.query.weight"}};
    for (const auto& arguments : others) {
        const std::string number = std::to_string(list.size());
        std::vector<std::string> all{"import", data + arguments.front(), "-o",
                                     folder / (number + ".attn")};
        all.insert(all.end(), arguments.begin() + 1, arguments.end());
        const Finished ended = run_program(all);
        ASSERT_EQ(ended.code, 0) << arguments.front() << "\n" << ended.err;
        std::ofstream(folder / (number + ".err")) << ended.err;
        list.push_back({data + arguments.front(), number});
    }
    ASSERT_GT(list.size(), 40U);
    std::ofstream(folder / "list.json") << list.dump();
    const auto read = test::run_shell("/usr/bin/python3 -B -W ignore '" ATTENTION_SOURCE_DIR
                                      "/tests/cli/second_reader.py' '" +
                                      folder.path().string() + "'");
    EXPECT_EQ(read.code, 0) << read.out << read.err;
}

// The command that a refusal suggests works.
TEST(Borders, RemediesWork) {
    const test::TempDir folder;
    const std::string document = folder / "made.attn";
    const auto import = [&](const std::string& file, const std::vector<std::string>& more) {
        std::vector<std::string> all{"import", borders + file, "-o", document};
        all.insert(all.end(), more.begin(), more.end());
        return run_program(all);
    };
    struct Remedy {
        std::string file, said;
        std::vector<std::string> add;
    };
    const std::vector<Remedy> remedies = {
        {"qwen3.safetensors", "add --heads 2", {"--heads", "2"}},
        {"layers.safetensors", "--heads 1", {"--heads", "1"}},
        {"open-layout.safetensors",
         "--qkv-layout side-by-side",
         {"--heads", "2", "--qkv-layout", "side-by-side"}},
        {"open-axes.npz", "--head-axis 0", {"--head-axis", "0"}},
        {"batch-of-two.npz", "--x 'X[0]'", {"--x", "X[0]"}},
        {"two-masks.npz", "--mask NAME", {"--mask", "mask"}},
        {"other-for-heads-mask.npz", "--mask 'attn_mask[0]'", {"--mask", "attn_mask[0]"}},
        {"unread-unnamed.npz", "--x identity", {"--x", "identity"}},
        {"two-towers.safetensors",
         "--x NAME",
         {"--heads", "1", "--x", "vision_model.embeddings.word_embeddings.weight"}}};
    for (const Remedy& one : remedies) {
        std::vector<std::string> before;
        if (one.file == "open-layout.safetensors" || one.file == "two-towers.safetensors")
            before = {"--heads", "2"};
        const Finished refused = import(one.file, before);
        EXPECT_NE(refused.code, 0) << one.file;
        EXPECT_NE(refused.err.find(one.said), std::string::npos) << one.file << refused.err;
        const Finished done = import(one.file, one.add);
        EXPECT_EQ(done.code, 0) << one.file << " " << done.err;
    }

    // The other reading that an import of weights names.
    for (const auto& [file, other] :
         {std::pair("attn_nn.npy", "attn_nn"), std::pair("attn_bhnn.npy", "attn_bhnn[0][0]")}) {
        const Finished weights = import(file, {});
        EXPECT_EQ(weights.code, 0) << weights.err;
        EXPECT_NE(weights.err.find("To take it as X: --x "), std::string::npos) << weights.err;
        EXPECT_EQ(import(file, {"--x", other}).code, 0) << file;
    }

    // Q, K and V alone give the attention that NumPy computes of them.
    const Finished alone =
        run_program({"import", borders + "qkv.npz", "-o", folder / "attention.attn"});
    ASSERT_EQ(alone.code, 0) << alone.err;
    const auto same = test::run_python(
        "import json, subprocess, numpy as np\n"
        "a = np.load('" +
        borders +
        "qkv.npz')\n"
        "s = a['Q'] @ a['K'].T / np.sqrt(a['Q'].shape[1])\n"
        "w = np.exp(s - s.max(1, keepdims=True)); w /= w.sum(1, keepdims=True)\n"
        "shown = subprocess.run(['" ATTENTION_LAB_PROGRAM "', 'show', '" +
        (folder / "attention.attn") +
        "', '--stage', 'output', '--format', 'csv', '--precision', '12'], capture_output=True,\n"
        "                       text=True).stdout\n"
        "rows = [[float(c) for c in l.split(',')[1:]] for l in shown.splitlines()[1:]]\n"
        "assert np.allclose(rows, w @ a['V'], atol=1e-9), shown\n");
    EXPECT_EQ(same.code, 0) << same.err;
}

// For an unknown type of model no import is suggested that would fail.
TEST(Borders, UnknownTypesOfModelsPointToCapture) {
    const test::TempDir folder;
    folder.file("config.json", R"({"model_type": "mamba"})");
    const Finished refused = run_program(
        {"import", folder.path().string(), "--layer", "0", "--text", "a", "-o", folder / "a.attn"});
    EXPECT_EQ(refused.code, 3) << refused.err;
    const std::string command = "attention-lab capture -o capture.py";
    EXPECT_NE(refused.err.find(command), std::string::npos) << refused.err;
    EXPECT_EQ(run_program({"capture", "-o", folder / "capture.py"}).code, 0);
    EXPECT_GT(std::filesystem::file_size(folder / "capture.py"), 1000U);
}

TEST(Borders, UnknownKeysOfADocumentAreRefused) {
    const test::TempDir folder;
    const std::string text =
        R"({"format": "attention-lab", "version": [2, 0], "model": {"kind": "attention",
            "projections": "none", "maks": "causal"},
            "lists": {"words": ["a", "b"]}, "inputs": {"X": [[1, 2], [3, 4]]}})";
    expect_fails({"show", folder.file("typed.attn", text)}, 3,
                 "unknown key \"maks\" in model; did you mean \"mask\"?");
    test::RunOptions piped;
    piped.input = text;
    const Finished ended = run_program({"check", "-"}, piped);
    EXPECT_NE(ended.code, 0);
    EXPECT_NE((ended.out + ended.err).find("did you mean \"mask\"?"), std::string::npos);
}

TEST(Borders, ALessonOpenedAsADocumentSaysHowToOpenIt) {
    const std::string lesson = ATTENTION_SOURCE_DIR "/assets/lessons/causal-mask.json";
    expect_fails({"show", lesson}, 3, "attention-lab lesson notes causal-mask");
    EXPECT_EQ(run_program({"lesson", "notes", "causal-mask"}).code, 0);
}

// A block is imported without its model's table of words, so no next word is made up.
TEST(Borders, TheNextWordOfAnImportedBlockIsRefused) {
    const test::TempDir folder;
    const Finished made =
        run_program({"import", ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", "--layer", "0",
                     "--token-ids", "5,31,0", "--block", "-o", folder / "block.attn"});
    ASSERT_EQ(made.code, 0) << made.err;
    json document = json::parse(std::ifstream(folder / "block.attn"));
    document["model"]["block"]["words_out"] = true;
    document["lists"]["words_out"] = document["lists"]["words"];
    const std::size_t width = document["inputs"]["X"][0].size();
    document["inputs"]["E"] = json(3, json(width, 0.0));
    std::ofstream(folder / "next.attn") << document.dump();
    expect_fails({"show", folder / "next.attn", "--stage", "probabilities"}, 3,
                 "E, the table of the words that may come next, is all zeros");
    EXPECT_EQ(run_program({"show", folder / "next.attn", "--stage", "block"}).code, 0);
    document["inputs"]["E"][1][2] = 0.5;
    std::ofstream(folder / "next.attn") << document.dump();
    EXPECT_EQ(run_program({"show", folder / "next.attn", "--stage", "probabilities"}).code, 0);
}

} // namespace attn::borders_test
