// SPDX-License-Identifier: MIT
// Writes a changed head into a copy of its checkpoint, in every precision and layout; nothing else
// may change.
#include "core/checkpoint/checkpoint_document.h"
#include "core/checkpoint/weights.h"
#include "core/document/model/evaluate.h"
#include "core/io/arrays/safetensors.h"
#include "core/io/import/import.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::put_back_test {

using namespace checkpoint;

namespace {

const std::string checkpoints = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/";

Choice some_words(Index layer, std::optional<Index> head) {
    Choice choice;
    choice.ids = {3, 9, 17};
    choice.words = {"a", "b", "c"};
    choice.layer = layer;
    choice.head = head;
    return choice;
}

Document imported(const std::string& name, Index layer, std::optional<Index> head) {
    const auto model = open_model(checkpoints + name);
    EXPECT_TRUE(model) << (model ? "" : model.error().text());
    auto made = checkpoint_document(*model, some_words(layer, head));
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    return std::move(made->document);
}

/// The matrix with one number replaced.
SharedMatrix changed(const SharedMatrix& from, Index row, Index column, Real value) {
    Matrix matrix = *from;
    matrix(row, column) = value;
    return matrix;
}

std::size_t differing_bytes(const std::string& a, const std::string& b) {
    EXPECT_EQ(a.size(), b.size());
    std::size_t count = 0;
    for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at)
        count += a[at] != b[at];
    return count;
}

} // namespace

TEST(PutBack, AnUnchangedHeadGivesTheSameBytes) {
    const test::TempDir folder;
    for (const char* name :
         {"gpt2", "bert", "roberta", "mistral", "qwen2", "gemma", "gemma2", "qwen3", "gemma3"}) {
        const std::string from = checkpoints + name + "/model.safetensors", to = folder / name;
        const auto made = put_back(imported(name, 1, std::nullopt), from, to);
        ASSERT_TRUE(made) << made.error().text();
        EXPECT_GT(made->inputs, 4U);
        EXPECT_EQ(made->changed, 0U);
        EXPECT_EQ(test::bytes_of(to), test::bytes_of(from)) << name;
    }
}

TEST(PutBack, GainsThatCountFromOneAreStoredWithoutIt) {
    const test::TempDir folder;
    const std::string from = checkpoints + "gemma/model.safetensors";
    (void)folder.file("config.json", test::bytes_of(checkpoints + "gemma/config.json"));
    const std::string to = folder / "model.safetensors";
    Choice choice = some_words(1, std::nullopt);
    choice.is_block = true;
    const auto model = open_model(checkpoints + "gemma");
    ASSERT_TRUE(model) << model.error().text();
    auto block = checkpoint_document(*model, choice);
    ASSERT_TRUE(block) << block.error().text();
    const auto same = put_back(block->document, from, to);
    ASSERT_TRUE(same) << same.error().text();
    EXPECT_EQ(same->changed, 0U);
    SharedMatrix& gain = block->document.of_options[{Stage("gamma_2"), 0}];
    gain = changed(gain, 0, 3, 1.25);
    const auto made = put_back(block->document, from, to);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->changed, 1U);
    const auto changed_model = open_model(folder.path().string());
    ASSERT_TRUE(changed_model) << changed_model.error().text();
    const auto stored = read_part(changed_model->weights,
                                  "model.layers.1.post_attention_layernorm.weight", {0}, {3});
    ASSERT_TRUE(stored) << stored.error().text();
    EXPECT_EQ((*stored)(0, 0), 0.25);
    const auto again = checkpoint_document(*changed_model, choice);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ((*again->document.of_options.at({Stage("gamma_2"), 0}))(0, 3), 1.25);
}

TEST(PutBack, AChangedNumberIsReadBackInItsPrecision) {
    // 0.1 as each precision holds it.
    const struct {
        const char* name;
        Real tenth;
        std::size_t width;
    } models[] = {{"gpt2", static_cast<Real>(0.1F), 4},
                  {"roberta", 0.0999755859375, 2},
                  {"mistral", 0.10009765625, 2},
                  {"qwen2", static_cast<Real>(0.1F), 4}};
    for (const auto& [name, tenth, width] : models) {
        const test::TempDir folder;
        const std::string from = checkpoints + name + "/model.safetensors";
        Document document = imported(name, 1, 2);
        HeadWeights& head = document.heads[0];
        head.w_k = changed(head.w_k, 5, 1, 0.1);
        const Matrix wanted_q = *head.w_q;
        const auto made = put_back(document, from, folder / "model.safetensors");
        ASSERT_TRUE(made) << made.error().text();
        EXPECT_EQ(made->changed, 1U);
        const std::size_t bytes =
            differing_bytes(test::bytes_of(from), test::bytes_of(folder / "model.safetensors"));
        EXPECT_GE(bytes, 1U);
        EXPECT_LE(bytes, width);
        (void)folder.file("config.json", test::bytes_of(checkpoints + name + "/config.json"));
        const auto model = open_model(folder.path().string());
        ASSERT_TRUE(model) << model.error().text();
        const auto again = checkpoint_document(*model, some_words(1, 2));
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ((*again->document.heads[0].w_k)(5, 1), tenth) << name;
        EXPECT_EQ(*again->document.heads[0].w_q, wanted_q);
    }
}

TEST(PutBack, EveryInputOfEveryTypeOfModelGoesBackToItsPlace) {
    for (const char* name : {"gpt2", "bert", "roberta", "llama", "mistral", "qwen2", "gemma",
                             "gemma2", "qwen3", "gemma3_text"}) {
        const test::TempDir folder;
        std::filesystem::copy(checkpoints + name, folder.path(),
                              std::filesystem::copy_options::recursive);
        const std::string file = name == std::string("llama") ? "/model-00002-of-00002.safetensors"
                                                              : "/model.safetensors";
        const std::string from = checkpoints + name + file;
        Document document = imported(name, 1, std::nullopt);
        // Changes one number of each matrix, at different places, to values exact in every
        // precision.
        std::size_t count = 0;
        const auto change = [&](SharedMatrix& matrix) {
            if (matrix->isZero(0))
                return; // a missing bias, or keys shared within a group
            const auto at = static_cast<Index>(count);
            matrix = changed(matrix, at % matrix.rows(), at * 3 % matrix.cols(),
                             0.25 + static_cast<Real>(at));
            ++count;
        };
        for (HeadWeights& head : document.heads)
            for (SharedMatrix* matrix : {&head.w_q, &head.w_k, &head.w_v})
                change(*matrix);
        change(document.w_o);
        for (auto& [place, matrix] : document.of_options)
            change(matrix);
        const auto made = put_back(document, from, folder / "changed");
        ASSERT_TRUE(made) << made.error().text();
        EXPECT_EQ(made->changed, count) << name;
        EXPECT_EQ(made->inputs, count) << name;
        EXPECT_TRUE(made->left_out.empty()) << name << ": " << made->left_out.front();
        EXPECT_LE(differing_bytes(test::bytes_of(from), test::bytes_of(folder / "changed")),
                  4 * count);
        std::filesystem::rename(folder / "changed", folder.path().string() + file);
        const auto model = open_model(folder.path().string());
        ASSERT_TRUE(model) << model.error().text();
        const auto again = checkpoint_document(*model, some_words(1, std::nullopt));
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(again->document.heads, document.heads) << name;
        EXPECT_EQ(again->document.w_o, document.w_o) << name;
        EXPECT_EQ(again->document.of_options, document.of_options) << name;
        EXPECT_EQ(again->document.embeddings, document.embeddings) << "the layer before is as ever";
    }
}

TEST(PutBack, AHeadImportedByNamesOfArraysGoesBack) {
    // Fused as Conv1D stores it, separate with shared keys as in nn.Linear, fused as in
    // nn.MultiheadAttention.
    const test::TempDir folder;
    std::vector<Real> numbers(12 * 4);
    for (std::size_t at = 0; at < numbers.size(); ++at)
        numbers[at] = static_cast<Real>(at % 7) / 8 - 0.25;
    const std::string attention =
        folder.file("attention.safetensors",
                    io::write_safetensors(
                        std::vector<io::WrittenTensor>{
                            {"attn.in_proj_weight", {12, 4}, numbers},
                            {"attn.in_proj_bias", {12}, {numbers.begin(), numbers.begin() + 12}}},
                        {}));
    const struct Case {
        std::string file;
        Index heads, head;
    } cases[] = {{checkpoints + "gpt2/model.safetensors", 4, 3},
                 {checkpoints + "llama/model-00001-of-00002.safetensors", 4, 2},
                 {attention, 2, 1}};
    for (const Case& one : cases) {
        const std::string& file = one.file;
        const auto imported = [&](const std::string& path) {
            std::vector<io::ArrayFile> files;
            files.push_back(*io::open_arrays(path));
            io::ImportPlan plan = io::guessed_plan(files);
            plan.heads = one.heads;
            plan.head = one.head;
            auto made = io::import_document(files, plan, "head");
            EXPECT_TRUE(made) << path << ": " << (made ? "" : made.error().text());
            return std::move(made->document);
        };
        Document document = imported(file);
        const std::string to = folder / "changed.safetensors";
        const auto same = put_back(document, file, to);
        ASSERT_TRUE(same) << same.error().text();
        EXPECT_EQ(same->changed, 0U) << file;
        EXPECT_EQ(test::bytes_of(to), test::bytes_of(file));
        HeadWeights& weights = document.heads[0];
        weights.w_q = changed(weights.w_q, 1, 0, 0.5);
        weights.w_k = changed(weights.w_k, 2, 1, -0.75);
        weights.w_v = changed(weights.w_v, 3, 1, 1.5);
        const auto made = put_back(document, file, to);
        ASSERT_TRUE(made) << made.error().text();
        EXPECT_EQ(made->changed, 3U) << file;
        const Document again = imported(to);
        EXPECT_EQ(again.heads, document.heads) << file;
        EXPECT_EQ(again.of_options, document.of_options);
    }
}

TEST(PutBack, ChangesWithoutAPlaceInTheFileAreNamed) {
    const test::TempDir folder;
    Document document = imported("qwen2", 1, std::nullopt); // Its W_O has no bias.
    SharedMatrix& bias = document.of_options[{Stage::BO, 0}];
    ASSERT_TRUE(bias->isZero(0));
    bias = changed(bias, 0, 2, 0.5);
    const auto made =
        put_back(document, checkpoints + "qwen2/model.safetensors", folder / "changed");
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->changed, 0U);
    EXPECT_EQ(made->left_out, std::vector<std::string>{"b_O"});
}

TEST(PutBack, CancellingLeavesNoFile) {
    const test::TempDir folder;
    Progress progress;
    progress.is_cancelled = true;
    EXPECT_FALSE(put_back(imported("gpt2", 1, 0), checkpoints + "gpt2/model.safetensors",
                          folder / "changed", &progress));
    EXPECT_GT(progress.total, 30'000);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(PutBack, AMisfitIsRefusedAndNoFileWritten) {
    const test::TempDir folder;
    const std::string from = checkpoints + "roberta/model.safetensors", to = folder / "x";
    const Document good = imported("roberta", 0, 1);
    const auto refused = [&](const Document& document, const std::string& file,
                             const std::string& message) {
        const auto made = put_back(document, file, to);
        ASSERT_FALSE(made) << message;
        EXPECT_NE(made.error().text().find(message), std::string::npos) << made.error().text();
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    };
    Document other = good;
    other.heads[0].w_q = changed(other.heads[0].w_q, 0, 0, 1e6);
    refused(other, from, "W_Q/0 holds 1e+06, which is beyond float16");
    other = good;
    other.heads[0].w_v = Matrix(Matrix::Zero(16, 3));
    refused(other, from, "W_V/0 is 16 × 3; its part of");
    other = good;
    other.notes = "Nothing of tensors.";
    refused(other, from, "do not say from which tensors it came");
    refused(good, checkpoints + "gpt2/model.safetensors", "is missing. Name the file");
    other = good;
    const auto at = other.notes.find("| W_Q/0");
    other.notes.replace(at, 7, "| output/0");
    refused(other, from, "the document has no input \"output/0\"");
    other = good;
    other.notes.replace(other.notes.find("4:8", at), 3, "40:44");
    refused(other, from, "there is no ");
    EXPECT_FALSE(put_back(good, from, from));
}

} // namespace attn::put_back_test
