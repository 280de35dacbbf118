// SPDX-License-Identifier: MIT
// A model of the size of GPT-2 small with random numbers and 50,257 tokens. The packaged program
// opens its last head with 5 s of processor time and 1.5 GB.
#include "tests/package/tools.h"
#include "tests/support/archive_maker.h"
#include "tests/support/measured.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace attn::test;

namespace {

constexpr std::size_t d_model = 768, layers = 12, positions = 1024, vocabulary = 50'257;
constexpr const char* text = "a cat sat on the mat and saw a red fox run to the old log by the big "
                             "sea";

/// The tokens: one to three letters with and without a space before them, and pairs of two, all by
/// merges in this order, so that a word of three letters after a space is one token.
struct Tokens {
    std::vector<std::string> list;
    std::string merges = "#version: 0.2\n";

    void merge(const std::string& left, const std::string& right) {
        if (list.size() + 1 >= vocabulary)
            return;
        merges += left + " " + right + "\n";
        list.push_back(left + right);
    }
};

Tokens tokens() {
    Tokens made;
    std::vector<std::string> letters, pairs;
    for (char letter = 'a'; letter <= 'z'; ++letter)
        letters.push_back(std::string(1, letter));
    for (const std::string& left : letters)
        for (const std::string& right : letters)
            pairs.push_back(left + right);
    made.list = letters;
    made.list.push_back("Ġ");
    for (const std::string begin : {"Ġ", ""}) {
        std::vector<std::string> shorter{begin};
        for (int length = 1; length <= 3; ++length) {
            std::vector<std::string> longer;
            for (const std::string& left : shorter)
                for (const std::string& right : letters) {
                    if (!left.empty())
                        made.merge(left, right);
                    longer.push_back(left + right);
                }
            shorter = longer;
        }
    }
    for (const std::string& left : pairs)
        for (const std::string& right : pairs)
            made.merge(left, right);
    made.list.push_back("<|endoftext|>");
    return made;
}

void write_tokenizer(const TempDir& folder) {
    const Tokens made = tokens();
    ASSERT_EQ(made.list.size(), vocabulary);
    std::string json;
    for (std::size_t id = 0; id < made.list.size(); ++id)
        json += (id ? ", \"" : "{\"") + made.list[id] + "\": " + std::to_string(id);
    folder.file("vocab.json", json + "}");
    folder.file("merges.txt", made.merges);
}

/// Writes tensor after tensor. The word embeddings are a hole in the file, which reads as zeros.
void write_weights(const TempDir& folder) {
    struct Tensor {
        std::string name;
        std::vector<std::size_t> shape;
        std::size_t count() const { return shape.size() == 2 ? shape[0] * shape[1] : shape[0]; }
    };
    std::vector<Tensor> tensors{{"wpe.weight", {positions, d_model}}};
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const std::string of = "h." + std::to_string(layer) + ".";
        for (const char* norm : {"ln_1", "ln_2"})
            for (const char* part : {".weight", ".bias"})
                tensors.push_back({of + norm + part, {d_model}});
        const auto linear = [&](const char* name, std::size_t in, std::size_t out) {
            tensors.push_back({of + name + ".weight", {in, out}});
            tensors.push_back({of + name + ".bias", {out}});
        };
        linear("attn.c_attn", d_model, 3 * d_model);
        linear("attn.c_proj", d_model, d_model);
        linear("mlp.c_fc", d_model, 4 * d_model);
        linear("mlp.c_proj", 4 * d_model, d_model);
    }
    tensors.push_back({"ln_f.weight", {d_model}});
    tensors.push_back({"ln_f.bias", {d_model}});
    tensors.push_back({"wte.weight", {vocabulary, d_model}});
    std::ostringstream head;
    std::size_t at = 0;
    for (const Tensor& tensor : tensors) {
        head << (at ? ", \"" : "{\"") << tensor.name << R"(": {"dtype": "F32", "shape": [)"
             << tensor.shape[0];
        if (tensor.shape.size() == 2)
            head << ", " << tensor.shape[1];
        head << R"(], "data_offsets": [)" << at << ", " << at + tensor.count() * sizeof(float)
             << "]}";
        at += tensor.count() * sizeof(float);
    }
    head << "}";
    std::ofstream file(folder / "model.safetensors", std::ios::binary);
    const std::string begin = safetensors(head.str(), "");
    file << begin;
    // Slices of one block of random numbers.
    std::mt19937 random(11);
    std::vector<float> block(std::size_t{4} * d_model * d_model + 4096);
    std::uniform_real_distribution<float> number(-0.05F, 0.05F);
    for (float& one : block)
        one = number(random);
    for (const Tensor& tensor : tensors)
        if (tensor.name != "wte.weight")
            file.write(reinterpret_cast<const char*>(block.data() + random() % 4096),
                       static_cast<std::streamsize>(tensor.count() * sizeof(float)));
    file.seekp(static_cast<std::streamoff>(begin.size() + at - 1));
    file.put('\0');
    ASSERT_TRUE(file.good());
}

} // namespace

TEST(LargeModel, OpensItsLastHeadInFiveSecondsAndLittleMemory) {
    const std::string package = newest_package();
    if (package.empty())
        GTEST_SKIP() << "scripts/package has not made a package of this version";
    const TempDir folder;
    ASSERT_EQ(
        run_shell("dpkg-deb --extract " + quoted(package) + " " + quoted(folder / "lab")).code, 0);
    folder.file("config.json",
                R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12,
                    "n_positions": 1024, "vocab_size": 50257, "layer_norm_epsilon": 1e-5,
                    "activation_function": "gelu_new"})");
    write_tokenizer(folder);
    write_weights(folder);

    rusage before{}, after{};
    getrusage(RUSAGE_CHILDREN, &before);
    const Ended ended = run_shell(quoted(folder / "lab/usr/bin/attention-lab") + " import " +
                                  quoted(folder / "") + " --text " + quoted(text) +
                                  " --layer 11 --head 11 -o " + quoted(folder / "head.attn"));
    getrusage(RUSAGE_CHILDREN, &after);
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("for these 20 tokens"), std::string::npos) << ended.err;
    // Processor time does not depend on other work of the machine.
    const double seconds = processor_seconds(after) - processor_seconds(before);
    EXPECT_LT(seconds, 5);
    // The largest memory of any program that this test has run.
    EXPECT_LT(after.ru_maxrss / 1024, 1536) << "megabytes";
    RecordProperty("seconds", std::to_string(seconds));
    RecordProperty("megabytes", std::to_string(after.ru_maxrss / 1024));

    const Ended shown = run_shell(quoted(folder / "lab/usr/bin/attention-lab") + " show " +
                                  quoted(folder / "head.attn") + " --stage weights --format csv");
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_EQ(std::count(shown.out.begin(), shown.out.end(), '\n'), 1 + 20);
    EXPECT_NE(shown.out.find("\na,1,0,"), std::string::npos) << "the first word sees itself alone";
}
